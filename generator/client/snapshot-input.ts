/** The snapshot of a server -> what its client is made from. Everything in it is a stranger's word. */
import type { Json } from "../model.js";
import { pascalCase } from "../names.js";
import { withoutTags } from "../print.js";
import type { Schema } from "../schema/json-schema.js";
import { isOpen, isSchema } from "../schema/raw-keywords.js";
import { parseUriTemplate } from "../uri-template.js";
import { checkable } from "./checkable.js";
import type { ClientArguments, ClientInput, ClientQuestion, ClientTextOffer, ClientTool } from "./client-input.js";
import type { Described, Snapshot } from "./snapshot.js";

export function snapshotInput(snapshot: Snapshot): ClientInput {
  const { server, tools, prompts, resources, resourceTemplates, questions } = snapshot;
  return {
    server: server.name,
    tools: tools.map(toolOf),
    prompts: prompts.map(promptOf),
    resources: [...resources.map(resourceOf), ...resourceTemplates.map(templateOf)],
    questions: questions === null ? [] : questionsOf(snapshot, questions),
    links: questions === null ? null : [],
    knowsQuestions: questions !== null,
  };
}

function toolOf(tool: Described): ClientTool {
  const { name, inputSchema, outputSchema } = tool;
  const input = argumentsOf(isSchema(inputSchema) ? inputSchema : { additionalProperties: inputSchema !== false });
  const doc = docOf(tool);
  if (!isSchema(outputSchema)) return { name, doc, input, result: { kind: "whole" } };
  const checked = checkable(outputSchema);
  if ("schema" in checked) {
    const check = isOpen(checked.schema) ? null : checked.schema;
    return { name, doc, input, result: { kind: "checked", schema: outputSchema, check } };
  }
  const remark = `The result is not checked, because its schema can't be compiled: ${checked.reason}.`;
  return { name, doc: `${doc}\n\n${remark}`.trimStart(), input, result: { kind: "checked", schema: outputSchema, check: null } };
}

/** An object that says nothing of its keys is how tools without arguments are described. */
function argumentsOf(schema: Schema): ClientArguments | null {
  const { properties, required, additionalProperties } = schema;
  const isCombined = ["anyOf", "oneOf", "allOf", "$ref", "patternProperties"].some((keyword) => schema[keyword] !== undefined);
  const isTaking = isSchema(properties) && Object.values(properties).some((each) => each !== false);
  const isFree = additionalProperties === true || isSchema(additionalProperties);
  const isRequiring = Array.isArray(required) && required.length > 0;
  if (!isCombined && !isTaking && !isFree && !isRequiring) return null;
  return { schema, isOptional: !isCombined && !isRequiring, isRaw: true };
}

function promptOf(prompt: Described): ClientTextOffer {
  const given = (Array.isArray(prompt.arguments) ? prompt.arguments : []) as readonly Json[];
  const named = given.filter((each): each is Schema & { name: string } => isSchema(each) && typeof each.name === "string");
  const texts = named.map(({ name, description, required }) => ({ name, description, isRequired: required === true }));
  return {
    kind: "prompt",
    name: prompt.name,
    doc: docOf(prompt),
    target: prompt.name,
    input: textsOf(texts),
    takesAddress: false,
  };
}

function resourceOf(resource: Described): ClientTextOffer {
  const { name, uri } = resource;
  return { kind: "resource", name, doc: docOf(resource), target: String(uri), input: null, takesAddress: false };
}

function templateOf(template: Described): ClientTextOffer {
  const target = String(template.uriTemplate);
  const parsed = parseUriTemplate(target);
  const doc = docOf(template);
  const offer = { kind: "resource", name: template.name, target } as const;
  if ("fault" in parsed) {
    const remark = `Give the whole address, filled in: ${target}`;
    return { ...offer, doc: `${doc}\n\n${remark}`.trimStart(), input: null, takesAddress: true };
  }
  const texts = parsed.parts.flatMap((part) => {
    if (typeof part === "string") return [];
    const isRequired = part.operator !== "?" && part.operator !== "&";
    return part.variables.map((name) => ({ name, description: undefined, isRequired }));
  });
  return { ...offer, doc, input: textsOf(texts), takesAddress: false };
}

interface Text {
  readonly name: string;
  readonly description: Json | undefined;
  readonly isRequired: boolean;
}

function textsOf(texts: readonly Text[]): ClientArguments | null {
  if (texts.length === 0) return null;
  const properties = texts.map(({ name, description }): [string, Json] => [
    name,
    { type: "string", ...(typeof description === "string" && { description }) },
  ]);
  const required = texts.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const schema = { type: "object", properties: Object.fromEntries(properties), required, additionalProperties: false };
  return { schema, isOptional: required.length === 0, isRaw: true };
}

/** Equal forms of one model are one question. */
function questionsOf(snapshot: Snapshot, questions: NonNullable<Snapshot["questions"]>): ClientQuestion[] {
  const found = new Map<string, { name: string; schema: Schema; askers: string[]; wires: string[] }>();
  const offers = [...snapshot.tools, ...snapshot.prompts, ...snapshot.resources, ...snapshot.resourceTemplates];
  for (const { name: asker, questions: asked } of offers) {
    for (const wire of Array.isArray(asked) ? (asked as readonly Json[]) : []) {
      const question = typeof wire === "string" && Object.hasOwn(questions, wire) ? questions[wire] : undefined;
      if (typeof wire !== "string" || question === undefined) continue;
      const { model, requestedSchema } = question;
      const name = typeof model === "string" ? model : pascalCase(wire.slice(wire.lastIndexOf(".") + 1));
      const identity = JSON.stringify([name, requestedSchema]);
      const entry = found.get(identity) ?? { name, schema: requestedSchema as Schema, askers: [], wires: [] };
      if (!entry.askers.includes(asker)) entry.askers.push(asker);
      entry.wires.push(wire);
      found.set(identity, entry);
    }
  }
  return [...found.values()];
}

function docOf({ description, title }: Described): string {
  const texts = [description, title].filter((each): each is string => typeof each === "string" && each.trim() !== "");
  return withoutTags((texts[0] ?? "").trim());
}
