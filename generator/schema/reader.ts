/** The functions of the emitted code that check a value of one type, or read it: convert it and fill in what is left out. */
import type { ObjectType, TypeModel, UnionType } from "../model.js";
import { printList, printString } from "../print.js";
import { discriminatorOf, type JsonKind, kindsOf, resolved } from "./alternatives.js";
import { describeType, joined } from "./describe.js";
import { propertyStatements, restStatements } from "./object-reader.js";
import { changes, functionName, readExpression, type Shared, type What } from "./shared.js";
import { brokenCall } from "./statements.js";
import { type Checked, checkStatements, innerStatements, tests } from "./validator.js";

export interface FunctionOptions {
  readonly wish: string;
  readonly hides: Iterable<string>;
  /** Gives the name of a constant that holds names of properties. */
  readonly names: (names: readonly string[]) => string;
}

const path = [{ expression: "path" }];

/** The body of a function `(value: unknown, path: string, problems: Problems)`. */
export function functionLines(shared: Shared, what: What, type: TypeModel, options: FunctionOptions): string[] {
  const end = what === "read" ? ["  return value;"] : [];
  if (type.kind === "reference") return referenceLines(shared, what, type.id);
  if (type.kind === "union") return unionLines(shared, what, type, options);
  if (type.kind === "object") return objectLines(shared, what, type, options);
  const isRead = what === "read" && changes(shared, type);
  if (isRead && type.kind === "instance") {
    return [`  return ${readExpression(shared, type, "value", "path", options.wish)};`];
  }
  if (isRead && type.kind === "array") {
    return [...refusals(shared, type), `  return ${itemsExpression(shared, type.items, options)};`];
  }
  if (isRead && type.kind === "tuple") return tupleLines(shared, type, options);
  const at = { expression: "value", path, optional: false, indent: 2, wish: options.wish };
  return [...checkStatements(shared, type, at), ...end];
}

/** Leaves at once when the value itself is of another kind. */
function refusals(shared: Shared, type: TypeModel): string[] {
  const at = { expression: "value", path, optional: false, indent: 2, wish: "value" };
  return tests(shared, type, at, false).flatMap(({ bad, report }) => {
    const single = `  if (${bad}) return ${report}`;
    return single.length <= 120 ? [single] : [`  if (${bad})`, ...brokenCall(`return ${report}`, 4)];
  });
}

function itemsExpression(shared: Shared, items: TypeModel, { wish }: FunctionOptions): string {
  shared.use("readItems");
  return `readItems(value, path, problems, ${functionName(shared, "read", items, `${wish} item`)})`;
}

function tupleLines(shared: Shared, type: TypeModel & { kind: "tuple" }, options: FunctionOptions): string[] {
  const names = type.elements.map((each, index) => functionName(shared, "read", each, `${options.wish} ${index + 1}`));
  const rest = type.rest === null ? null : functionName(shared, "read", type.rest, `${options.wish} item`);
  shared.use("readTuple");
  const list = shared.functions(names, options.wish);
  return [...refusals(shared, type), `  return readTuple(value, path, problems, ${list}${rest === null ? "" : `, ${rest}`});`];
}

function objectLines(shared: Shared, what: What, type: ObjectType, options: FunctionOptions): string[] {
  shared.use("isFields");
  const head = `  if (!isFields(value)) return problems.expected(path, "an object", value);`;
  const isRead = what === "read" && changes(shared, type);
  const statements = propertyStatements(shared, type.properties, "value", path, {
    indent: 2,
    read: isRead,
    hides: options.hides,
    all: false,
  });
  const known = type.properties.map(({ name }) => name);
  const isOpen = type.rest.some(
    ({ pattern, type: each }) => pattern === null && each.kind === "unknown" && each.of === "unknown",
  );
  const isFree = isOpen && type.rest.length === 1;
  const names = isFree || (type.rest.length > 0 && known.length === 0) ? "" : options.names(known);
  const rest = isFree ? [] : restStatements(shared, type, names, isRead, options.wish);
  const gathers = rest.some((line) => line.includes("entries.push("));
  const members = ["...value", ...(gathers ? ["...Object.fromEntries(entries)"] : []), ...statements.changed];
  const lines = [
    head,
    ...statements.takes,
    ...statements.checks,
    ...(gathers ? ["  const entries: [string, unknown][] = [];"] : []),
    ...rest,
  ];
  if (what === "check") return lines;
  if (!isRead) return [...lines, "  return value;"];
  if (statements.gaps) shared.use("withoutGaps");
  const [before, after] = statements.gaps ? ["return withoutGaps(", ");"] : ["return ", ";"];
  return [...lines, `  ${printList(before, "{", members, "}", after, 2)}`];
}

/** A type that contains itself: how deep a value goes is bounded. */
function referenceLines(shared: Shared, what: What, id: string): string[] {
  const definition = shared.definitions[id];
  if (definition === undefined) return [];
  const { type, name } = definition;
  const inner: TypeModel = type.kind === "object" ? { ...type, name: `${name}Value` } : type;
  const call = `${functionName(shared, what, inner, `${name} value`)}(value, path, problems)`;
  return what === "check"
    ? ["  if (!problems.enter(path)) return;", `  ${call};`, "  problems.leave();"]
    : ["  if (!problems.enter(path)) return value;", `  const read = ${call};`, "  problems.leave();", "  return read;"];
}

