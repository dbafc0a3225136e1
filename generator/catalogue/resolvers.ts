/** MG3xxx: Resolve, Context and the graph of resolvers. */
import { entry } from "./entry.js";

export const resolverCatalogue = {
  MG3001: entry<{ marker: string; where: string }>({
    severity: "error",
    message: ({ marker, where }) => `${marker} stands inside ${where}; it has to be a parameter's whole type.`,
    help: ({ marker }) => `make it a parameter of its own: value: ${marker}<...>`,
    explanation: `Resolve and Context say who fills a parameter. Inside another type nobody would fill them, and the value would
be taken from the client instead.`,
  }),
  MG3002: entry<{ parameter: string }>({
    severity: "error",
    message: ({ parameter }) => `The resolver of '${parameter}' cannot be found.`,
    help: () => "write typeof and the name of an exported function: Resolve<Model, typeof askModel>",
    explanation: `The second type argument of Resolve names the function that the runtime calls. It has to be the type of one
function of the project, not a function type written out.`,
  }),
  MG3003: entry<{ resolver: string }>({
    severity: "error",
    message: ({ resolver }) => `The resolver '${resolver}' is not exported.`,
    help: ({ resolver }) => `export it: export function ${resolver}(...)`,
    explanation: `The generated code imports a resolver by its name from the file that declares it.`,
  }),
  MG3004: entry<{ parameter: string; resolver: string; owner: string; nearest: string }>({
    severity: "error",
    message: ({ parameter, resolver, owner }) =>
      `The parameter '${parameter}' of resolver ${resolver} is no argument of ${owner}, no Resolve and no Context.`,
    help: ({ nearest }) =>
      nearest === "" ? "give it the name of an argument, or annotate it with Resolve." : `did you mean '${nearest}'?`,
    explanation: `A resolver is called by the runtime, which fills its parameters: a Resolve by running that resolver, a Context
with the call's context, and any other with the argument of the same name of the tool, prompt or resource.`,
  }),
  MG3005: entry<{ path: string }>({
    severity: "error",
    message: ({ path }) => `Resolvers wait for each other: ${path}.`,
    help: () => "take one of the dependencies out: pass what it needs as an argument.",
    explanation: `Each resolver runs after those that it needs. In a cycle none could be first.`,
  }),
  MG3006: entry<{ parameter: string; resolver: string; owner: string }>({
    severity: "error",
    message: ({ parameter, resolver, owner }) =>
      `The parameter '${parameter}' of resolver ${resolver} has the name of a resolved parameter of ${owner}, not of an argument.`,
    help: ({ parameter }) => `annotate it as it is there: ${parameter}: Resolve<..., typeof ...>`,
    explanation: `Only arguments are passed by name. A value of another resolver is asked for with Resolve, so that the order is
written where it is needed.`,
  }),
  MG3007: entry<{ name: string }>({
    severity: "error",
    message: ({ name }) => `'${name}' is a second Context.`,
    help: () => "keep one, with all the questions: Context<{ first: A; second: B }>",
    explanation: `A call has one context, and the questions of a function stand in one type.`,
  }),
  MG3008: entry<{ name: string; marker: string }>({
    severity: "error",
    message: ({ name, marker }) =>
      `The parameter '${name}' is a ${marker}, so it is always filled: it takes no '?' and no default.`,
    help: () => "remove the '?', the default or the '| undefined'.",
    explanation: `The runtime fills resolved and context parameters in every call. An optional one would suggest that it may be
missing, and a default would never be used.`,
  }),
  MG3009: entry<{ parameter: string; resolver: string; owner: string; given: string; wanted: string }>({
    severity: "error",
    message: ({ parameter, resolver, owner, given, wanted }) =>
      `The argument '${parameter}' of ${owner} is ${given}, and resolver ${resolver} takes ${wanted}.`,
    help: () => "give both the same type, or rename one of them.",
    explanation: `A resolver's parameter that has the name of an argument gets that argument's value.`,
  }),
  MG3010: entry<{ resolver: string; models: string }>({
    severity: "error",
    message: ({ resolver, models }) => `The resolver '${resolver}' asks more than one question: ${models}.`,
    help: () => "split it into two resolvers.",
    explanation: `A resolver has one question, because its answer is stored and checked under the one name of its parameter.`,
  }),
  MG3011: entry<{ resolver: string; given: string; wanted: string }>({
    severity: "error",
    message: ({ resolver, given, wanted }) => `The resolver '${resolver}' gives ${given}, and the parameter is ${wanted}.`,
    help: () => "write the resolver's own result type as the first argument of Resolve.",
    explanation: `Resolve<T, typeof fn> hands over what fn returns, or what the user answered. Both have to be a T.`,
  }),
  MG3012: entry<{ resolver: string }>({
    severity: "error",
    message: ({ resolver }) =>
      `The resolver '${resolver}' has a rest or destructured parameter, which has no name to fill it by.`,
    help: () => "write one parameter for each value.",
    explanation: `The runtime fills a resolver's parameters by name and annotation.`,
  }),
  MG3013: entry<{ resolver: string }>({
    severity: "error",
    message: ({ resolver }) => `The resolver '${resolver}' is a generator function, and a resolver returns one value.`,
    help: () => "return the value, or return elicit(...).",
    explanation: `A resolver is called once a round and returns its value or its question.`,
  }),
  MG3014: entry<{ kind: string; name: string }>({
    severity: "error",
    message: ({ kind, name }) =>
      `The ${kind} '${name}' has resolved parameters and returns InputRequired: a ${kind} asks in one way only.`,
    help: () => "ask with resolvers alone, or take the Resolve parameters out and ask by hand.",
    explanation: `Resolvers and rounds by hand both keep what was answered in the state of the call. In one call each would take
the answers of the other for its own.`,
  }),
  MG3016: entry<{ tag: string; parameter: string; marker: string }>({
    severity: "error",
    message: ({ tag, parameter, marker }) => `@${tag} stands on '${parameter}', which is a ${marker}: nothing is checked there.`,
    help: ({ tag }) => `put @${tag} on the field of the question's model, or on an argument.`,
    explanation: `A resolved parameter holds what a function computed or a user answered. Answers are checked against their model,
and computed values are the function's own.`,
  }),
  MG3015: entry<Record<string, never>>({
    severity: "warning",
    message: () => "The text of this question changes at every run: it is made from the clock or from randomness.",
    help: () => "make the text from arguments and earlier answers alone.",
    explanation: `A resolver runs again in every round, and an answer belongs to the question as it was put. A question with
another text is another question: on a modern connection it would be asked until the client gives up.`,
  }),
} as const;
