/** MG02xx: what `diff` finds between two contracts. */
import { entry } from "./entry.js";

export const contractCatalogue = {
  MG0201: entry<{ subject: string; text: string }>({
    severity: "error",
    message: ({ subject, text }) => `${subject}: ${text}.`,
    help: () => "keep the old form beside the new one until no client uses it, or publish a new major version.",
    explanation: `Clients that were written for the older contract may fail: a tool is gone, an argument that they send is
refused, one that they do not send is required, a result lacks what they read, or a call asks a question that it did not ask
before, which a client without elicitation can't answer.`,
  }),
  MG0202: entry<{ subject: string; text: string }>({
    severity: "warning",
    message: ({ subject, text }) => `${subject}: ${text}.`,
    help: () => "make sure that nobody counts on the old meaning.",
    explanation: `Clients go on working, and something means something else to them: another default, another hint to the
host, a field of a result that was optional and is gone.`,
  }),
} as const;