const kindTests: Readonly<Record<JsonKind, string>> = {
  string: `typeof value === "string"`,
  number: `typeof value === "number"`,
  boolean: `typeof value === "boolean"`,
  null: "value === null",
  array: "Array.isArray(value)",
  object: "isFields(value)",
};

function unionLines(shared: Shared, what: What, { members }: UnionType, options: FunctionOptions): string[] {
  const { definitions } = shared;
  const others = members.filter(({ kind }) => kind !== "null");
  const nullable = others.length < members.length;
  const lines = nullable ? [`  if (value === null) return${what === "read" ? " null" : ""};`] : [];
  const discriminator = discriminatorOf(others, definitions);
  if (discriminator !== null) {
    shared.use("isFields");
    lines.push(`  if (!isFields(value)) return problems.expected(path, "an object", value);`);
    return [...lines, ...switchLines(shared, what, others, discriminator, options)];
  }
  const kinds: readonly JsonKind[] = ["string", "number", "boolean", "array", "object"];
  for (const kind of kinds) {
    const fitting = others
      .filter((member) => kindsOf(member, definitions).includes(kind))
      .map((member) => narrowed(resolved(member, definitions).kind === "choice" ? resolved(member, definitions) : member, kind));
    if (fitting.length === 0) continue;
    if (kind === "object") shared.use("isFields");
    const wish = `${options.wish} ${kind}`;
    const inner = alternativeLines(shared, what, fitting, { ...options, wish });
    const [single = ""] = inner;
    if (inner.length === 1) lines.push(`  if (${kindTests[kind]}) ${single.trimStart()}`);
    else lines.push(`  if (${kindTests[kind]}) {`, ...inner, "  }");
  }
  const words = printString(joined([...others.map(describeType), ...(nullable ? ["null"] : [])]));
  return [...lines, ...brokenCall(`return problems.expected(path, ${words}, value);`, 2)];
}

/** The part of a choice that is of one kind. */
function narrowed(type: TypeModel, kind: JsonKind): TypeModel {
  if (type.kind !== "choice") return type;
  return { ...type, choices: type.choices.filter(({ value }) => typeof value === kind) };
}

/** The members that a value of one kind may be: one is checked outright, of several the first that fits. */
function alternativeLines(shared: Shared, what: What, members: readonly TypeModel[], options: FunctionOptions): string[] {
  const [only] = members;
  if (members.length === 1 && only !== undefined) {
    if (what === "read" && changes(shared, only)) {
      return [`    return ${readExpression(shared, only, "value", "path", wishOf(only, options.wish))};`];
    }
    const at = { expression: "value", path, optional: false, indent: 4, wish: wishOf(only, options.wish) };
    // That it is a string, or true or false, is known already.
    const [test, ...others] = only.kind === "string" || only.kind === "boolean" ? tests(shared, only, at, false) : [];
    const isKnown = test !== undefined && others.length === 0 && !test.bad.includes(" || ");
    return [...(isKnown ? [] : checks(shared, only, at)), `    return${what === "read" ? " value" : ""};`];
  }
  const discriminator = discriminatorOf(members, shared.definitions);
  if (discriminator !== null) {
    return switchLines(shared, what, members, discriminator, options).map((line) => `  ${line}`);
  }
  // Instances first: a text that is a date is one, also where any text would do.
  const sorted = [...members.filter(({ kind }) => kind === "instance"), ...members.filter(({ kind }) => kind !== "instance")];
  const names = sorted.map((member, index) => functionName(shared, what, member, wishOf(member, `${options.wish} ${index + 1}`)));
  shared.use("firstFit");
  const call = `firstFit(value, path, problems, ${shared.functions(names, options.wish)})`;
  return what === "read" ? [`    return ${call};`] : [`    ${call};`, "    return;"];
}

/** The checks of a value that is an array already, without asking that again. */
function checks(shared: Shared, type: TypeModel, at: Checked): string[] {
  const [test] = type.kind === "array" ? tests(shared, type, at, false) : [];
  return test !== undefined && !test.bad.includes(" || ") ? innerStatements(shared, type, at) : checkStatements(shared, type, at);
}

const wishOf = (type: TypeModel, wish: string): string => (type.kind === "object" && type.name !== null ? type.name : wish);

function switchLines(
  shared: Shared,
  what: What,
  members: readonly TypeModel[],
  { property, values }: NonNullable<ReturnType<typeof discriminatorOf>>,
  { wish }: FunctionOptions,
): string[] {
  const isInherited = property in {};
  if (isInherited) shared.use("own");
  const expression = isInherited ? `own(value, ${printString(property)})` : `value[${printString(property)}]`;
  const lines = [`  switch (${expression}) {`];
  for (const [index, member] of members.entries()) {
    const constants = values[index] ?? [];
    const name = functionName(shared, what, member, wishOf(member, `${wish} ${constants[0] ?? index}`));
    for (const constant of constants) {
      lines.push(`    case ${typeof constant === "string" ? printString(constant) : String(constant)}:`);
    }
    lines.push(`      return ${name}(value, path, problems);`);
  }
  const all = shared.choices(values.flat(), `${wish} ${property}`);
  const at = /^[A-Za-z_$][\w$]*$/.test(property) ? `\`\${path}.${property}\`` : `\`\${path}[${JSON.stringify(property)}]\``;
  return [...lines, "    default:", `      return problems.notOneOf(${at}, ${all}, ${expression});`, "  }"];
}
