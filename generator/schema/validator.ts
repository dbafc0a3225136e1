/**
 * TypeModel -> the statements of the emitted code that check a value and fill in defaults: plain source, all problems in one
 * pass, no closure and no regular expression made for a call. The schema of json-schema.ts says the same.
 */
import type { Json, ObjectType, PropertyModel, TypeModel } from "../model.js";
import { camelCase, isIdentifier, NameScope } from "../names.js";
import { lineWidth, printKey, printList, printLiteral, printString } from "../print.js";
import { describeFormat, describeType, formatOf } from "./describe.js";
import type { Format } from "./keywords.js";
import { itemPath, type Path, printPath, propertyPath } from "./path.js";

/** What the statements of a file share: helpers to import, constants and functions declared beside them. */
export interface Shared {
  /** Notes that a name of the runtime is used. */
  readonly use: (helper: string) => void;
  /** The name of a constant that holds the choices. */
  readonly choices: (values: readonly Json[], wish: string) => string;
  /** The name of the function that checks, or fills, an object: declared on first use. */
  readonly nested: (what: "check" | "fill", type: ObjectType, wish: string) => string;
}

interface Test {
  /** True when the value is wrong. */
  readonly bad: string;
  readonly report: string;
}

const formatChecks: Readonly<Record<Format, string>> = {
  date: "isDate",
  "date-time": "isDateTime",
  email: "isEmail",
  uri: "isUri",
};

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The names in an emitted reader that a property's variable must not hide. */
const taken = ["problems", "index", "item", "undefined", "Number", "Array"];

export interface PropertyStatements {
  /** Takes the properties out of `source`. */
  readonly takes: readonly string[];
  readonly checks: readonly string[];
  /** Each property as a member of an object literal. */
  readonly members: readonly string[];
  /** Properties that are filled in. */
  readonly filled: readonly string[];
}

/** Reads and checks each property of the object in the variable `source`, at a depth of `indent`. */
export function propertyStatements(
  shared: Shared,
  properties: readonly PropertyModel[],
  source: string,
  path: Path,
  options: { readonly indent: number; readonly fill: boolean; readonly hides: Iterable<string> },
): PropertyStatements {
  const expressions = path.flatMap((part) => (typeof part === "string" ? [] : [part.expression]));
  const scope = new NameScope([...taken, source, ...expressions, ...options.hides]);
  const pad = " ".repeat(options.indent);
  const bindings: string[] = [];
  const others: string[] = [];
  const checks: string[] = [];
  const members: string[] = [];
  for (const { name, type, required } of properties) {
    const local = scope.take(
      isIdentifier(name) && camelCase(name) !== `${name}_` ? name : camelCase(name),
      `${camelCase(name)}Value`,
    );
    const preset = options.fill ? type.keywords.default : undefined;
    const nested = options.fill ? fillExpression(shared, type, `${source}${access(name)}`, name) : null;
    const shown = preset === undefined ? null : printLiteral(preset, { indent: 0, used: 0 }).replace(/\n\s*/g, " ");
    if (inherited.has(name) || (nested !== null && preset === undefined)) {
      const own = inherited.has(name) ? `own(${source}, ${printString(name)})` : null;
      if (own !== null) shared.use("own");
      const filled = own === null ? nested : shown === null ? own : `${own} === undefined ? ${shown} : ${own}`;
      others.push(`${pad}const ${local} = ${filled};`);
    } else {
      bindings.push((local === name ? local : `${printKey(name)}: ${local}`) + (shown === null ? "" : ` = ${shown}`));
    }
    const optional = !required && !(type.keywords.default !== undefined);
    checks.push(
      ...checkStatements(shared, type, {
        expression: local,
        path: propertyPath(path, name),
        optional,
        indent: options.indent,
        wish: name,
      }),
    );
    members.push(local === name ? local : `${printKey(name)}: ${local}`);
  }
  const takes = bindings.length === 0 ? [] : [pad + printList("const ", "{", bindings, "}", ` = ${source};`, options.indent)];
  const filled = properties
    .map(({ name }, index) => ({ name, member: members[index] ?? name }))
    .filter(({ name }) => properties.some((each) => each.name === name && each.type.keywords.default !== undefined))
    .map(({ member }) => member);
  return { takes: [...takes, ...others], checks, members, filled };
}

