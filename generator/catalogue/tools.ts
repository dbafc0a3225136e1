/** MG10xx: what makes a function a tool, a prompt or a resource. `kind` is which. */
import { entry } from "./entry.js";

const examples: Readonly<Record<string, string>> = {
  tool: "@tool book_table",
  prompt: "@prompt plan_evening",
  resource: "@resource bistro://menu menu",
};

export const toolCatalogue = {
  MG1001: entry<{ kind: string; what: string }>({
    severity: "error",
    message: ({ kind, what }) => `@${kind} stands on ${what}, and only an exported function can be a ${kind}.`,
    help: () => "export the function: export function, or export const name = () => ...",
    explanation: `The generated code imports the function by its name, so it must be exported from its own file, as a
function declaration or as a constant that holds a function. Methods, local functions, default exports without a name and
types cannot be tools, prompts or resources.`,
  }),
  MG1002: entry<{ kind: string; name: string }>({
    severity: "error",
    message: ({ kind, name }) => `'${name}' is not a legal ${kind} name.`,
    help: ({ kind }) => `use 1 to 128 letters, digits, '_', '-' and '.': ${examples[kind] ?? ""}`,
    explanation: `The name on the wire is the text after @tool or @prompt, or behind the address of @resource, else the
function's own name; it is never rewritten. The protocol allows A-Z a-z 0-9 _ - . and at most 128 characters for tools, and
the others keep to the same: the generated file has that name too.`,
  }),
  MG1003: entry<{ name: string }>({
    severity: "warning",
    message: ({ name }) => `Several hosts refuse the tool name '${name}'.`,
    help: () => "use at most 64 letters, digits, '_' and '-'.",
    explanation: `The protocol allows dots and 128 characters, but the model APIs behind several hosts accept only
A-Z a-z 0-9 _ - and 64 characters, and drop such a tool or fail.`,
  }),
  MG1004: entry<{ kind: string; name: string }>({
    severity: "error",
    message: ({ kind, name }) => `Two ${kind}s are called '${name}'.`,
    help: () => "rename one of them, with a name in the tag.",
    explanation: `A client calls a tool or a prompt by its name alone, so a name can stand for one of each kind only. Resources
are read by their address, and shown by their name.`,
  }),
  MG1005: entry<{ kind: string; name: string }>({
    severity: "error",
    message: ({ kind, name }) => `'${name}' has overloads, and a ${kind} has one signature.`,
    help: ({ kind }) => `write a function with one signature and put @${kind} on that.`,
    explanation: `The parameters are the contract with clients. With several signatures there would be several contracts under
one name.`,
  }),
  MG1006: entry<{ kind: string; name: string }>({
    severity: "error",
    message: ({ kind, name }) => `'${name}' is a generator function, and a ${kind} returns one result.`,
    help: () => "return the result; report progress with ctx.progress().",
    explanation: `A call ends with one result. A generator yields many, and nobody would read them.`,
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
    explanation: `The properties of one destructured object are arguments: ({ path, depth = 3 }: Options). The
pattern needs an object type, and each name can stand for one argument only.`,
  }),
  MG1009: entry<{ name: string; type: string }>({
    severity: "error",
    message: ({ name }) => `The parameter '${name}' has no type.`,
    help: ({ name, type }) => `annotate it: ${name}: ${type}`,
    explanation: `The input schema is read from the annotations. A literal default such as kg = 7 is enough, because its
type is plain; any other initialiser is the function's own and shows one value, not what else is allowed.`,
  }),
  MG1010: entry<{ kind: string; name: string }>({
    severity: "error",
    message: ({ kind, name }) => `'${name}' has type parameters, and a ${kind}'s types must be known when it is built.`,
    help: () => "write the concrete types.",
    explanation: `Nobody gives the type arguments when a client calls.`,
  }),
  MG1011: entry<{ kind: string; name: string }>({
    severity: "warning",
    message: ({ kind, name }) => `The ${kind} '${name}' has no description.`,
    help: ({ kind }) => `say what it ${kind === "tool" ? "does" : "is for"} in the first sentence of its doc comment.`,
    explanation: `The description is what a model reads to decide whether to call the tool, and a person to choose the prompt or
the resource. Without one they guess from the name.`,
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
  MG1015: entry<{ tool: string }>({
    severity: "warning",
    message: ({ tool }) => `The result of '${tool}' has the shape of a CallToolResult, and is not typed as one.`,
    help: () => 'say so: import type { CallToolResult } from "@mcp-gen/runtime", and annotate the result with it.',
    explanation: `A function may return its answer plainly: a text, content, or an object, which becomes the structured content
with an output schema of its own. An object with 'content' is such an object too, and a client would get it as JSON inside a
text. With the result typed as CallToolResult it is sent as it stands. If the object is meant, call the property otherwise.`,
  }),
  MG1016: entry<{ tool: string; parameter: string; property: string }>({
    severity: "warning",
    message: ({ tool, parameter }) => `The only argument of '${tool}' is an object called '${parameter}'.`,
    help: ({ parameter, property }) =>
      `to make its properties the arguments, take it apart: ({ ${property}, ... }: ...). To keep it, say what it is instead of '${parameter}'.`,
    explanation: `Each parameter is an argument, so the model has to send {"args": {"path": "..."}} for (args: Options). The
properties of one destructured parameter are the arguments themselves: ({ path }: Options) takes {"path": "..."}, as the
handlers of other libraries do.`,
  }),
} as const;
