/** generator/views.ts -> the JSON Schema of the context, and its reference with examples out of a real project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import type { HelperRule } from "../../generator/templating/helper-rules.js";
import type { ContextSchema, Shape } from "../../generator/templating/shape.js";
import { root } from "../generator/harness.js";

type Node = { readonly [keyword: string]: unknown };

const file = ts.createSourceFile(
  "views.ts",
  readFileSync(join(root, "generator/views.ts"), "utf8"),
  ts.ScriptTarget.ESNext,
  true,
);
const interfaces = new Map(file.statements.filter(ts.isInterfaceDeclaration).map((each) => [each.name.text, each]));

/** What the types of other files are to a template. */
const others: Readonly<Record<string, Node>> = {
  Code: { type: "string", contentMediaType: "text/typescript" },
  Json: {},
  Schema: { type: "object", additionalProperties: {} },
};

export function contextSchema(): object {
  const all = new Map([...interfaces].filter(([name]) => name !== "Plan").map(([name, each]) => [name, objectOf(each)]));
  const top = all.get("TemplateContextV1");
  if (top === undefined) throw new Error("There is no TemplateContextV1.");
  // Interfaces that others only build on are no part of it.
  const defs: Record<string, Node> = {};
  const reach = (node: Node): void => {
    for (const [, name = ""] of JSON.stringify(node).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      const found = all.get(name);
      if (found === undefined || name in defs) continue;
      defs[name] = found;
      reach(found);
    }
  };
  reach(top);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "TemplateContextV1",
    description: "What the templates of mcp-gen see, by the name of the template. Made from generator/views.ts.",
    ...top,
    $defs: defs,
  };
}

function objectOf(declaration: ts.InterfaceDeclaration): Node {
  const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression.getText()));
  return merged(declaration, [...bases.map(baseOf), members(declaration.members)]);
}

function baseOf(name: string): Node {
  const found = interfaces.get(name);
  if (found === undefined) throw new Error(`views.ts has no interface ${name}.`);
  return objectOf(found);
}

function merged(node: ts.Node, parts: readonly Node[]): Node {
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  return { ...described(node), type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function members(list: ts.NodeArray<ts.TypeElement>): Node {
  const properties = list.filter(ts.isPropertySignature).map((each) => {
    if (each.type === undefined || each.questionToken !== undefined) throw new Error(`${each.getText()} is optional.`);
    const name = ts.isStringLiteral(each.name) ? each.name.text : each.name.getText();
    return [name, { ...described(each), ...typeOf(each.type) }] as const;
  });
  return { properties: Object.fromEntries(properties) };
}

function typeOf(node: ts.TypeNode): Node {
  if (ts.isTypeOperatorNode(node)) return typeOf(node.type);
  if (ts.isParenthesizedTypeNode(node)) return typeOf(node.type);
  if (ts.isArrayTypeNode(node)) return { type: "array", items: typeOf(node.elementType) };
  if (ts.isUnionTypeNode(node)) return { anyOf: node.types.map(typeOf) };
  if (ts.isIntersectionTypeNode(node))
    return merged(
      node,
      node.types.map((each) => (ts.isTypeReferenceNode(each) ? baseOf(each.typeName.getText()) : typeOf(each))),
    );
  if (ts.isTypeLiteralNode(node)) return merged(node, [members(node.members)]);
  if (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword) return { type: "null" };
  if (node.kind === ts.SyntaxKind.StringKeyword) return { type: "string" };
  if (node.kind === ts.SyntaxKind.BooleanKeyword) return { type: "boolean" };
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText();
    const [, value] = node.typeArguments ?? [];
    if (name === "Readonly" && node.typeArguments?.[0] !== undefined) return typeOf(node.typeArguments[0]);
    if (name === "Record" && value !== undefined) return { type: "object", additionalProperties: typeOf(value) };
    if (Object.hasOwn(others, name)) return others[name] ?? {};
    if (interfaces.has(name)) return { $ref: `#/$defs/${name}` };
  }
  throw new Error(`A context cannot have the type ${node.getText()}.`);
}

function described(node: ts.Node): Node {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = typeof comment?.comment === "string" ? comment.comment.replace(/\s*\n\s*/g, " ") : "";
  return text === "" ? {} : { description: text };
}

const refOf = ({ $ref, anyOf, items }: Shape): string | null =>
  $ref?.slice("#/$defs/".length) ??
  (items === undefined ? null : refOf(items)) ??
  anyOf?.map(refOf).find((each) => each !== null) ??
  null;

/** The type of a field as the reference shows it. */
function typeText(shape: Shape): string {
  if (shape.$ref !== undefined) return shape.$ref.slice("#/$defs/".length);
  if (shape.anyOf !== undefined) return shape.anyOf.map(typeText).join(" or ");
  if (shape.type === "array") return `list of ${typeText(shape.items ?? {})}`;
  if (shape.contentMediaType !== undefined) return "Code";
  if (shape.properties !== undefined) return "object";
  if (shape.type === "object") return "JSON object";
  return shape.type === "string" ? "text" : (shape.type ?? "JSON");
}

/** Example values of the fields, by `Interface.field`: the first that says something. */
export function examplesIn(schema: ContextSchema, views: Readonly<Record<string, readonly unknown[]>>): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (shape: Shape, value: unknown, owner: string): void => {
    if (value === null || value === undefined) return;
    const name = refOf(shape);
    if (Array.isArray(value)) {
      for (const each of value)
        visit(shape.items ?? shape.anyOf?.find(({ items }) => items !== undefined)?.items ?? {}, each, owner);
      return;
    }
    const target =
      name === null
        ? shape.properties === undefined
          ? shape.anyOf?.find(({ properties }) => properties !== undefined)
          : shape
        : schema.$defs[name];
    if (target?.properties === undefined || typeof value !== "object") return;
    for (const [field, inner] of Object.entries(target.properties)) {
      const held = (value as Readonly<Record<string, unknown>>)[field];
      const key = `${name ?? owner}.${field}`;
      const isEmpty = held === null || held === "" || (Array.isArray(held) && held.length === 0);
      if (!found.has(key) && !isEmpty) found.set(key, exampleOf(held));
      visit(inner, held, key);
    }
  };
  for (const [name, list] of Object.entries(views)) for (const view of list) visit(schema.properties[name] ?? {}, view, name);
  return found;
}