interface Checked {
  readonly expression: string;
  readonly path: Path;
  readonly optional: boolean;
  readonly indent: number;
  /** What to call a constant or function that the check needs. */
  readonly wish: string;
  readonly depth?: number;
}

export function checkStatements(shared: Shared, type: TypeModel, at: Checked): string[] {
  const nullable = type.kind === "union";
  const main = type.kind === "union" ? type.members.find(({ kind }) => kind !== "null") : type;
  const { expression } = at;
  if (main === undefined) return [];
  if (nullable && main.kind === "choice") return guarded(tests(shared, main, at, true), [], at, optionalGuard(at));
  const guard = [...optionalGuard(at), ...(nullable ? [`${expression} !== null`] : [])];
  return guarded(tests(shared, main, at, nullable), inner(shared, main, at, guard.length > 0), at, guard);
}

const optionalGuard = ({ optional, expression }: Checked): string[] => (optional ? [`${expression} !== undefined`] : []);

/** The tests as a chain of `if`, with what comes when all pass, under a guard. */
function guarded(chain: readonly Test[], rest: readonly string[], at: Checked, guard: readonly string[]): string[] {
  const [only] = chain;
  if (guard.length === 0) return chained(chain, rest, at.indent);
  if (chain.length === 1 && only !== undefined && rest.length === 0) {
    const bad = only.bad.includes(" || ") ? `(${only.bad})` : only.bad;
    return chained([{ ...only, bad: [...guard, bad].join(" && ") }], [], at.indent);
  }
  const pad = " ".repeat(at.indent);
  return [`${pad}if (${guard.join(" && ")}) {`, ...chained(chain, rest, at.indent + 2), `${pad}}`];
}

function chained(chain: readonly Test[], rest: readonly string[], indent: number): string[] {
  const pad = " ".repeat(indent);
  const lines = chain.flatMap(({ bad, report }, index) => {
    const head = `${pad}${index === 0 ? "" : "else "}if (${bad})`;
    return fits(`${head} ${report}`) ? [`${head} ${report}`] : [head, ...brokenCall(report, indent + 2)];
  });
  if (rest.length === 0) return lines;
  const [single = ""] = rest;
  const joined = `${pad}else ${single.trimStart()}`;
  return rest.length === 1 && fits(joined)
    ? [...lines, joined]
    : [...lines, `${pad}else {`, ...rest.map((line) => `  ${line}`), `${pad}}`];
}

/** A call on a line of its own, its arguments one a line when even that is too long. */
function brokenCall(call: string, indent: number): string[] {
  const pad = " ".repeat(indent);
  const match = /^(problems\.\w+)\((.*), (\w+)\);$/s.exec(call);
  if (fits(pad + call) || match === null) return [pad + call];
  const [, name = "", middle = "", last = ""] = match;
  const split = middle.indexOf(", ");
  return [
    `${pad}${name}(`,
    `${pad}  ${middle.slice(0, split)},`,
    `${pad}  ${middle.slice(split + 2)},`,
    `${pad}  ${last},`,
    `${pad});`,
  ];
}

const fits = (line: string): boolean => line.length <= lineWidth;

function tests(shared: Shared, type: TypeModel, at: Checked, nullable: boolean): Test[] {
  const { expression, path } = at;
  const expected = (words: string): string =>
    `problems.expected(${printPath(path)}, ${printString(nullable ? `${words} or null` : words)}, ${expression});`;
  const { keywords } = type;
  switch (type.kind) {
    case "string": {
      const format = formatOf(keywords);
      const length = `[...${expression}].length`;
      const bad = [`typeof ${expression} !== "string"`, ...limits(length, keywords.minLength, keywords.maxLength)].join(" || ");
      if (format === null) return [{ bad, report: expected(describeType(type)) }];
      shared.use(formatChecks[format]);
      const plain = describeType({ ...type, keywords: { ...keywords, format: null } });
      return [
        { bad, report: expected(plain) },
        { bad: `!${formatChecks[format]}(${expression})`, report: expected(describeFormat(format)) },
      ];
    }
    case "number": {
      const whole = keywords.integer === true ? [`!Number.isInteger(${expression})`] : [];
      const bad = [`typeof ${expression} !== "number"`, ...whole, ...limits(expression, keywords.minimum, keywords.maximum)];
      return [{ bad: bad.join(" || "), report: expected(describeType(type)) }];
    }
    case "boolean":
    case "null":
      return [
        {
          bad: type.kind === "null" ? `${expression} !== null` : `typeof ${expression} !== "boolean"`,
          report: expected(describeType(type)),
        },
      ];
    case "choice": {
      const values: Json[] = type.choices.map(({ value }) => value);
      const name = shared.choices(nullable ? [...values, null] : values, at.wish);
      shared.use("isOneOf");
      return [
        { bad: `!isOneOf(${expression}, ${name})`, report: `problems.notOneOf(${printPath(path)}, ${name}, ${expression});` },
      ];
    }
    case "array": {
      const bad = [`!Array.isArray(${expression})`, ...limits(`${expression}.length`, keywords.minItems, keywords.maxItems)];
      return [{ bad: bad.join(" || "), report: expected(describeType(type)) }];
    }
    case "object":
      shared.use("isFields");
      return [{ bad: `!isFields(${expression})`, report: expected("an object") }];
    case "union":
      return [];
  }
}

