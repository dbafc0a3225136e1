/** An inspection as text for a person. */
import { fieldsOf, isObject } from "../answer/field.js";
import { demands, shownInLine } from "../answer/shown.js";
import { paint, type Style } from "../formats/style.js";
import type { Schema } from "../schema/json-schema.js";
import { formOf } from "./form.js";
import type { AskedOnPath, InjectedParameter, InspectedOffer, Inspection, Size } from "./inspection.js";

export function textOf({ server, toolsList, budget, offers }: Inspection, style: Style): string {
  const count = offers.filter(({ kind }) => kind === "tool").length;
  const limit = budget === null ? "" : `, of a budget of ${budget}`;
  const head = `${server.name} ${server.version}: ${count} ${count === 1 ? "tool" : "tools"}, ${sizeWords(toolsList)}${limit}`;
  return [head, ...offers.map((offer) => offerText(offer, style))].join("\n\n");
}

export const sizeWords = ({ bytes, tokens }: Size): string => `${bytes} bytes, about ${tokens} tokens`;

function offerText(offer: InspectedOffer, style: Style): string {
  const parts = Object.entries(offer.parts).map(([key, { bytes }]) => `${key} ${bytes}`);
  const sees = { tool: "The model sees", prompt: "The user picks", resource: "The client reads" }[offer.kind];
  return [
    `${paint(style, "bold", `${offer.kind} ${offer.name}`)}  ${paint(style, "dim", offer.source)}`,
    `  ${sizeWords(offer.size)} (${parts.join(", ")})`,
    ...section(sees, [...descriptionLines(offer.seen), ...argumentLines(offer)]),
    ...section("Injected", offer.injected.map(injectedWords)),
    ...section("May ask", offer.questions.flatMap(questionLines)),
  ].join("\n");
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${line}`)];

const descriptionLines = ({ description }: Schema): string[] =>
  typeof description === "string" && description !== "" ? description.split("\n").map(shownInLine) : [];

function argumentLines({ seen, arguments: names }: InspectedOffer): string[] {
  const input = isObject(seen.inputSchema) ? seen.inputSchema : {};
  const properties = isObject(input.properties) ? input.properties : {};
  const required = Array.isArray(input.required) ? input.required : [];
  const listed = Array.isArray(seen.arguments) ? (seen.arguments as readonly Schema[]) : [];
  return names.map((name) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isRequired = required.includes(name) || listed.some((each) => each.name === name && each.required === true);
    const type = isObject(schema) ? `: ${typeWords(schema)}` : "";
    const preset = isObject(schema) && schema.default !== undefined ? ` = ${JSON.stringify(schema.default)}` : "";
    const mark = isRequired || preset !== "" || seen.uri !== undefined || seen.uriTemplate !== undefined ? "" : "?";
    return shownInLine(`${name}${mark}${type}${preset}`);
  });
}

function typeWords(schema: Readonly<Record<string, unknown>>): string {
  const { type, enum: choices, items, const: only, format } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices)) return choices.map((each) => JSON.stringify(each)).join(" | ");
  if (type === "array" && isObject(items)) return `array of ${typeWords(items)}`;
  if (typeof format === "string") return `${String(type)} (${format})`;
  if (typeof type === "string") return type;
  return Array.isArray(type) ? type.join(" | ") : "see its schema (--json)";
}

function injectedWords({ parameter, by, resolver, reads, usedBy }: InjectedParameter): string {
  if (by === "runtime") return `${parameter}: the context, by the runtime`;
  const from = reads.length === 0 ? "" : ` from ${reads.join(", ")}`;
  const others = usedBy.filter((each) => each !== "" && !parameter.startsWith(`${each}.`));
  return `${parameter}: by ${resolver}${from}${others.length === 0 ? "" : `, also for ${others.join(", ")}`}`;
}

/** Who is asked, and on which path. */
export function askedWords({ kind, path, askedBy, when, needs }: AskedOnPath): string {
  const whom = {
    form: "the user, with a form",
    link: "the user, to open a link",
    model: "the client's model",
    roots: "the client, for its roots",
    "by hand": "whatever the function decides (inputRequired)",
  }[kind];
  const place = when === "before the body" ? `before the body, for ${path}` : "while it runs";
  return `${whom}; by ${askedBy}, ${place}${needs === null ? "" : `; needs ${needs}`}`;
}

function questionLines(asked: AskedOnPath): string[] {
  const form = formOf(asked);
  const fields = form === null ? [] : fieldsOf(form);
  return [
    `${asked.key === null ? "" : `${asked.key}: `}${askedWords(asked)}`,
    ...fields.map(({ title, kind, schema, choices, required, preset }) => {
      const what = kind === "yes-no" ? "yes or no" : choices.map((each) => each.title).join(", ");
      const words = [what, demands(schema), required || preset !== undefined ? "" : "optional"].filter((word) => word !== "");
      const filled = preset === undefined ? "" : `; ${JSON.stringify(preset)} unless changed`;
      return `  - ${shownInLine(title)}${words.length === 0 && filled === "" ? "" : `: ${words.join("; ") || "text"}${filled}`}`;
    }),
  ];
}