/** The example of a field, or of one with its name elsewhere: some are inherited, and empty in one of the places. */
export const exampleFor = (examples: ReadonlyMap<string, string>, owner: string, field: string): string | undefined =>
  examples.get(`${owner}.${field}`) ?? [...examples].find(([key]) => key.endsWith(`.${field}`))?.[1];

function exampleOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
const code = (text: string): string => (text.includes("`") ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``);

/** One table an interface; inline objects stand below the field that holds them. */
export function reference(schema: ContextSchema, examples: ReadonlyMap<string, string>): string {
  const table = (title: string, owner: string, { description, properties }: Shape): string => {
    const rows = Object.entries(properties ?? {}).map(([field, shape]) => {
      const example = exampleFor(examples, owner, field);
      return [code(field), cell(typeText(shape)), cell(shape.description ?? ""), example === undefined ? "" : code(example)];
    });
    const inner = Object.entries(properties ?? {}).flatMap(([field, shape]) => {
      const held = shape.properties === undefined ? shape.anyOf?.find((each) => each.properties !== undefined) : shape;
      return held === undefined ? [] : [table(`${owner}.${field}`, `${owner}.${field}`, held)];
    });
    const head = `#### ${title}\n\n${description === undefined ? "" : `${description}\n\n`}`;
    const lines = [["field", "type", "meaning", "example"], ["---", "---", "---", "---"], ...rows].map(
      (row) => `| ${row.join(" | ")} |`,
    );
    return [`${head}${lines.join("\n")}\n`, ...inner].join("\n");
  };
  const tops = Object.entries(schema.properties).map(([name, shape]) => `| \`${name}\` | ${typeText(shape)} |`);
  const all = Object.entries(schema.$defs).map(([name, shape]) => table(name, name, shape));
  return [`| template | context |\n| --- | --- |\n${tops.join("\n")}\n`, ...all].join("\n");
}

/** One row a helper. */
export function helperTable(helpers: Readonly<Record<string, HelperRule>>): string {
  const rows = Object.entries(helpers).map(([name, { takes, isRest, options, description, places }]) => {
    const call = [name, ...takes, ...(isRest ? ["..."] : []), ...Object.entries(options).map(([key, kind]) => `${key}=${kind}`)];
    return `| \`${call.join(" ")}\` | ${cell(description)} | ${places?.join(", ") ?? "anywhere"} |`;
  });
  return ["| helper | gives | stands in |", "| --- | --- | --- |", ...rows, ""].join("\n");
}
