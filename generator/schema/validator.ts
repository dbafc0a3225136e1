/**
 * TypeModel -> the statements of the emitted code that check a value: plain source, all problems in one pass, no closure and
 * no regular expression made for a call. The schema of json-schema.ts says the same.
 */
import type { Json, TypeModel } from "../model.js";
import { printString } from "../print.js";
import { describeFormat, describeType, formatOf, patternsOf } from "./describe.js";
import type { Format } from "./keywords.js";
import { itemPath, type Path, printPath } from "./path.js";
import type { Shared } from "./shared.js";
import { guarded, type Test } from "./statements.js";

const formatChecks: Readonly<Record<Format, string>> = {
  date: "isDate",
  "date-time": "isDateTime",
  time: "isTime",
  email: "isEmail",
  uri: "isUri",
  uuid: "isUuid",
  ipv4: "isIpv4",
  ipv6: "isIpv6",
  hostname: "isHostname",
};

export interface Checked {
  readonly expression: string;
  readonly path: Path;
  readonly optional: boolean;
  readonly indent: number;
  /** What to call a constant or function that the check needs. */
  readonly wish: string;
  readonly depth?: number;
}

/** Checks a value that stays as it is. */
export function checkStatements(shared: Shared, type: TypeModel, at: Checked): string[] {
  const { expression, indent, optional } = at;
  const absent = optional ? [`${expression} !== undefined`] : [];
  if (type.kind === "union") {
    const others = type.members.filter(({ kind }) => kind !== "null");
    const [main] = others;
    if (main !== undefined && others.length === 1) {
      if (main.kind === "choice") return guarded(tests(shared, main, at, true), [], indent, absent);
      const guard = [...absent, `${expression} !== null`];
      return guarded(tests(shared, main, at, true), innerStatements(shared, main, at), indent, guard);
    }
  }
  return guarded(tests(shared, type, at, false), innerStatements(shared, type, at), indent, absent);
}

/** What is wrong with the value itself, before anybody looks into it. */
export function tests(shared: Shared, type: TypeModel, at: Checked, nullable: boolean): Test[] {
  const { expression, path } = at;
  const expected = (words: string): string =>
    `problems.expected(${printPath(path)}, ${printString(nullable ? `${words} or null` : words)}, ${expression});`;
  const { keywords } = type;
  switch (type.kind) {
    case "string": {
      const format = formatOf(keywords);
      const length = `[...${expression}].length`;
      const matches = patternsOf(type).map((pattern) => `!${shared.pattern(pattern, at.wish)}.test(${expression})`);
      const limited = [...limits(length, keywords.minLength, keywords.maxLength), ...matches];
      const bad = [`typeof ${expression} !== "string"`, ...limited].join(" || ");
      if (format === null) return [{ bad, report: expected(describeType(type)) }];
      shared.use(formatChecks[format]);
      const plain = describeType({ ...type, keywords: { ...keywords, format: null } });
      return [
        { bad, report: expected(plain) },
        { bad: `!${formatChecks[format]}(${expression})`, report: expected(describeFormat(format)) },
      ];
    }
    case "number": {
      const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
      const bounds = [
        ...limits(expression, minimum, maximum),
        ...(typeof exclusiveMinimum === "number" ? [`${expression} <= ${exclusiveMinimum}`] : []),
        ...(typeof exclusiveMaximum === "number" ? [`${expression} >= ${exclusiveMaximum}`] : []),
        ...(typeof multipleOf === "number" ? [`!isMultipleOf(${expression}, ${multipleOf})`] : []),
      ];
      if (multipleOf !== undefined) shared.use("isMultipleOf");
      // A number too large for JavaScript arrives as Infinity, which no schema takes for a number.
      const finite = `!Number.${integer === true ? "isInteger" : "isFinite"}(${expression})`;
      const isPlain = bounds.length === 0;
      const bad = isPlain ? [finite] : [`typeof ${expression} !== "number"`, finite, ...bounds];
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
      const { minItems, maxItems, uniqueItems } = keywords;
      if (uniqueItems === true) shared.use("isUnique");
      const unique = uniqueItems === true ? [`!isUnique(${expression})`] : [];
      const bad = [`!Array.isArray(${expression})`, ...limits(`${expression}.length`, minItems, maxItems), ...unique];
      return [{ bad: bad.join(" || "), report: expected(describeType(type)) }];
    }
    case "tuple": {
      const most = type.rest === null ? type.elements.length : undefined;
      const bad = [`!Array.isArray(${expression})`, ...limits(`${expression}.length`, type.least || undefined, most)];
      return [{ bad: bad.join(" || "), report: expected(describeType(type)) }];
    }
    case "unknown": {
      if (type.of === "unknown" && at.optional) return [];
      const isNoObject = `typeof ${expression} !== "object" || ${expression} === null`;
      const bad = type.of === "object" ? isNoObject : `${expression} === undefined`;
      return [{ bad, report: expected(describeType(type)) }];
    }
    default:
      return [];
  }
}

const limits = (expression: string, least: unknown, most: unknown): string[] => {
  if (typeof least === "number" && least === most) return [`${expression} !== ${least}`];
  return limit(expression, least, most);
};

const limit = (expression: string, least: unknown, most: unknown): string[] => [
  ...(typeof least === "number" ? [`${expression} < ${least}`] : []),
  ...(typeof most === "number" ? [`${expression} > ${most}`] : []),
];

/** What is checked once the value itself is of the right kind, at the depth of the check itself. */
export function innerStatements(shared: Shared, type: TypeModel, at: Checked): string[] {
  const { expression, path, indent, wish, depth = 0 } = at;
  const pad = " ".repeat(indent);
  if (type.kind === "object" || type.kind === "reference" || type.kind === "union") {
    return [`${pad}${shared.whole("check", type, wish)}(${expression}, ${printPath(path)}, problems);`];
  }
  const suffix = depth === 0 ? "" : String(depth + 1);
  const [index, item] = [`index${suffix}`, `item${suffix}`];
  const element = (items: TypeModel): string[] =>
    checkStatements(shared, items, {
      expression: item,
      path: itemPath(path, index),
      optional: false,
      indent: indent + 2,
      wish: `${wish} item`,
      depth: depth + 1,
    });
  if (type.kind === "array") {
    const lines = type.items.kind === "unknown" && type.items.of === "unknown" ? [] : element(type.items);
    return lines.length === 0 ? [] : [`${pad}for (const [${index}, ${item}] of ${expression}.entries()) {`, ...lines, `${pad}}`];
  }
  if (type.kind !== "tuple") return [];
  const fixed = type.elements.flatMap((each, position) => {
    const place = { path: [...path, `[${position}]`], expression: `${expression}[${position}]`, wish: `${wish} ${position + 1}` };
    return checkStatements(shared, each, { ...at, ...place, optional: position >= type.least, depth: depth + 1 });
  });
  if (type.rest === null) return fixed;
  const from = type.elements.length;
  return [
    ...fixed,
    `${pad}for (let ${index} = ${from}; ${index} < ${expression}.length; ${index}++) {`,
    `${pad}  const ${item}: unknown = ${expression}[${index}];`,
    ...element(type.rest),
    `${pad}}`,
  ];
}
