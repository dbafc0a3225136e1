/**
 * A JSON Schema that was written by hand -> functions of the emitted code that check a value against it: plain source, as for types.
 * Each part of the schema that says something is one function; equal parts are one.
 */
import type { Json } from "../model.js";
import { NameScope } from "../names.js";
import { printString } from "../print.js";
import type { Schema } from "./json-schema.js";
import { itemPath, printPath, propertyPath } from "./path.js";
import { isOpen, isSchema, referred, typesOf } from "./raw-keywords.js";
import type { Shared } from "./shared.js";
import { chained, guarded } from "./statements.js";
import { tests } from "./validator.js";

const here = [{ expression: "path" }];
const at = { expression: "value", path: here, optional: false, indent: 2 } as const;

/** The name of the function that checks a value against the whole schema. `wish` is what to call it. */
export function rawCheck(shared: Shared, root: Schema, wish: string): string {
  return new Compiler(shared, root).check(root, wish);
}

class Compiler {
  readonly #shared: Shared;
  readonly #root: Schema;

  constructor(shared: Shared, root: Schema) {
    this.#shared = shared;
    this.#root = root;
  }

  check(schema: Json, wish: string): string {
    return this.#shared.declared(JSON.stringify(schema), wish, () => this.#lines(schema, wish));
  }

