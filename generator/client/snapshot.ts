/**
 * What is known of a server, as a file: the snapshot beside a generated client. It is also read from the other texts that
 * describe a server: the manifest of `mcp-gen build`, the result of tools/list, a response with it, a bare list of tools.
 */
import type { Json } from "../model.js";
import { compareNames } from "../names.js";
import type { Schema } from "../schema/json-schema.js";

export const snapshotFile = "mcp.snapshot.json";

/** Of the shape that manifests have, so that two of either kind can be compared. Lists are sorted; nothing in it tells the time. */
export interface Snapshot {
  readonly server: { readonly name: string };
  readonly tools: readonly Described[];
  readonly prompts: readonly Described[];
  readonly resources: readonly Described[];
  readonly resourceTemplates: readonly Described[];
  /** Questions by `tool.key`; null when it is not known what the server asks. */
  readonly questions: Readonly<Record<string, Schema>> | null;
}

/** An entry of a list, with those of its fields that a client is made from. */
export type Described = { readonly name: string } & { readonly [field: string]: Json };

export interface ReadSnapshot {
  readonly snapshot: Snapshot;
  /** What was left out, and why. */
  readonly notes: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const common = ["title", "description"];
const fieldsOf = {
  tools: [...common, "inputSchema", "outputSchema", "annotations", "questions"],
  prompts: [...common, "arguments", "questions"],
  resources: [...common, "uri", "mimeType", "questions"],
  resourceTemplates: [...common, "uriTemplate", "mimeType", "questions"],
} as const;

type ListName = keyof typeof fieldsOf;

/** What can be read out of a parsed JSON text, or what is wrong with it. `name` is the server's, where the text tells none. */
export function readSnapshot(given: unknown, name: string | null): ReadSnapshot | string {
  if (isTooDeep(given)) return `it is nested more than ${deepest} levels deep`;
  const whole = Array.isArray(given) ? { tools: given } : given;
  if (!isFields(whole)) return "it is neither an object nor a list of tools";
  const found = !("tools" in whole) && isFields(whole.result) ? whole.result : whole;
  if (!Object.keys(fieldsOf).some((key) => Array.isArray(found[key]))) return "it has no list of tools, prompts or resources";
  const notes: string[] = [];
  const mixed = listOf(found.resources);
  const isTemplate = (each: unknown): boolean => isFields(each) && typeof each.uriTemplate === "string";
  const server = isFields(found.server) ? found.server : isFields(found.serverInfo) ? found.serverInfo : {};
  const snapshot: Snapshot = {
    server: { name: name ?? (typeof server.name === "string" ? server.name : "server") },
    tools: described("tools", listOf(found.tools), notes),
    prompts: described("prompts", listOf(found.prompts), notes),
    resources: described(
      "resources",
      mixed.filter((each) => !isTemplate(each)),
      notes,
    ),
    resourceTemplates: described("resourceTemplates", [...listOf(found.resourceTemplates), ...mixed.filter(isTemplate)], notes),
    questions: isFields(found.questions) ? questionsIn(found.questions) : null,
  };
  return { snapshot, notes };
}

/** The text of the file: the same for the same server, whatever the order of its lists. */
export function printSnapshot({ server, tools, prompts, resources, resourceTemplates, questions }: Snapshot): string {
  const lists = { tools, prompts, resources, resourceTemplates };
  const filled = Object.fromEntries(Object.entries(lists).filter(([key, list]) => key === "tools" || list.length > 0));
  return `${JSON.stringify({ snapshotVersion: 1, server, ...filled, ...(questions !== null && { questions }) }, null, 2)}\n`;
}

/** Tools and prompts are told apart by their names, resources by their addresses. */
function described(list: ListName, entries: readonly unknown[], notes: string[]): Described[] {
  const key = list === "resources" ? "uri" : list === "resourceTemplates" ? "uriTemplate" : "name";
  const found = new Map<string, Described>();
  for (const [index, entry] of entries.entries()) {
    const fields: Fields = isFields(entry) ? entry : {};
    const { name = fields[key], [key]: identity } = fields;
    if (typeof name !== "string" || typeof identity !== "string") {
      notes.push(`${list}[${index}] has no ${key} and is left out.`);
    } else if (found.has(identity)) {
      notes.push(`${list}[${index}] is left out: there is another ${JSON.stringify(identity)} before it.`);
    } else {
      const kept = fieldsOf[list].flatMap((field): [string, Json][] =>
        Object.hasOwn(fields, field) && fields[field] !== undefined ? [[field, fields[field] as Json]] : [],
      );
      found.set(identity, { name, ...Object.fromEntries(kept) });
    }
  }
  return [...found].sort(([a, x], [b, y]) => compareNames(x.name, y.name) || compareNames(a, b)).map(([, entry]) => entry);
}

/** Without what only the server's sources know. */
function questionsIn(questions: Fields): Record<string, Schema> {
  const entries = Object.entries(questions).flatMap(([wire, question]): [string, Schema][] => {
    if (!isFields(question) || !isFields(question.requestedSchema)) return [];
    const { requestedSchema, model } = question;
    return [[wire, { requestedSchema: requestedSchema as Schema, ...(typeof model === "string" && { model }) }]];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => compareNames(a, b)));
}

/** Deeper than any schema of people, and shallow enough for every step that follows. */
const deepest = 200;

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
