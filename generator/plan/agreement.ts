/** The type-level assertion of an emitted file: the source's types are still those that the file was built from. */
import type { Definitions, OfferModel, OptionsParameter, TypeModel } from "../model.js";
import { lineWidth, printString } from "../print.js";
import type { Interface } from "../schema/interfaces.js";
import type { Parts } from "./parts.js";

export interface Agreement {
  readonly interfaces: readonly Interface[];
  readonly lines: readonly string[];
}

/** Nothing for a function without arguments whose result is text, content, messages or contents: the call itself holds those. */
export function agreementOf(offer: OfferModel, body: string, parts: Parts): Agreement {
  const { definitions } = parts.shared;
  const emitted: string[] = [];
  const source: string[] = [];
  for (const [index, parameter] of offer.parameters.entries()) {
    if (parameter.kind === "options" && !isPartialOptions(parameter, definitions)) {
      const alone = offer.parameters.filter(({ kind }) => kind === "argument").length === 0;
      const names = parameter.properties.map(({ name }) => printString(name)).join(" | ");
      const own = alone ? "Arguments" : `Pick<Arguments, ${names}>`;
      // What is filled in is there for the function, whether or not the source leaves it out.
      emitted.push(parameter.whole === null ? `Required<${own}>` : own);
      const given = `NonNullable<Parameters<typeof ${body}>[${index}]>`;
      source.push(parameter.whole === null ? `Required<${given}>` : given);
    } else if (parameter.kind === "argument" && parameter.property !== null && !isPartial(parameter.property.type, definitions)) {
      emitted.push(`Arguments[${printString(parameter.name)}]`);
      source.push(`Parameters<typeof ${body}>[${index}]`);
    }
  }
  const from = parts.interfaces.declared.length;
  const result = offer.kind === "tool" ? offer.result : null;
  if (result?.kind === "structured" && !result.viaJson && !isPartial(result.type, definitions)) {
    emitted.push(parts.interfaces.type(result.type, "Result"));
    const returned = `Awaited<ReturnType<typeof ${body}>>`;
    source.push(offer.rounds ? `Exclude<${returned}, InputRequired>` : returned);
    if (offer.rounds) parts.imports.runtime("InputRequired", true);
  }
  const interfaces = parts.interfaces.declared.slice(from);
  if (emitted.length === 0) return { interfaces, lines: [] };
  const single = `export type Agreement = Agree<[${emitted.join(", ")}], [${source.join(", ")}]>;`;
  if (single.length <= lineWidth) return { interfaces, lines: [single] };
  const list = (items: readonly string[]): string[] => {
    const line = `  [${items.join(", ")}]`;
    return line.length < lineWidth ? [line] : ["  [", ...items.map((item) => `    ${item},`), "  ]"];
  };
  const [first, second] = [list(emitted), list(source)];
  return { interfaces, lines: ["export type Agreement = Agree<", ...first.slice(0, -1), `${first.at(-1)},`, ...second, ">;"] };
}

/** The same of one destructured object: of its own type, or of a property's. */
export const isPartialOptions = ({ partial, properties, whole }: OptionsParameter, definitions: Definitions): boolean =>
  partial || properties.some(({ type }) => isPartial(type, definitions)) || (whole !== null && isPartial(whole, definitions));

/** Whether the source's type says more than the emitted one can: a brand, a method, keys by pattern, an enum out of reach. */
export function isPartial(type: TypeModel, definitions: Definitions, seen: ReadonlySet<string> = new Set()): boolean {
  const below = (each: TypeModel): boolean => isPartial(each, definitions, seen);
  switch (type.kind) {
    case "string":
    case "number":
      return type.branded;
    case "choice":
      return type.branded || type.choices.some(({ member }) => member !== null && member.enumeration === null);
    case "array":
      return below(type.items);
    case "tuple":
      return type.elements.some(below) || (type.rest !== null && below(type.rest));
    case "union":
      return type.members.some(below);
    case "object":
      return (
        type.partial ||
        type.rest.some((each) => each.pattern !== null || below(each.type)) ||
        type.properties.some((each) => below(each.type))
      );
    case "reference": {
      const definition = definitions[type.id];
      return (
        definition !== undefined && !seen.has(type.id) && isPartial(definition.type, definitions, new Set([...seen, type.id]))
      );
    }
    default:
      return false;
  }
}
