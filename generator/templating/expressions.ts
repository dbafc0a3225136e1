/** What the tags of a template say, against the context: fields, helpers and what they are given. */
import type { Report } from "../diagnostics.js";
import { nearestName } from "../names.js";
import type { HelperRule, Kind } from "./helper-rules.js";
import { blockHelpers, type Expression, type Program } from "./language.js";
import type { Place, PlaceKind } from "./place.js";
import { booleanShape, codeMedia, numberShape, type Shape, textShape } from "./shape.js";
import { spanOf } from "./spans.js";
import type { TemplateSet } from "./template-set.js";

export interface Scope {
  readonly context: Shape;
  readonly outer: Scope | null;
  readonly top: Shape;
  /** Block parameters, by name. */
  readonly names: Readonly<Record<string, Shape>>;
  /** `@index` and the like, by name. */
  readonly data: Readonly<Record<string, Shape>>;
  /** Fields that are known not to be null, as they are written. */
  readonly certain: ReadonlySet<string>;
  /** What the block that this file replaces held. */
  readonly held: { readonly program: Program; readonly scope: Scope } | null;
}

export const scopeOf = (context: Shape): Scope => ({
  context,
  outer: null,
  top: context,
  names: {},
  data: {},
  certain: new Set(),
  held: null,
});

type Call = {
  readonly path: Expression;
  readonly params: readonly Expression[];
  readonly hash?: hbs.AST.Hash;
  readonly loc: hbs.AST.SourceLocation;
};

const isPath = (node: Expression): node is hbs.AST.PathExpression => node.type === "PathExpression";

export class Expressions {
  readonly #set: TemplateSet;
  readonly #report: Report;

  constructor(set: TemplateSet, report: Report) {
    this.#set = set;
    this.#report = report;
  }

