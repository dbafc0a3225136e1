/**
 * What clients do with the example servers and what comes of it. The cases of a project run in the order of this list
 * against one server: those that delete the folder come last.
 */

import type { Answer, Ending, Profile, Question } from "./driver.js";
import type { Project } from "./projects.js";

export interface Case {
  readonly title: string;
  readonly project: Project;
  readonly profile: Profile;
  readonly call: readonly [tool: string, args: Readonly<Record<string, unknown>>];
  readonly answers?: readonly Answer[];
  /** The questions that are put; none unless given. */
  readonly asked?: readonly Question[];
  /** How the call ends, when every era ends it alike. */
  readonly ending?: Ending;
  readonly endings?: { readonly legacy: Ending; readonly modern: Ending };
}

const accept = (content?: Answer["content"]): Answer =>
  content === undefined ? { action: "accept" } : { action: "accept", content };
const decline: Answer = { action: "decline" };
const cancel: Answer = { action: "cancel" };

/** The refusal of a question that the client did not say it can answer (decision Q7). */
function uncapable(question: string, mode: "form" | "url"): Pick<Case, "endings"> {
  const message = `The client did not declare the capability elicitation.${mode}, which the question '${question}' needs.`;
  const data = { requiredCapabilities: { elicitation: { [mode]: {} } } };
  return {
    endings: { legacy: { error: { code: -32600, message, data } }, modern: { error: { code: -32021, message, data } } },
  };
}

/** Features are a list: bare on modern, wrapped on legacy (decision P18). */
function features(...names: string[]): Pick<Case, "endings"> {
  const text = JSON.stringify(names);
  return { endings: { legacy: { text, structured: { result: names } }, modern: { text, structured: names } } };
}

const confirmQuestion: Question = {
  message: "/srv/project has 2 file(s). Delete anyway?",
  mode: "form",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean", title: "Ok" } }, required: ["ok"] },
};

function deletes(title: string, answer: Answer, ending: Ending): Case {
  const call = ["delete_folder", { path: "/srv/project" }] as const;
  return { title, project: "files", profile: "all", call, answers: [answer], asked: [confirmQuestion], ending };
}

const dateQuestion: Question = {
  message: "No tables for 2 on 2025-12-25. Would you like to try another date?",
  mode: "form",
  requestedSchema: {
    type: "object",
    properties: {
      acceptAlternative: { type: "boolean", title: "Accept Alternative", description: "Try another date?" },
      date: {
        type: "string",
        title: "Date",
        description: "Alternative date (YYYY-MM-DD)",
        format: "date",
        default: "2025-12-26",
      },
    },
    required: ["acceptAlternative"],
  },
};

function books(title: string, answers: readonly Answer[], ending: Ending, profile: Profile = "all"): Case {
  const call = ["book_table", { date: "2025-12-25", partySize: 2 }] as const;
  return { title, project: "bistro", profile, call, answers, asked: answers.map(() => dateQuestion), ending };
}

function pays(title: string, answer: Answer, text: string): Case {
  const question = {
    message: "A 20 EUR deposit confirms your booking.",
    mode: "url",
    url: "https://pay.example.com/deposit/b7",
  };
  const call = ["pay_deposit", { bookingId: "b7" }] as const;
  return { title, project: "bistro", profile: "all", call, answers: [answer], asked: [question], ending: { text } };
}

function issues(title: string, answer: Answer, ending: Ending, profile: Profile = "all"): Case {
  const question: Question = {
    message: "What name should go on the card?",
    mode: "form",
    requestedSchema: { type: "object", properties: { name: { type: "string", title: "Name" } }, required: ["name"] },
  };
  return { title, project: "library", profile, call: ["issue_card", {}], answers: [answer], asked: [question], ending };
}

