/**
 * Two manifests -> what changed between them. Everything about a kind of declaration stands in one row: where the manifest
 * has it, what it is called, and what a change of each field means.
 */
import type { ContractChange, Found, Level } from "./change.js";
import { compareSchemas, type Direction } from "./schema.js";

type Value = Readonly<Record<string, unknown>>;
type Rule = (before: unknown, after: unknown) => Found[];

interface Section {
  /** The manifest's key. Its value is a list, or an object whose keys are the names. */
  readonly key: string;
  readonly noun: string;
  /** The fields that name an element of a list; the first that is there. */
  readonly names: readonly string[];
  readonly gone: Found;
  readonly added: Found | ((name: string, old: Value, now: Value) => Found);
  /** Fields without a rule are no part of the contract. */
  readonly rules: Readonly<Record<string, Rule>>;
}

const gone: Found = { level: "breaking", text: "is gone" };
const added: Found = { level: "safe", text: "is new" };

const reworded =
  (field: string): Rule =>
  () => [{ level: "safe", text: `its ${field} has changed` }];

const replaced =
  (field: string, level: Level, follows: string): Rule =>
  (before, after) => [{ level, text: `its ${field} is ${show(after)} instead of ${show(before)}: ${follows}` }];

const schema =
  (name: string, direction: Direction): Rule =>
  (before, after) =>
    compareSchemas(name, before, after, direction);

/** A result without a schema is text for a model; one with a schema is data that clients read. */
const result: Rule = (before, after) => {
  if (before === undefined) return [{ level: "safe", text: "its result has a schema now" }];
  if (after === undefined) return [{ level: "breaking", text: "its result is no longer data with a schema" }];
  return compareSchemas("result", before, after, "received");
};

