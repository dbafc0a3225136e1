/** MG4xxx: prompts, resources, completion, and what the tags of an offered function say. */
import { entry } from "./entry.js";

export const offerCatalogue = {
  MG4001: entry<{ first: string; second: string }>({
    severity: "error",
    message: ({ first, second }) => `@${second} stands in a comment that has @${first} already.`,
    help: () => "write a function for each, and let one call the other.",
    explanation: `A function is a tool, a prompt or a resource, once. Each has parameters and results of its own, and the tags
around the first would say something else for the second.`,
  }),
  MG4002: entry<{ tag: string; kind: string; kinds: string }>({
    severity: "error",
    message: ({ tag, kind, kinds }) => `@${tag} says something about a ${kinds}, and this is a ${kind}.`,
    help: () => "remove it.",
    explanation: `Hints such as @readOnly belong to tools, @mimeType, @size, @audience, @priority and @lastModified to resources,
@completes to prompts and resource templates. Elsewhere the protocol has no place for them, and nobody would hear what was said.`,
  }),
  MG4003: entry<{ argument: string; owner: string; type: string }>({
    severity: "error",
    message: ({ argument, owner, type }) => `The argument '${argument}' of ${owner} is ${type}, and these arguments are text.`,
    help: ({ argument }) => `take a string and convert it: ${argument}: string`,
    explanation: `The protocol carries the arguments of prompts and the variables of an address as text. A string, a choice of
texts, a template literal, a Date and a URL can be read from text in one way; numbers, booleans, null, objects and lists cannot.`,
  }),
  MG4004: entry<{ owner: string; type: string; expected: string }>({
    severity: "error",
    message: ({ owner, type }) => `The result of ${owner} is ${type}.`,
    help: ({ expected }) => `return ${expected}.\nData can be sent as text: JSON.stringify(value)`,
    explanation: `A prompt gives messages and a resource gives contents, in the shapes of the protocol: PromptValue and
ResourceValue of @mcp-gen/runtime name all that a function may return. An object that is written in place needs its type
written too, or TypeScript takes role: "user" for any text.`,
  }),
  MG4005: entry<{ uri: string; reason: string }>({
    severity: "error",
    message: ({ uri, reason }) =>
      uri === "" ? "@resource names no address." : `'${uri}' is no address and no template of addresses: ${reason}.`,
    help: () => "write an absolute URI, with a variable in braces for each parameter: @resource shop://orders/{id} order",
    explanation: `Behind @resource stands the address of the resource, or a template (RFC 6570) of the addresses of many. Templates
may use {name}, {+name}, {#name}, {.name}, {/name}, {?name} and {&name}, with one variable or several. The modifiers '*' and ':3'
and the operator ';' are not supported, and between two variables something has to tell where the first ends.`,
  }),
  MG4006: entry<{ variable: string; resource: string; nearest: string }>({
    severity: "error",
    message: ({ variable, resource }) =>
      `The resource '${resource}' has no parameter for the variable '${variable}' of its address.`,
    help: ({ variable, nearest }) =>
      nearest === "" ? `add it: ${variable}: string` : `did you mean '${nearest}'? Else add it: ${variable}: string`,
    explanation: `Each variable of the template is handed to the parameter of the same name. A variable that nobody reads would
make different addresses of one thing.`,
  }),
  MG4007: entry<{ argument: string; uri: string }>({
    severity: "error",
    message: ({ argument, uri }) => `The parameter '${argument}' is no variable of ${uri}.`,
    help: ({ argument }) => `add it to the address: {${argument}}, or {?${argument}} for one that may be missing.`,
    explanation: `A resource is read by its address alone, so that its parameters can come from nowhere else. What the user is to
decide is asked by a Resolve parameter.`,
  }),
  MG4008: entry<{ uri: string }>({
    severity: "error",
    message: ({ uri }) => `Two resources have the address ${uri}.`,
    help: () => "give one of them another address.",
    explanation: `A client reads a resource by its address, so an address can stand for one only.`,
  }),
  MG4009: entry<{ argument: string; owner: string; nearest: string }>({
    severity: "error",
    message: ({ argument, owner }) => `@completes names '${argument}', which is no argument of ${owner}.`,
    help: ({ nearest }) =>
      nearest === "" ? "write the argument first: @completes city findCities" : `did you mean '${nearest}'?`,
    explanation: `@completes names an argument, then the function that completes it. Only what a client sends can be completed.`,
  }),
  MG4010: entry<{ name: string; reason: string }>({
    severity: "error",
    message: ({ name, reason }) => `'${name}' cannot complete: ${reason}.`,
    help: () =>
      "it stands in this file, or is imported or exported again there: export function findCities(typed: string, country?: string): string[]",
    explanation: `A completing function takes what was typed so far and returns the values to choose from, or a promise of them.
Further parameters are other arguments by their names; they are undefined until the user has settled them.`,
  }),
  MG4012: entry<{ name: string; kind: string; other: string }>({
    severity: "error",
    message: ({ name, kind, other }) => `The ${kind} and the ${other} called '${name}' both may ask the user.`,
    help: () => "rename one of them, with a name in the tag.",
    explanation: `A client tells questions apart by the name of what asks them. A tool and a prompt of one name are fine as long as
at most one of them asks.`,
  }),
} as const;