export const cases: readonly Case[] = [
  {
    title: "a folder with files and no capability",
    project: "files",
    profile: "none",
    call: ["delete_folder", { path: "/srv/project" }],
    ...uncapable("delete_folder.confirm", "form"),
  },
  {
    title: "an empty folder needs no question and no capability",
    project: "files",
    profile: "none",
    call: ["delete_folder", { path: "/srv/empty" }],
    ending: { text: "deleted /srv/empty" },
  },
  {
    title: "a missing argument",
    project: "files",
    profile: "all",
    call: ["delete_folder", {}],
    ending: { isError: true, text: "Invalid arguments for delete_folder:\n- path: missing, expected a string" },
  },
  {
    title: "a misspelt argument",
    project: "files",
    profile: "all",
    call: ["delete_folder", { pth: "/srv/project" }],
    ending: {
      isError: true,
      text: 'Invalid arguments for delete_folder:\n- path: missing, expected a string\n- unknown argument "pth", did you mean path?',
    },
  },
  {
    title: "a value for the resolved parameter is refused",
    project: "files",
    profile: "all",
    call: ["delete_folder", { path: "/srv/project", confirm: { action: "accept", data: { ok: true } } }],
    ending: { isError: true, text: 'Invalid arguments for delete_folder:\n- unknown argument "confirm", known are path' },
  },
  {
    title: "an unknown tool",
    project: "files",
    profile: "all",
    call: ["delete_file", { path: "/srv/project" }],
    ending: { error: { code: -32602, message: "Unknown tool: delete_file" } },
  },
  deletes("declined", decline, { text: "declined: folder not deleted" }),
  deletes("cancelled", cancel, { text: "cancelled: folder not deleted" }),
  deletes("accepted without consent", accept({ ok: false }), { text: "kept the folder" }),
  deletes("answered with the wrong type", accept({ ok: "yes" }), {
    isError: true,
    text: "The answer to the question 'confirm' of delete_folder does not fit:\n- ok: expected true or false, received a string",
  }),
  deletes("accepted without an answer", accept(), {
    isError: true,
    text: "delete_folder did not run: the question 'confirm' was accepted without an answer.",
  }),
  deletes("accepted", accept({ ok: true }), { text: "deleted /srv/project" }),
  {
    title: "once deleted, nothing is left to ask about",
    project: "files",
    profile: "all",
    call: ["delete_folder", { path: "/srv/project" }],
    ending: { text: "deleted /srv/project" },
  },

  {
    title: "a free date needs no question and no capability",
    project: "bistro",
    profile: "none",
    call: ["book_table", { date: "2025-12-24", partySize: 4 }],
    ending: { text: "Booked a table for 4 on 2025-12-24." },
  },
  {
    title: "a question from inside and no capability",
    project: "bistro",
    profile: "none",
    call: ["book_table", { date: "2025-12-25", partySize: 2 }],
    ...uncapable("book_table.alternative", "form"),
  },
  books(
    "a bare elicitation capability means forms",
    [accept({ acceptAlternative: true, date: "2025-12-27" })],
    {
      text: "Booked a table for 2 on 2025-12-27.",
    },
    "forms",
  ),
  {
    title: "a link and a client that takes forms only",
    project: "bistro",
    profile: "forms",
    call: ["pay_deposit", { bookingId: "b7" }],
    ...uncapable("pay_deposit.url", "url"),
  },
  {
    title: "arguments of the wrong types, all reported",
    project: "bistro",
    profile: "all",
    call: ["book_table", { date: 20251225, partySize: "2" }],
    ending: {
      isError: true,
      text: "Invalid arguments for book_table:\n- date: expected a string, received the number 20251225\n- partySize: expected a number, received a string",
    },
  },
  books("another date", [accept({ acceptAlternative: true, date: "2025-12-27" })], {
    text: "Booked a table for 2 on 2025-12-27.",
  }),
  books("the default date", [accept({ acceptAlternative: true })], { text: "Booked a table for 2 on 2025-12-26." }),
  books(
    "the same date again, then another",
    [accept({ acceptAlternative: true, date: "2025-12-25" }), accept({ acceptAlternative: true, date: "2025-12-28" })],
    { text: "Booked a table for 2 on 2025-12-28." },
  ),
  books("no other date", [accept({ acceptAlternative: false })], { text: "No booking made." }),
  books("declined", [decline], { text: "No booking made." }),
  books("cancelled", [cancel], { text: "No booking made." }),
  books("answered with the wrong type", [accept({ acceptAlternative: "true" })], {
    isError: true,
    text: "The answer to the question 'alternative' of book_table does not fit:\n- acceptAlternative: expected true or false, received a string",
  }),
  books("answered with what is no date", [accept({ acceptAlternative: true, date: "soon" })], {
    isError: true,
    text: "The answer to the question 'alternative' of book_table does not fit:\n- date: expected a date such as 2025-12-26, received a string",
  }),
  pays("a link accepted", accept(), "Complete the payment in your browser."),
  pays("a link declined", decline, "No deposit taken. The booking expires in one hour."),
  pays("a link cancelled", cancel, "No deposit taken. The booking expires in one hour."),

  { title: "no features", project: "library", profile: "none", call: ["client_features", {}], ...features() },
  {
    title: "a card and no capability",
    project: "library",
    profile: "none",
    call: ["issue_card", {}],
    ...uncapable("issue_card.holder", "form"),
  },
  { title: "one feature", project: "library", profile: "forms", call: ["client_features", {}], ...features("elicitation") },
  issues("a card for a client that takes forms only", accept({ name: "Ada" }), { text: "Card issued to Ada." }, "forms"),
  {
    title: "all features",
    project: "library",
    profile: "all",
    call: ["client_features", {}],
    ...features("elicitation", "sampling", "roots"),
  },
  issues("a card", accept({ name: "Ada" }), { text: "Card issued to Ada." }),
  issues("a card declined", decline, { text: "No card issued." }),
  issues("a card cancelled", cancel, { text: "No card issued." }),
  issues("a card for a number", accept({ name: 7 }), {
    isError: true,
    text: "The answer to the question 'holder' of issue_card does not fit:\n- name: expected a string, received the number 7",
  }),
];

/** The tools of each project, in the order in which they are listed. */
export const toolsOf: Record<Project, readonly string[]> = {
  files: ["delete_folder"],
  bistro: ["book_table", "confirm_deposit", "pay_deposit"],
  library: ["client_features", "issue_card"],
};