const annotations: Rule = (before, after) => {
  const [old, now] = [recordOf(before), recordOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((each) => show(old[each]) !== show(now[each]));
  return names.map((name) => ({
    level: name === "title" ? "safe" : "risky",
    text: `${name} is ${show(now[name])} instead of ${show(old[name])}: hosts decide by it what they ask their users`,
  }));
};

/** A question asks more of a client than the call before it did. */
const questions: Rule = (before, after) => {
  const [old, now] = [listOf(before), listOf(after)];
  return [
    ...now
      .filter((each) => !old.includes(each))
      .map((each): Found => ({ level: "breaking", text: `asks a new question, ${each}: clients without elicitation will fail` })),
    ...old.filter((each) => !now.includes(each)).map((each): Found => ({ level: "safe", text: `no longer asks ${each}` })),
  ];
};

/** Prompts take text arguments, listed by name. */
const promptArguments: Rule = (before, after) => {
  const byName = (value: unknown): Map<string, Value> =>
    new Map((Array.isArray(value) ? value : []).map((each) => [String(recordOf(each).name), recordOf(each)]));
  const [old, now] = [byName(before), byName(after)];
  const found: Found[] = [];
  for (const name of old.keys()) if (!now.has(name)) found.push({ level: "breaking", text: `arguments.${name}: is gone` });
  for (const [name, { required }] of now) {
    const was = old.get(name);
    if (was === undefined) {
      found.push(
        required === true
          ? { level: "breaking", text: `arguments.${name}: is new and required` }
          : { level: "safe", text: `arguments.${name}: is new` },
      );
    } else if (required === true && was.required !== true) {
      found.push({ level: "breaking", text: `arguments.${name}: is required now` });
    } else if (required !== true && was.required === true) {
      found.push({ level: "safe", text: `arguments.${name}: may be absent now` });
    }
  }
  return found;
};

/** Whether one of those that ask a question now was there before; what is new as a whole asks nothing of who does not call it. */
function isAskedBefore(question: string, old: Value, now: Value): boolean {
  return sections.some((section) => {
    const before = elementsOf(section, old[section.key]);
    return [...elementsOf(section, now[section.key])].some(
      ([name, { questions: asked }]) => before.has(name) && listOf(asked).includes(question),
    );
  });
}

const sections: readonly Section[] = [
  {
    key: "tools",
    noun: "tool",
    names: ["name"],
    gone,
    added,
    rules: {
      inputSchema: schema("arguments", "sent"),
      outputSchema: result,
      questions,
      annotations,
      title: reworded("title"),
      description: reworded("description"),
    },
  },
  {
    key: "questions",
    noun: "question",
    names: ["name"],
    // The tools that ask a question tell what its coming and going means.
    gone: { level: "safe", text: "is no longer asked" },
    added: (name, old, now) =>
      isAskedBefore(name, old, now) ? { level: "risky", text: "is new: typed clients need an answer for it" } : added,
    rules: { requestedSchema: schema("answer", "sent"), url: replaced("link", "risky", "users are sent elsewhere") },
  },
  {
    key: "prompts",
    noun: "prompt",
    names: ["name"],
    gone,
    added,
    rules: {
      arguments: promptArguments,
      argumentsSchema: schema("arguments", "sent"),
      inputSchema: schema("arguments", "sent"),
      questions,
      title: reworded("title"),
      description: reworded("description"),
    },
  },
  ...(["resources", "resourceTemplates"] as const).map(
    (key): Section => ({
      key,
      noun: key === "resources" ? "resource" : "resource template",
      names: ["uri", "uriTemplate", "name"],
      gone,
      added,
      rules: {
        name: replaced("name", "risky", "clients that look it up by name miss it"),
        mimeType: replaced("type", "risky", "clients that read it by type may not"),
        questions,
        title: reworded("title"),
        description: reworded("description"),
      },
    }),
  ),
];

const serverRules: Readonly<Record<string, Rule>> = {
  name: replaced("name", "risky", "questions that are open when it is deployed are refused"),
  title: reworded("title"),
  instructions: reworded("instructions"),
  description: reworded("description"),
  websiteUrl: reworded("websiteUrl"),
  icons: reworded("icons"),
};

/** Breaking changes first; within a level by section, and by name. */
export function compareContracts(before: unknown, after: unknown): ContractChange[] {
  const [old, now] = [recordOf(before), recordOf(after)];
  const changes = sections.flatMap((section) => compareSection(section, old, now));
  if (old.server !== undefined)
    changes.push(...compareFields("server", serverRules, recordOf(old.server), recordOf(now.server), null));
  const rank: Readonly<Record<Level, number>> = { breaking: 0, risky: 1, safe: 2 };
  return changes.sort((a, b) => rank[a.level] - rank[b.level]);
}

function compareSection(section: Section, before: Value, after: Value): ContractChange[] {
  const [old, now] = [elementsOf(section, before[section.key]), elementsOf(section, after[section.key])];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name) => {
    const subject = `${section.noun} ${name}`;
    const [was, is] = [old.get(name), now.get(name)];
    const source = sourceOf(is ?? was);
    if (is === undefined) return [{ ...section.gone, subject, source }];
    if (was === undefined) {
      const found = typeof section.added === "function" ? section.added(name, before, after) : section.added;
      return [{ ...found, subject, source }];
    }
    return compareFields(subject, section.rules, was, is, source);
  });
}

function compareFields(
  subject: string,
  rules: Readonly<Record<string, Rule>>,
  before: Value,
  after: Value,
  source: string | null,
): ContractChange[] {
  return Object.entries(rules).flatMap(([field, rule]) =>
    show(before[field]) === show(after[field])
      ? []
      : rule(before[field], after[field]).map((found) => ({ ...found, subject, source })),
  );
}

function elementsOf({ names }: Section, value: unknown): Map<string, Value> {
  if (!Array.isArray(value)) return new Map(Object.entries(recordOf(value)).map(([name, each]) => [name, recordOf(each)]));
  return new Map(
    value.map((each) => {
      const element = recordOf(each);
      return [String(element[names.find((name) => element[name] !== undefined) ?? "name"]), element];
    }),
  );
}

const recordOf = (value: unknown): Value =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Value) : {};
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const sourceOf = (value: Value | undefined): string | null => (typeof value?.source === "string" ? value.source : null);
const show = (value: unknown): string => (value === undefined ? "none" : JSON.stringify(value));
