/** MG11xx: types of arguments and results, and the doc tags on them. */
import { entry } from "./entry.js";

export const typeCatalogue = {
  MG1101: entry<{ path: string }>({
    severity: "error",
    message: ({ path }) => `'${path}' is any: nothing is known about it.`,
    help: () => "write the type that it has.",
    explanation: `A schema made from any lets everything through, and the tool's body would meet values it never expected.
"allowAny": true in mcp-gen.config.json takes any for unknown.`,
  }),
  MG1102: entry<{ path: string; type: string }>({
    severity: "error",
    message: ({ path, type }) => `The type ${type} of '${path}' cannot be found.`,
    help: () => "check the import and the spelling; `npx tsc --noEmit` shows the compiler's own message.",
    explanation: `TypeScript could not resolve the type and would treat it as any. mcp-gen reports it instead.`,
  }),
  MG1103: entry<{ path: string; type: string; reason: string; way: string }>({
    severity: "error",
    message: ({ path, type, reason }) => `'${path}' is ${type}: ${reason}.`,
    help: ({ way }) => way,
    explanation: `Arguments and results travel as JSON. mcp-gen reads what JSON can carry, and Date, URL and Uint8Array as the
text that they are written as. A type that it cannot carry exactly is refused where it stands, never approximated.`,
  }),
  MG1105: entry<{ path: string; type: string }>({
    severity: "error",
    message: ({ path, type }) => `'${path}' leads to ${type}, which never ends.`,
    help: () => "stop the growth: a generic type that refers to itself has to do so with the same type arguments.",
    explanation: `A type that contains itself is written once and referred to. One that contains an ever larger instance of
itself has no end, and no schema.`,
  }),
  MG1106: entry<{ path: string; name: string }>({
    severity: "error",
    message: ({ path, name }) => `The enum ${name} of '${path}' is not exported.`,
    help: ({ name }) => `export it (export enum ${name}), or use a union of strings.`,
    explanation: `TypeScript takes only an enum's own members for it, so the generated code has to name the enum.`,
  }),
  MG1107: entry<{ path: string; name: string }>({
    severity: "error",
    message: ({ path, name }) => `'${path}' has a property called '${name}'.`,
    help: () => "give it another name.",
    explanation: `Reading __proto__ from an object gives its prototype, and writing it replaces that. No generated code can
carry it safely.`,
  }),
  MG1108: entry<{ tag: string; path: string; kinds: string; type: string }>({
    severity: "error",
    message: ({ tag, path, kinds, type }) => `@${tag} is for ${kinds}, and '${path}' is ${type}.`,
    help: ({ tag }) => `remove @${tag}, or change the type.`,
    explanation: `A tag that does not fit the type would stand in the schema and check nothing.`,
  }),
  MG1109: entry<{ tag: string; text: string; expected: string }>({
    severity: "error",
    message: ({ tag, text, expected }) => `@${tag} needs ${expected}, not '${text}'.`,
    help: ({ tag, expected }) => `write @${tag} and then ${expected}.`,
    explanation: `Values of tags are read when the project is built, so that a slip never reaches the schema.`,
  }),
  MG1110: entry<{ path: string; value: string; expected: string }>({
    severity: "error",
    message: ({ path, value, expected }) => `The default ${value} does not fit '${path}', which is ${expected}.`,
    help: ({ expected }) => `give a default that is ${expected}.`,
    explanation: `A default is filled in before anything else sees the value, so it has to pass the same checks.`,
  }),
  MG1111: entry<{ path: string }>({
    severity: "error",
    message: ({ path }) => `'${path}' may be undefined, and JSON has no undefined.`,
    help: () => "use null instead.",
    explanation: `A property that is undefined is simply not sent. An element of an array or a result has no such way out.`,
  }),
  MG1112: entry<{ path: string; type: string }>({
    severity: "warning",
    message: ({ path, type }) => `'${path}' leads back to ${type}: the schema refers to itself.`,
    help: () => "several hosts drop $defs; a flat array whose members refer to each other by id works everywhere.",
    explanation: `A type that contains itself is written as a definition ($defs) with a local reference ($ref). Schemas are
otherwise written out in full, because several hosts do not follow references.`,
  }),
  MG1113: entry<{ path: string }>({
    severity: "warning",
    message: ({ path }) => `'${path}' is a function, and is left out: JSON has no functions.`,
    help: () => "take it out of the type, or use Omit, so that the body does not count on it.",
    explanation: `A client cannot send a function, and none can be sent to it. The other properties of the type are read.`,
  }),
  MG1114: entry<{ path: string; tag: string; against: string }>({
    severity: "error",
    message: ({ path, tag, against }) => `@${tag} and @${against} of '${path}' leave no value.`,
    help: ({ tag, against }) => `correct @${tag} or @${against}.`,
    explanation: `A lower bound above the upper one would refuse every call.`,
  }),
  MG1115: entry<{ tool: string }>({
    severity: "warning",
    message: ({ tool }) => `The arguments of ${tool} are no plain object: several hosts drop such a tool.`,
    help: () => "use one object with optional properties, or put the union into a property.",
    explanation: `The schema of a tool has to be an object. A union of objects keeps "type": "object" at its root, with the
alternatives beside it, which several hosts do not read.`,
  }),
  MG1116: entry<{ path: string; type: string }>({
    severity: "warning",
    message: ({ path, type }) => `'${path}' is ${type}: only its TypeScript type is read.`,
    help: () => "say bounds and formats with doc tags, or parse the value with the schema in the body too.",
    explanation: `A schema library infers a type from its schema, and what the schema checks beyond that (lengths, patterns,
refinements) is not in the type. The emitted schema and checks are made from the type alone.`,
  }),
} as const;
