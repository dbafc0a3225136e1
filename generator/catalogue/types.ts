/** MG11xx: types of arguments and results, and the doc tags on them. */
import { entry } from "./entry.js";

export const typeCatalogue = {
  MG1101: entry<{ path: string }>({
    severity: "error",
    message: ({ path }) => `'${path}' is any: nothing is known about it.`,
    help: () => "write the type that it has.",
    explanation: `A schema made from any lets everything through, and the tool's body would meet values it never expected.`,
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
    explanation: `Arguments and results travel as JSON. mcp-gen reads strings, numbers, booleans, literals and their unions,
enums, arrays and plain objects. A type that it cannot carry exactly is refused where it stands, never approximated.`,
  }),
  MG1104: entry<{ path: string; type: string }>({
    severity: "error",
    message: ({ path, type }) => `'${path}' is a union of different kinds: ${type}.`,
    help: () => "choose one kind, or make an object with one optional property for each.",
    explanation: `mcp-gen reads unions of literals, and unions of one type with null or undefined.`,
  }),
  MG1105: entry<{ path: string; type: string }>({
    severity: "error",
    message: ({ path, type }) => `'${path}' leads back to ${type}: the type contains itself.`,
    help: () => "pass the elements as a flat array that refers to its members by id.",
    explanation: `Schemas are written out in full, and a type that contains itself has no end.`,
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
} as const;