  /** `{{...}}`: what it prints must be text of a kind that its place can hold. */
  printed(statement: hbs.AST.MustacheStatement, scope: Scope, place: Place): void {
    const helper = this.#helperOf(statement as Call, scope);
    if (helper !== null) {
      this.#called(statement as Call, helper, scope);
      const fits = place.kind === "text" || helper.places === null || helper.places.includes(place.kind);
      if (!fits) this.#unsafe(statement.loc, `{{${nameOf(statement.path)}}}`, place.kind);
      return;
    }
    const declared = this.#value(statement.path as Expression, scope);
    if (declared === null) return;
    const { type, contentMediaType } = this.#set.shapes.plain(declared);
    const name = nameOf(statement.path);
    if (type === "array" || type === "object") {
      this.#report("MG5007", spanOf(statement.path.loc), {
        problem: `'${name}' is ${type === "array" ? "a list" : "an object"}, and prints nothing sensible`,
        remedy: type === "array" ? `go through it: {{#each ${name}}}.` : "print one of its fields, or {{json}} of it.",
      });
      return;
    }
    const isPlain = type === "number" || type === "boolean" || type === "integer";
    const isCode = contentMediaType === codeMedia && place.kind === "code";
    if (!isPlain && !isCode && place.kind !== "text") this.#unsafe(statement.path.loc, `The text of '${name}'`, place.kind);
  }

  /** `{{#if}}`, `{{#each}}`...: the scopes of its two parts; null when it is none of these. */
  opened(block: hbs.AST.BlockStatement, scope: Scope): { readonly program: Scope; readonly inverse: Scope } | null {
    const name = nameOf(block.path);
    const { helpers } = this.#set;
    if (!(blockHelpers as readonly string[]).includes(name)) {
      const near = nearestName(name, blockHelpers) ?? "";
      const all = Object.hasOwn(helpers, name) ? `as blocks, ${blockHelpers.join(", ")}` : blockHelpers.join(", ");
      this.#report("MG5003", spanOf(block.path.loc), {
        helper: `#${name}`,
        nearest: near === "" ? "" : `#${near}`,
        helpers: all,
      });
      return null;
    }
    const [given] = block.params as Expression[];
    if (given === undefined || block.params.length > 1) {
      this.#report("MG5007", spanOf(block.path.loc), {
        problem: `'#${name}' takes one value`,
        remedy: `write {{#${name} field}}.`,
      });
      return null;
    }
    const declared = this.#value(given, scope);
    if (declared === null) return null;
    const certain = isPath(given) ? new Set([...scope.certain, given.original]) : scope.certain;
    if (name === "if") return { program: { ...scope, certain }, inverse: scope };
    if (name === "unless") return { program: scope, inverse: { ...scope, certain } };
    const isEach = name === "each";
    const inner = isEach ? this.#set.shapes.element(declared) : this.#set.shapes.plain(declared);
    if (inner === null) {
      this.#report("MG5007", spanOf(given.loc), { problem: `'${nameOf(given)}' is no list`, remedy: "give #each a list." });
      return null;
    }
    const data = { index: numberShape, key: textShape, first: booleanShape, last: booleanShape };
    const named = block.program?.blockParams?.[0];
    return {
      program: {
        ...scope,
        context: inner,
        outer: scope,
        certain: new Set(),
        data: isEach ? data : scope.data,
        names: named === undefined ? scope.names : { ...scope.names, [named]: inner },
      },
      inverse: scope,
    };
  }

  /** The context that a partial gets; null when that is faulty. */
  given(statement: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement, scope: Scope): Shape | null {
    const [first] = statement.params as Expression[];
    const context = first === undefined ? scope.context : this.#value(first, scope);
    const pairs = statement.hash?.pairs ?? [];
    if (context === null || pairs.length === 0) return context;
    const added = pairs.map(({ key, value }) => [key, this.#value(value as Expression, scope) ?? {}] as const);
    const plain = this.#set.shapes.plain(context);
    return { type: "object", properties: { ...plain.properties, ...Object.fromEntries(added) } };
  }

  /** The helper that a tag calls: a name alone may be a field, with values behind it can be nothing else. Reported when there is none. */
  #helperOf({ path, params, hash }: Call, scope: Scope): HelperRule | null {
    const name = nameOf(path);
    const { helpers } = this.#set;
    const isHelper =
      isPath(path) && path.depth === 0 && !path.data && path.parts.length === 1 && !/^(\.|this\b)/.test(path.original);
    if (isHelper && Object.hasOwn(helpers, name) && !Object.hasOwn(scope.names, name)) return helpers[name] ?? null;
    if (params.length === 0 && hash === undefined) return null;
    const names = Object.keys(helpers);
    this.#report("MG5003", spanOf(path.loc), {
      helper: name,
      nearest: nearestName(name, names) ?? "",
      helpers: names.join(", "),
    });
    // What it would be is not known: it is not looked at any further.
    return unknownHelper;
  }

  #called({ path, params, hash, loc }: Call, rule: HelperRule, scope: Scope): void {
    if (rule === unknownHelper) return;
    const name = nameOf(path);
    const wrong = (problem: string, remedy: string, at = loc): void => this.#report("MG5007", spanOf(at), { problem, remedy });
    const most = rule.isRest ? Number.POSITIVE_INFINITY : rule.takes.length;
    if (params.length < rule.least || params.length > most) {
      const many = rule.least === most ? String(most) : rule.isRest ? `${rule.least} or more` : `${rule.least} to ${most}`;
      wrong(
        `'${name}' takes ${many} value${many === "1" ? "" : "s"}, and gets ${params.length}`,
        `write {{${name} ...}} with what it takes.`,
      );
    }
    params.forEach((param, index) => {
      const kind = rule.takes[Math.min(index, rule.takes.length - 1)];
      if (kind !== undefined) this.#fits(param, kind, name, scope);
    });
    for (const { key, value, loc: at } of hash?.pairs ?? []) {
      const kind = Object.hasOwn(rule.options, key) ? rule.options[key] : undefined;
      const options = Object.keys(rule.options).join(", ");
      if (kind === undefined)
        wrong(`'${name}' has no option '${key}'`, options === "" ? "it has none." : `it has ${options}.`, at);
      else this.#fits(value as Expression, kind, name, scope);
    }
  }

  #fits(node: Expression, kind: Kind, helper: string, scope: Scope): void {
    const declared = this.#value(node, scope);
    if (declared === null || kind === "json") return;
    const { shapes } = this.#set;
    const shape = shapes.plain(declared);
    const wrong = (problem: string, remedy: string): void => this.#report("MG5007", spanOf(node.loc), { problem, remedy });
    if (shape.type !== undefined && !matches[kind](shape, (each) => shapes.plain(each))) {
      wrong(`'${helper}' takes ${words[kind]}, and '${nameOf(node)}' is ${wordFor(shape)}`, "give it what it takes.");
    } else if (shapes.isNullable(declared) && !(isPath(node) && scope.certain.has(node.original))) {
      wrong(`'${nameOf(node)}' may be null here`, `put the tag between {{#if ${nameOf(node)}}} and {{/if}}.`);
    }
  }

  #value(node: Expression, scope: Scope): Shape | null {
    switch (node.type) {
      case "SubExpression": {
        const call = node as unknown as Call;
        const helper = this.#helperOf(call, scope);
        if (helper === null) return this.#value(call.path, scope);
        this.#called(call, helper, scope);
        return helper.gives === "text" ? textShape : helper.gives === "number" ? numberShape : booleanShape;
      }
      case "StringLiteral":
        return textShape;
      case "NumberLiteral":
        return numberShape;
      case "BooleanLiteral":
        return booleanShape;
      default:
        return isPath(node) ? this.#field(node, scope) : {};
    }
  }

  #field(path: hbs.AST.PathExpression, scope: Scope): Shape | null {
    let at: Scope = scope;
    for (let up = 0; up < path.depth; up++) {
      if (at.outer === null) return this.#missing(path, path.original, 0, { properties: { "@root": {} } });
      at = at.outer;
    }
    let parts = path.parts as string[];
    let shape: Shape = at.context;
    if (path.data) {
      const [name = ""] = parts;
      const found = name === "root" ? scope.top : Object.hasOwn(scope.data, name) ? scope.data[name] : undefined;
      if (found === undefined) return this.#missing(path, `@${name}`, 0, { properties: { "@root": {} } });
      [shape, parts] = [found, parts.slice(1)];
    } else if (path.depth === 0 && Object.hasOwn(scope.names, parts[0] ?? "")) {
      [shape, parts] = [scope.names[parts[0] ?? ""] ?? {}, parts.slice(1)];
    }
    let from = 0;
    for (const part of parts) {
      from = path.original.indexOf(part, from);
      const found = this.#set.shapes.field(shape, part);
      if (found === null) return this.#missing(path, part, from, shape);
      shape = found;
    }
    return shape;
  }

  #missing({ loc }: hbs.AST.PathExpression, field: string, from: number, shape: Shape): null {
    const span = { ...spanOf(loc), column: loc.start.column + 1 + from, length: field.length };
    const { shapes } = this.#set;
    this.#report("MG5002", span, {
      field,
      nearest: shapes.nearestField(shape, field),
      fields: shapes.fieldNames(shape).join(", "),
    });
    return null;
  }

  #unsafe(loc: hbs.AST.SourceLocation, what: string, place: PlaceKind): void {
    this.#report("MG5006", spanOf(loc), { what, place: places[place], remedy: remedies[place] });
  }
}

