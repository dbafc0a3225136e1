/** MG2xxx: questions to the user. A form is flat: the protocol says so, and clients draw nothing else. */
import { entry } from "./entry.js";

const flat = `The protocol lets a server ask for a flat form only: text, number, yes or no, a choice of strings, or several
choices of strings. Clients draw one form from it; nothing nests. Tool arguments are not restricted so.`;

export const questionCatalogue = {
  MG2001: entry<{ field: string; flattened: string }>({
    severity: "error",
    message: ({ field }) => `Elicitation field '${field}' is an object, and a form is flat.`,
    help: ({ flattened }) =>
      flattened === ""
        ? "ask for its parts with fields of their own, or take it as an argument of the tool."
        : `put the fields on the model itself: ${flattened}.`,
    explanation: flat,
  }),
  MG2002: entry<{ field: string }>({
    severity: "error",
    message: ({ field }) => `Elicitation field '${field}' is an array of something else than choices.`,
    help: () => `list what can be chosen: ("red" | "green")[], or ask for text and split it.`,
    explanation: `${flat}

An array in a form is a list of boxes to tick, so its elements are a union of strings or a string enum.`,
  }),
  MG2003: entry<{ field: string }>({
    severity: "error",
    message: ({ field }) => `Elicitation field '${field}' allows null, and a form field cannot be null.`,
    help: ({ field }) => `make it optional: ${field}?: ...`,
    explanation: `${flat}

A field that the user leaves empty is not in the answer at all.`,
  }),
  MG2004: entry<{ field: string; type: string }>({
    severity: "error",
    message: ({ field, type }) => `Elicitation field '${field}' is a union of different kinds: ${type}.`,
    help: () => "give each kind a field of its own, or take one kind.",
    explanation: flat,
  }),
  MG2005: entry<{ field: string; type: string }>({
    severity: "error",
    message: ({ field, type }) => `Elicitation field '${field}' is a choice of something else than strings: ${type}.`,
    help: () => "use strings as choices and convert them, or a number with @minimum and @maximum.",
    explanation: `${flat}

Choices in a form are strings.`,
  }),
  MG2006: entry<{ field: string; type: string }>({
    severity: "error",
    message: ({ field, type }) => `Elicitation field '${field}' is ${type}, which a form cannot ask for.`,
    help: () => "ask for a string (@format date, date-time, email or uri), a number, a boolean or a choice.",
    explanation: flat,
  }),
  MG2007: entry<{ field: string; tag: string }>({
    severity: "error",
    message: ({ field, tag }) => `Elicitation field '${field}' has @${tag}, which a form cannot carry.`,
    help: () => "check it in the resolver, and ask again in other words when it does not hold.",
    explanation: `A form knows @minimum, @maximum, @integer, @minLength, @maxLength, @minItems, @maxItems, @default, and @format with
email, uri, date or date-time. Clients refuse a form with any other constraint.`,
  }),
  MG2008: entry<{ field: string }>({
    severity: "error",
    message: ({ field }) => `Elicitation field '${field}' looks like a secret, and a form must not ask for one.`,
    help: () => "send the user to a page of yours with elicitUrl, or write @notSecret on the field if it is none.",
    explanation: `The protocol forbids asking for passwords, keys, tokens and card numbers in a form: the answer passes through
the client and may reach the model. A link (url mode) leads the user to a page that only you and the user see.`,
  }),
  MG2009: entry<{ model: string }>({
    severity: "error",
    message: ({ model }) => `A question is asked with ${model}, and a form needs an object with fields.`,
    help: () => "ask with an interface that has one property for each field.",
    explanation: flat,
  }),
  MG2010: entry<{ model: string }>({
    severity: "error",
    message: ({ model }) => `The question model ${model} has an index signature: its fields are not known.`,
    help: () => "name each field.",
    explanation: flat,
  }),
  MG2011: entry<{ key: string }>({
    severity: "error",
    message: ({ key }) => `The question key '${key}' stands for two different models in one tool.`,
    help: () => "use two keys.",
    explanation: `A tool and its resolvers share one set of question keys, because the key is the question's name on the wire.`,
  }),
  MG2012: entry<Record<never, string>>({
    severity: "error",
    message: () => "The questions of a Context are not written as an object type.",
    help: () => "write Context<{ key: Model }>, with one property for each question.",
    explanation: `Types are gone at run time. The keys in Context<{ key: Model }> are how ctx.elicit("key", ...) finds the form,
so they must be known when the project is built.`,
  }),
  MG2013: entry<{ key: string }>({
    severity: "error",
    message: ({ key }) => `The question key '${key}' is also the name of a resolved parameter.`,
    help: () => "give one of them another name.",
    explanation: `A question is told apart by its key on the wire: the key given to ctx.elicit, or the name of the parameter
that a resolver fills. Two questions of one tool cannot share it.`,
  }),
} as const;
