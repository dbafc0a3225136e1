/** The statements that take the properties out of an object, check them and put the read ones together again. */
import type { ObjectType, PropertyModel } from "../model.js";
import { camelCase, isIdentifier, NameScope } from "../names.js";
import { printKey, printList, printLiteral, printString } from "../print.js";
import { type Path, printPath, propertyPath } from "./path.js";
import { changes, meansAbsent, readExpression, type Shared } from "./shared.js";
import { checkStatements } from "./validator.js";

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The names in an emitted reader that a property's variable must not hide. */
const taken = ["problems", "index", "item", "key", "entries", "undefined", "Number", "Array", "Object"];

export interface PropertyStatements {
  /** Takes the properties out of `source`. */
  readonly takes: readonly string[];
  readonly checks: readonly string[];
  /** Each property as a member of an object literal. */
  readonly members: readonly string[];
  /** The members that differ from what was sent. */
  readonly changed: readonly string[];
  /** One of the changed may be absent. */
  readonly gaps: boolean;
}

export interface PropertyOptions {
  readonly indent: number;
  /** Converts and fills in; else the values are checked as they are. */
  readonly read: boolean;
  readonly hides: Iterable<string>;
  /** Each property has its variable, also one of which nothing is asked. */
  readonly all: boolean;
}

/** Reads and checks each property of the object in the variable `source`. */
export function propertyStatements(
  shared: Shared,
  properties: readonly PropertyModel[],
  source: string,
  path: Path,
  options: PropertyOptions,
): PropertyStatements {
  const expressions = path.flatMap((part) => (typeof part === "string" ? [] : [part.expression]));
  const scope = new NameScope([...taken, source, ...expressions, ...options.hides]);
  const pad = " ".repeat(options.indent);
  const bindings: string[] = [];
  const others: string[] = [];
  const checks: string[] = [];
  const members: string[] = [];
  const changed: string[] = [];
  let gaps = false;
  for (const property of properties) {
    const { name, type, required } = property;
    const local = scope.take(
      isIdentifier(name) && camelCase(name) !== `${name}_` ? name : camelCase(name),
      `${camelCase(name)}Value`,
    );
    const preset = options.read ? type.keywords.default : undefined;
    const shown = preset === undefined ? null : printLiteral(preset, { indent: 0, used: 0 }).replace(/\n\s*/g, " ");
    const nullIsAbsent = options.read && meansAbsent(shared, property);
    const optional = !required && type.keywords.default === undefined;
    const isChanged = options.read && changes(shared, type);
    const isOwn = inherited.has(name);
    if (isOwn) shared.use("own");
    const value = isOwn ? `own(${source}, ${printString(name)})` : `${source}[${printString(name)}]`;
    const isGone = nullIsAbsent ? `(${value} ?? undefined) === undefined` : `${value} === undefined`;
    const given = shown === null ? value : nullIsAbsent ? `${value} ?? ${shown}` : `${value} === undefined ? ${shown} : ${value}`;
    if (isChanged) {
      const read = readExpression(shared, type, given, printPath(propertyPath(path, name)), name);
      others.push(...broken(`${pad}const ${local} =`, optional ? `${isGone} ? undefined : ${read}` : read, options.indent));
    } else {
      const at = { expression: local, path: propertyPath(path, name), optional, indent: options.indent, wish: name };
      const asked = checkStatements(shared, type, at);
      checks.push(...asked);
      if (asked.length === 0 && shown === null && !nullIsAbsent && !options.all) continue;
      if (isOwn || nullIsAbsent) {
        const plain = shown === null && nullIsAbsent ? `${value} ?? undefined` : given;
        others.push(`${pad}const ${local} = ${plain};`);
      } else bindings.push((local === name ? local : `${printKey(name)}: ${local}`) + (shown === null ? "" : ` = ${shown}`));
    }
    const member = local === name ? local : `${printKey(name)}: ${local}`;
    members.push(member);
    if (isChanged || shown !== null || nullIsAbsent) {
      changed.push(member);
      gaps ||= optional;
    }
  }
  const takes = bindings.length === 0 ? [] : [pad + printList("const ", "{", bindings, "}", ` = ${source};`, options.indent)];
  return { takes: [...takes, ...others], checks, members, changed, gaps };
}

function broken(head: string, expression: string, indent: number): string[] {
  const single = `${head} ${expression};`;
  return single.length <= 120 ? [single] : [head, `${" ".repeat(indent + 2)}${expression};`];
}

/** What checks the keys that are no properties: none are allowed, or some by index signatures. `names` holds the properties. */
export function restStatements(
  shared: Shared,
  { rest, properties }: ObjectType,
  names: string,
  read: boolean,
  wish: string,
): string[] {
  if (rest.length === 0) return [`  problems.noOthers(value, ${names}, path);`];
  const any = rest.find(({ pattern }) => pattern === null);
  const lines: string[] = ["  for (const [key, item] of Object.entries(value)) {"];
  shared.use("keyPath");
  const patterned = rest.filter(({ pattern }) => pattern !== null);
  const statement = (type: ObjectType["rest"][number]["type"], indent: number): string[] => {
    if (!read || !changes(shared, type)) {
      const at = {
        expression: "item",
        path: [{ expression: "keyPath(path, key)" }],
        optional: false,
        indent,
        wish: `${wish} item`,
        depth: 1,
      };
      return type.kind === "unknown" && type.of === "unknown" ? [] : checkStatements(shared, type, at);
    }
    const expression = readExpression(shared, type, "item", "keyPath(path, key)", `${wish} item`);
    return [`${" ".repeat(indent)}entries.push([key, ${expression}]);`];
  };
  const hasNames = properties.length > 0;
  if (hasNames) shared.use("isOneOf");
  const known = hasNames ? `isOneOf(key, ${names})` : "false";
  if (patterned.length === 0 && any !== undefined) {
    const inner = statement(any.type, 4);
    // Nothing is asked of the values: then there is nothing to walk.
    if (inner.length === 0) return [];
    return [...lines, ...(hasNames ? [`    if (${known}) continue;`] : []), ...inner, "  }"];
  }
  lines.push(`    let isKnown = ${known};`);
  for (const { pattern, type } of patterned) {
    const test = `${shared.pattern(pattern ?? "", `${wish} key`)}.test(key)`;
    lines.push(`    if (${test}) {`, "      isKnown = true;", ...statement(type, 6), "    }");
  }
  if (any === undefined) lines.push("    if (!isKnown) problems.unknown(path, key);");
  else {
    const inner = statement(any.type, 6);
    if (inner.length > 0) lines.push("    if (!isKnown) {", ...inner, "    }");
  }
  return [...lines, "  }"];
}