const unknownHelper: HelperRule = {
  run: () => "",
  takes: [],
  least: 0,
  isRest: true,
  options: {},
  gives: "text",
  places: null,
  description: "",
};

const nameOf = (node: Expression): string => (isPath(node) ? node.original : "this value");

const places: Readonly<Record<PlaceKind, string>> = {
  code: "code",
  string: "a string",
  comment: "a comment",
  text: "text",
  json: "JSON",
};
const remedies: Readonly<Record<PlaceKind, string>> = {
  code: "make it a string with {{str ...}}, a value with {{literal ...}}, or a name with {{ident ...}}.",
  string: "leave the quotes away and write {{str ...}}, which makes them itself.",
  comment: "write {{comment ...}} in it, or {{jsdoc ...}} instead of the whole comment.",
  text: "",
  json: "write {{json ...}}, which makes the quotes itself.",
};

type Matcher = (shape: Shape, plain: (shape: Shape) => Shape) => boolean;
const matches: Readonly<Record<Exclude<Kind, "json">, Matcher>> = {
  text: ({ type }) => type === "string",
  number: ({ type }) => type === "number" || type === "integer",
  boolean: ({ type }) => type === "boolean",
  import: ({ properties }) => properties !== undefined && "typeOnly" in properties,
  texts: ({ type, items }, plain) => type === "array" && (items === undefined || plain(items).type === "string"),
  schema: ({ type, properties }) => type === "object" && properties === undefined,
};
const words: Readonly<Record<Exclude<Kind, "json">, string>> = {
  text: "text",
  number: "a number",
  boolean: "true or false",
  import: "one import",
  texts: "a list of texts",
  schema: "a JSON Schema",
};
const wordFor = ({ type }: Shape): string =>
  type === "array" ? "a list" : type === "object" ? "an object" : type === "string" ? "text" : `a ${type}`;