const limits = (expression: string, least: unknown, most: unknown): string[] => [
  ...(typeof least === "number" ? [`${expression} < ${least}`] : []),
  ...(typeof most === "number" ? [`${expression} > ${most}`] : []),
];

/** What is checked once the value itself is of the right kind. */
function inner(shared: Shared, type: TypeModel, at: Checked, isGuarded: boolean): string[] {
  const { expression, path, indent, wish, depth = 0 } = at;
  const pad = " ".repeat(isGuarded ? indent + 2 : indent);
  if (type.kind === "object") {
    return [`${pad}${shared.nested("check", type, wish)}(${expression}, ${printPath(path)}, problems);`];
  }
  if (type.kind !== "array") return [];
  const suffix = depth === 0 ? "" : String(depth + 1);
  const [index, item] = [`index${suffix}`, `item${suffix}`];
  const lines = checkStatements(shared, type.items, {
    expression: item,
    path: itemPath(path, index),
    optional: false,
    indent: pad.length + 2,
    wish: `${wish} item`,
    depth: depth + 1,
  });
  return lines.length === 0 ? [] : [`${pad}for (const [${index}, ${item}] of ${expression}.entries()) {`, ...lines, `${pad}}`];
}

/** The value with the defaults below it filled in; null when there is none to fill in. */
export function fillExpression(shared: Shared, type: TypeModel, expression: string, wish: string): string | null {
  if (!hasDefaults(type)) return null;
  if (type.kind === "object") return `${shared.nested("fill", type, wish)}(${expression})`;
  if (type.kind === "union") {
    const main = type.members.find(({ kind }) => kind !== "null");
    return main === undefined ? null : fillExpression(shared, main, expression, wish);
  }
  if (type.kind !== "array") return null;
  const each = fillExpression(shared, type.items, "each", `${wish} item`);
  if (each === null) return null;
  const callback = each.endsWith("(each)") && !each.includes(" ") ? each.slice(0, -"(each)".length) : `(each) => ${each}`;
  return `Array.isArray(${expression}) ? ${expression}.map(${callback}) : ${expression}`;
}

/** Whether there is a default below a type, itself not counted. */
function hasDefaults(type: TypeModel): boolean {
  if (type.kind === "array") return hasDefaults(type.items);
  if (type.kind === "union") return type.members.some(hasDefaults);
  return (
    type.kind === "object" && type.properties.some((each) => each.type.keywords.default !== undefined || hasDefaults(each.type))
  );
}

export const access = (name: string): string => (isIdentifier(name) ? `.${name}` : `[${printString(name)}]`);

/** The lines of a function that fills in the defaults of an object: a copy, so that what was sent stays as it was. */
export function fillFunction(shared: Shared, { properties }: ObjectType): string[] {
  shared.use("isFields");
  const members = properties.flatMap(({ name, type }) => {
    const preset = type.keywords.default;
    const key = printKey(name);
    const value = `value${access(name)}`;
    if (preset !== undefined) {
      const shown = printLiteral(preset, { indent: 0, used: 0 }).replace(/\n\s*/g, " ");
      return [`${key}: ${value} === undefined ? ${shown} : ${value}`];
    }
    const filled = fillExpression(shared, type, value, name);
    return filled === null ? [] : [`...(${value} !== undefined && { ${key}: ${filled} })`];
  });
  return ["  if (!isFields(value)) return value;", `  ${printList("return ", "{", ["...value", ...members], "}", ";", 2)}`];
}