  #lines(schema: Json, wish: string): string[] {
    if (schema === false) return [`  problems.expected(path, "nothing", value);`];
    if (!isSchema(schema)) return [];
    const types = typesOf(schema);
    const only = types.length === 1 ? types[0] : undefined;
    const lines: string[] = [];
    const isScalar = only === "string" || only === "number" || only === "integer";
    // A list of values says all that the kind would say.
    const isListed = isScalar && (schema.enum !== undefined || schema.const !== undefined);
    if (types.length > 0 && !isScalar) {
      const bad = types.map((type) => kinds[type]?.bad ?? "true").join(" && ");
      const words = types.map((type) => kinds[type]?.words ?? type).join(" or ");
      lines.push(...testing(bad, `return ${expected(words)}`));
      if (bad.includes("isFields")) this.#shared.use("isFields");
    }
    const within = (type: string, condition: string, inner: readonly string[]): void => {
      if (inner.length === 0) return;
      if (only === type) lines.push(...inner);
      else lines.push(`  if (${condition}) {`, ...inner.map((line) => `  ${line}`), "  }");
    };
    lines.push(...this.#scalars(schema, isListed ? undefined : only, wish), ...this.#constants(schema, wish));
    within("object", "isFields(value)", this.#object(schema, wish));
    within("array", "Array.isArray(value)", this.#array(schema, wish));
    lines.push(...this.#combined(schema, wish));
    if (lines.some((line) => line.includes("isFields("))) this.#shared.use("isFields");
    return lines;
  }

  /** Texts and numbers, by the checks that types have. */
  #scalars(schema: Schema, only: string | undefined, wish: string): string[] {
    const lines: string[] = [];
    const has = (names: string): boolean => names.split(" ").some((name) => schema[name] !== undefined);
    if (only === "string" || has("minLength maxLength pattern format")) {
      const { minLength, maxLength, pattern, format } = schema;
      const keywords = defined({ minLength, maxLength, pattern, format });
      const chain = tests(this.#shared, { kind: "string", template: null, branded: false, keywords }, { ...at, wish }, false);
      lines.push(...guarded(chain, [], 2, only === "string" ? [] : [`typeof value === "string"`]));
    }
    const isNumber = only === "number" || only === "integer";
    if (isNumber || has("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf")) {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
      const integer = only === "integer" ? true : undefined;
      const keywords = defined({ integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf });
      const chain = tests(this.#shared, { kind: "number", branded: false, keywords }, { ...at, wish }, false);
      lines.push(...guarded(chain, [], 2, isNumber ? [] : [`typeof value === "number"`]));
    }
    return lines;
  }

  #constants(schema: Schema, wish: string): string[] {
    const isOfKind = (value: Json): boolean => {
      const types = typesOf(schema);
      return types.length === 0 || types.some((type) => isKind(type, value));
    };
    const lists = [
      ...(Array.isArray(schema.enum) ? [schema.enum.filter(isOfKind) as readonly Json[]] : []),
      ...(schema.const === undefined ? [] : [[schema.const].filter(isOfKind)]),
    ];
    return lists.flatMap((values) => {
      const name = this.#shared.choices(values, wish);
      const isPlain = values.every((value) => typeof value !== "object" || value === null);
      this.#shared.use(isPlain ? "isOneOf" : "isAnyOf");
      return isPlain
        ? testing(`!isOneOf(value, ${name})`, `problems.notOneOf(path, ${name}, value);`)
        : testing(`!isAnyOf(value, ${name})`, expected("one of the values that are allowed"));
    });
  }

  #object(schema: Schema, wish: string): string[] {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const required = (schema.required ?? []) as readonly string[];
    const lines: string[] = [];
    const locals = new NameScope(["value", "path", "problems", "key", "item", "own"]);
    for (const name of [...new Set([...Object.keys(properties), ...required])]) {
      const property = Object.hasOwn(properties, name) ? (properties[name] ?? true) : true;
      const isRequired = required.includes(name);
      if (isOpen(property) && !isRequired) continue;
      this.#shared.use("own");
      const place = printPath(propertyPath(here, name));
      const local = locals.take("property");
      lines.push(`  const ${local} = ${given(name)};`);
      const call = isOpen(property) ? null : `${this.check(property, `${wish} ${name}`)}(${local}, ${place}, problems);`;
      const missing = `problems.expected(${place}, ${printString(wordsOf(property))}, ${local});`;
      if (!isRequired) lines.push(`  if (${local} !== undefined) ${call}`);
      else lines.push(...chained([{ bad: `${local} === undefined`, report: missing }], call === null ? [] : [`  ${call}`], 2));
    }
    for (const [name, others] of Object.entries(isSchema(schema.dependentRequired) ? schema.dependentRequired : {})) {
      for (const other of others as readonly string[]) {
        this.#shared.use("own");
        const report = `problems.expected(${printPath(propertyPath(here, other))}, ${printString(`a value, because ${name} is given`)}, undefined);`;
        lines.push(...testing(`${given(name)} !== undefined && ${given(other)} === undefined`, report));
      }
    }
    for (const [name, inner] of Object.entries(isSchema(schema.dependentSchemas) ? schema.dependentSchemas : {})) {
      if (isOpen(inner)) continue;
      this.#shared.use("own");
      lines.push(
        ...testing(`${given(name)} !== undefined`, `${this.check(inner, `${wish} with ${name}`)}(value, path, problems);`),
      );
    }
    const { minProperties, maxProperties } = schema;
    const count = "Object.keys(value).length";
    if (typeof minProperties === "number")
      lines.push(...testing(`${count} < ${minProperties}`, expected(`an object of at least ${minProperties} properties`)));
    if (typeof maxProperties === "number")
      lines.push(...testing(`${count} > ${maxProperties}`, expected(`an object of at most ${maxProperties} properties`)));
    return [...lines, ...this.#keys(schema, Object.keys(properties), wish)];
  }

  /** What holds for properties that have no schema by name, and for names. */
  #keys(schema: Schema, names: readonly string[], wish: string): string[] {
    const patterns = Object.entries(isSchema(schema.patternProperties) ? schema.patternProperties : {});
    const { additionalProperties: others = true, propertyNames = true } = schema;
    if (patterns.length === 0 && others === false && isOpen(propertyNames)) {
      return [`  problems.noOthers(value, ${names.length === 0 ? "[]" : this.#shared.choices(names, `${wish} known`)}, path);`];
    }
    const inner: string[] = [];
    if (!isOpen(propertyNames)) inner.push(`${this.check(propertyNames, `${wish} key`)}(key, keyPath(path, key), problems);`);
    const tested = patterns.map(([pattern, each]) => ({
      test: `${this.#shared.pattern(pattern, `${wish} key`)}.test(key)`,
      each,
    }));
    for (const { test, each } of tested) {
      if (!isOpen(each)) inner.push(`if (${test}) ${this.check(each, `${wish} matching`)}(item, keyPath(path, key), problems);`);
    }
    if (!isOpen(others)) {
      const known = names.length === 0 ? [] : [`!isOneOf(key, ${this.#shared.choices(names, `${wish} known`)})`];
      if (known.length > 0) this.#shared.use("isOneOf");
      const conditions = [...known, ...tested.map(({ test }) => `!${test}`)];
      const call =
        others === false
          ? "problems.unknown(path, key);"
          : `${this.check(others, `${wish} other`)}(item, keyPath(path, key), problems);`;
      inner.push(conditions.length === 0 ? call : `if (${conditions.join(" && ")}) ${call}`);
    }
    if (inner.length === 0) return [];
    if (inner.some((line) => line.includes("keyPath("))) this.#shared.use("keyPath");
    const isValue = inner.some((line) => line.includes("(item, "));
    const head = isValue ? "  for (const [key, item] of Object.entries(value)) {" : "  for (const key of Object.keys(value)) {";
    return [head, ...inner.map((line) => `    ${line}`), "  }"];
  }

  #array(schema: Schema, wish: string): string[] {
    const prefix = Array.isArray(schema.prefixItems) ? (schema.prefixItems as readonly Json[]) : [];
    const { items = true, contains, minItems, maxItems, uniqueItems } = schema;
    const lines: string[] = [];
    const keywords = defined({ minItems, maxItems, uniqueItems });
    if (Object.keys(keywords).length > 0 && (minItems !== undefined || maxItems !== undefined || uniqueItems === true)) {
      const unknown = { kind: "unknown", of: "unknown", keywords: {} } as const;
      lines.push(
        ...guarded(
          tests(this.#shared, { kind: "array", items: unknown, readonly: false, keywords }, { ...at, wish }, false),
          [],
          2,
          [],
        ),
      );
    }
    for (const [index, each] of prefix.entries()) {
      if (isOpen(each)) continue;
      const place = printPath([...here, `[${index}]`]);
      lines.push(
        `  if (value.length > ${index}) ${this.check(each, `${wish} ${index + 1}`)}(value[${index}], ${place}, problems);`,
      );
    }
    if (items === false)
      lines.push(...testing(`value.length > ${prefix.length}`, expected(`an array of at most ${prefix.length} elements`)));
    else if (!isOpen(items)) {
      const call = `${this.check(items, `${wish} item`)}(item, ${printPath(itemPath(here, "index"))}, problems);`;
      const skipped = prefix.length === 0 ? "" : `if (index >= ${prefix.length}) `;
      lines.push("  for (const [index, item] of value.entries()) {", `    ${skipped}${call}`, "  }");
    }
    if (contains !== undefined) lines.push(...this.#contained(schema, contains, wish));
    return lines;
  }

  #contained({ minContains, maxContains }: Schema, contains: Json, wish: string): string[] {
    this.#shared.use("fits");
    const check = this.check(contains, `${wish} contained`);
    const least = typeof minContains === "number" ? minContains : 1;
    const lines = [`  const found = value.filter((item: unknown) => fits(item, path, problems, ${check})).length;`];
    if (least > 0)
      lines.push(...testing(`found < ${least}`, expected(`an array with ${least} or more elements of a certain form`)));
    if (typeof maxContains === "number")
      lines.push(
        ...testing(`found > ${maxContains}`, expected(`an array with at most ${maxContains} elements of a certain form`)),
      );
    return lines.length === 1 ? [] : lines;
  }

  #combined(schema: Schema, wish: string): string[] {
    const list = (name: string): readonly Json[] => (Array.isArray(schema[name]) ? (schema[name] as readonly Json[]) : []);
    const call = (part: Json, name: string): string => `${this.check(part, `${wish} ${name}`)}(value, path, problems);`;
    const lines: string[] = [];
    if (typeof schema.$ref === "string") {
      const target = referred(this.#root, schema.$ref);
      const name = schema.$ref.slice(Math.max(schema.$ref.lastIndexOf("/"), 0) + 1) || "nested";
      // Only here can a value be nested without end.
      if (target !== null && !isOpen(target)) {
        lines.push(
          "  if (problems.enter(path)) {",
          `    ${this.check(target, name)}(value, path, problems);`,
          "    problems.leave();",
          "  }",
        );
      }
    }
    for (const part of list("allOf")) if (!isOpen(part)) lines.push(`  ${call(part, "part")}`);
    for (const [keyword, helper] of [
      ["anyOf", "firstFit"],
      ["oneOf", "exactlyOne"],
    ] as const) {
      const parts = list(keyword);
      if (parts.length === 0 || (keyword === "anyOf" && parts.some(isOpen))) continue;
      this.#shared.use(helper);
      const forms = this.#shared.functions(
        parts.map((part) => this.check(part, `${wish} form`)),
        `${wish} ${keyword}`,
      );
      lines.push(`  ${helper}(value, path, problems, ${forms});`);
    }
    if (schema.not !== undefined) {
      this.#shared.use("fits");
      const excluded = this.check(schema.not, `${wish} excluded`);
      lines.push(...testing(`fits(value, path, problems, ${excluded})`, expected("a value of another form")));
    }
    return [...lines, ...this.#conditional(schema, call)];
  }

  #conditional(
    { if: condition, then = true, else: otherwise = true }: Schema,
    call: (part: Json, name: string) => string,
  ): string[] {
    if (condition === undefined || (isOpen(then) && isOpen(otherwise))) return [];
    this.#shared.use("fits");
    const test = `fits(value, path, problems, ${call(condition, "condition").replace(/\(.*$/, "")})`;
    if (isOpen(then)) return [`  if (!${test}) ${call(otherwise, "else")}`];
    return [`  if (${test}) ${call(then, "then")}`, ...(isOpen(otherwise) ? [] : [`  else ${call(otherwise, "else")}`])];
  }
}

const kinds: Readonly<Record<string, { readonly bad: string; readonly words: string }>> = {
  string: { bad: `typeof value !== "string"`, words: "a string" },
  number: { bad: `typeof value !== "number"`, words: "a number" },
  integer: { bad: "!Number.isInteger(value)", words: "an integer" },
  boolean: { bad: `typeof value !== "boolean"`, words: "true or false" },
  null: { bad: "value !== null", words: "null" },
  array: { bad: "!Array.isArray(value)", words: "an array" },
  object: { bad: "!isFields(value)", words: "an object" },
};

function isKind(type: string, value: Json): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isSchema(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

const expected = (words: string): string => `problems.expected(path, ${printString(words)}, value);`;

const testing = (bad: string, report: string): string[] => chained([{ bad, report }], [], 2);

/** What is missing, in words. */
const wordsOf = (schema: Json): string =>
  isSchema(schema)
    ? typesOf(schema)
        .map((type) => kinds[type]?.words ?? type)
        .join(" or ") || "a value"
    : "a value";

/** The property's value, as code. */
const given = (name: string): string => `own(value, ${printString(name)})`;

const defined = (keywords: { readonly [name: string]: Json | undefined }): { readonly [name: string]: Json } =>
  Object.fromEntries(Object.entries(keywords).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
