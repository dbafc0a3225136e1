/** The resolvers of one tool, prompt or resource in the order in which they are emitted, each with its wire key (decision Q15). */
import type { FunctionModel, Model, ResolverModel } from "../model.js";

export interface Slot {
  readonly resolver: ResolverModel;
  /** The parameter's name; a dotted path for a dependency; a shared resolver has its first one. */
  readonly key: string;
  /** At least one consumer wants the whole outcome. */
  readonly outcome: boolean;
}

/** Dependencies first, else in the order of declaration. */
export function slotsOf(model: Model, { parameters }: Pick<FunctionModel, "parameters">): Slot[] {
  const keys = new Map<string, string>();
  const outcomes = new Set<string>();
  const ordered: string[] = [];
  const visit = (parameters: FunctionModel["parameters"], prefix: string): void => {
    for (const parameter of parameters) {
      if (parameter.kind !== "resolved" || parameter.resolver === null) continue;
      const { resolver: id } = parameter;
      if (parameter.outcome) outcomes.add(id);
      if (keys.has(id)) continue;
      const key = prefix + parameter.name;
      keys.set(id, key);
      visit(model.resolvers[id]?.parameters ?? [], `${key}.`);
      ordered.push(id);
    }
  };
  visit(parameters, "");
  return ordered.flatMap((id) => {
    const resolver = model.resolvers[id];
    return resolver === undefined ? [] : [{ resolver, key: keys.get(id) ?? id, outcome: outcomes.has(id) }];
  });
}

export interface AskedQuestion {
  /** The wire key, without the asker's name. */
  readonly key: string;
  readonly question: string;
}

/** Every question that a function may lead to: of its resolvers, then of its contexts. */
export function questionsOf(model: Model, { parameters }: Pick<FunctionModel, "parameters">): AskedQuestion[] {
  const slots = slotsOf(model, { parameters });
  const asked = slots.flatMap(({ key, resolver: { question } }) => (question === null ? [] : [{ key, question }]));
  return [...asked, ...contextQuestions([{ parameters }, ...slots.map(({ resolver }) => resolver)])];
}

/** The questions in the types of some functions' contexts, each key once. */
export function contextQuestions(functions: readonly Pick<FunctionModel, "parameters">[]): AskedQuestion[] {
  const found = new Map<string, string>();
  for (const { parameters } of functions) {
    for (const parameter of parameters) {
      if (parameter.kind !== "context") continue;
      for (const { key, question } of parameter.asks) if (!found.has(key)) found.set(key, question);
    }
  }
  return [...found].map(([key, question]) => ({ key, question }));
}
