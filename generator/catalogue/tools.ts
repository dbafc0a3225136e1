/** MG10xx: what makes a function a tool. */
import { entry } from "./entry.js";

export const toolCatalogue = {
  MG1001: entry<{ what: string }>({
    severity: "error",
    message: ({ what }) => `@tool stands on ${what}, and only an exported function can be a tool.`,
    help: () => "export the function: export function, or export const name = () => ...",
    explanation: `The generated code imports the function by its name, so it must be exported from its own file, as a
function declaration or as a constant that holds a function. Methods, local functions, default exports without a name and
types cannot be tools.`,
  }),
  MG1002: entry<{ name: string }>({
    severity: "error",
    message: ({ name }) => `'${name}' is not a legal tool name.`,
    help: () => "use 1 to 128 letters, digits, '_', '-' and '.': @tool book_table",
    explanation: `A tool's name on the wire is the text after @tool, else the function's own name; it is never rewritten.
The protocol allows A-Z a-z 0-9 _ - . and at most 128 characters.`,
  }),
  MG1003: entry<{ name: string }>({
    severity: "warning",
    message: ({ name }) => `Several hosts refuse the tool name '${name}'.`,
    help: () => "use at most 64 letters, digits, '_' and '-'.",
    explanation: `The protocol allows dots and 128 characters, but the model APIs behind several hosts accept only
A-Z a-z 0-9 _ - and 64 characters, and drop such a tool or fail.`,
  }),
  MG1004: entry<{ name: string }>({
    severity: "error",
    message: ({ name }) => `Two tools are called '${name}'.`,
    help: () => "rename one of them: @tool another_name",
    explanation: `A client calls a tool by its name alone, so a name can stand for one tool only.`,
  }),
  MG1005: entry<{ name: string }>({
    severity: "error",
    message: ({ name }) => `'${name}' has overloads, and a tool has one signature.`,
    help: () => "write a function with one signature and put @tool on that.",
    explanation: `The parameters of a tool are its contract. With several signatures there would be several contracts under
one name.`,
  }),
  MG1006: entry<{ name: string }>({
    severity: "error",
    message: ({ name }) => `'${name}' is a generator function, and a tool returns one result.`,
    help: () => "return the result; report progress with ctx.progress().",
    explanation: `A call of a tool ends with one result. A generator yields many, and nobody would read them.`,
  }),
  MG1007: entry<{ name: string }>({
    severity: "error",
    message: ({ name }) => `The rest parameter '...${name}' has no name that a client could send.`,
    help: ({ name }) => `take an array: ${name}: string[]`,
    explanation: `Arguments are sent by name, in one object. A rest parameter is filled by position only.`,
  }),
  MG1008: entry<{ reason: string; way: string }>({
    severity: "error",
    message: ({ reason }) => `A destructured parameter cannot be read: ${reason}.`,
    help: ({ way }) => way,
    explanation: `The properties of one destructured object are arguments of the tool: ({ path, depth = 3 }: Options). The
pattern needs an object type, and each name can stand for one argument only.`,
  }),
  MG1009: entry<{ name: string; type: string }>({
    severity: "error",
    message: ({ name }) => `The parameter '${name}' has no type.`,
    help: ({ name, type }) => `annotate it: ${name}: ${type}`,
    explanation: `The input schema is read from the annotations. A literal default such as kg = 7 is enough, because its
type is plain; any other initialiser is the function's own and shows one value, not what else is allowed.`,
  }),
  MG1010: entry<{ name: string }>({
    severity: "error",
    message: ({ name }) => `'${name}' has type parameters, and a tool's types must be known when it is built.`,
    help: () => "write the concrete types.",
    explanation: `Nobody gives the type arguments when a client calls a tool.`,
  }),
  MG1011: entry<{ name: string }>({
    severity: "warning",
    message: ({ name }) => `The tool '${name}' has no description.`,
    help: () => "say what it does in the first sentence of its doc comment.",
    explanation: `The description is what a model reads to decide whether to call the tool. Without one it guesses from the
name.`,
  }),
  MG1012: entry<{ tag: string; nearest: string }>({
    severity: "warning",
    message: ({ tag }) => `The tag @${tag} is unknown.`,
    help: ({ nearest }) => `did you mean @${nearest}?`,
    explanation: `Tags that mcp-gen does not know are left alone, because doc comments serve other programs too. This one is
so close to a known one that it looks like a slip.`,
  }),
  MG1013: entry<{ name: string; nearest: string }>({
    severity: "warning",
    message: ({ name }) => `@param '${name}' names no parameter.`,
    help: ({ nearest }) => (nearest === "" ? "remove it, or correct the name." : `did you mean '${nearest}'?`),
    explanation: `The text of @param becomes the argument's description. Under a wrong name it reaches nobody.`,
  }),
  MG1014: entry<{ reason: string }>({
    severity: "error",
    message: ({ reason }) => `The source is no TypeScript: ${reason}`,
    help: () => "repair it first; nothing else was looked at.",
    explanation: `A source that cannot be parsed says nothing that could be relied on, so mcp-gen stops there.`,
  }),
} as const;
