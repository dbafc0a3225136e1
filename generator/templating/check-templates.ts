/**
 * Checks templates against the context before anything is rendered: walks the tree of each from the outside in, with the
 * shape of what it sees, and resolves every field, helper, partial and block. Says which templates of the project are used.
 */
import { collector, type Diagnostic, type Report } from "../diagnostics.js";
import { nearestName } from "../names.js";
import { overridable } from "./blocks.js";
import { Expressions, type Scope, scopeOf } from "./expressions.js";
import type { Program, Statement } from "./language.js";
import { advance, type Place, startPlace } from "./place.js";
import type { Shape } from "./shape.js";
import { spanAt, spanOf } from "./spans.js";
import { find, folderOf, partialNames, root, rootNames, type TemplateFile, type TemplateSet } from "./template-set.js";

export function checkTemplates(set: TemplateSet): Diagnostic[] {
  const { diagnostics, report } = collector();
  const used = new Set<TemplateFile>();
  for (const name of rootNames) {
    const template = root(set, name);
    if (template === null) continue;
    const walk = new Walk(set, name, report, used);
    walk.file(template, scopeOf(set.shapes.root(name)), startPlace(name));
  }
  for (const extra of set.extras) {
    const scope = scopeOf(set.shapes.root(`extra/${extra.per}`));
    const walk = new Walk(set, extra.name, report, used);
    walk.program(extra.out, scope, startPlace(""));
    walk.file(extra, scope, startPlace(outputName(extra.out)));
  }
  const names = [...overridable(set.builtIn).keys()];
  for (const [name, file] of set.own) {
    if (used.has(file)) continue;
    const isKnown = names.includes(name);
    const reason = isKnown ? "the templates of this project do not contain it" : unusedReason(name, names);
    const near = isKnown ? "" : (nearestName(name, names) ?? "");
    report("MG5004", spanAt(file.file, file.text, 0), { file: file.file, reason, nearest: near === "" ? "" : `${near}.hbs` });
  }
  return diagnostics;
}

function unusedReason(name: string, names: readonly string[]): string {
  const [folder = "", block] = name.split("/");
  if (block === undefined) return `there is no template '${name}'`;
  if (folder === "partials") return `no template puts in the partial '${block}'`;
  const blocks = names.filter((each) => each.startsWith(`${folder}/`)).map((each) => each.slice(folder.length + 1));
  return blocks.length === 0
    ? `there is no template '${folder}'`
    : `'${folder}' has no block '${block}'; it has ${blocks.join(", ")}`;
}

/** What is fixed of an output's path: enough to tell by its ending what the output is. */
const outputName = ({ body }: Program): string =>
  body
    .map((statement) => (statement.type === "ContentStatement" ? (statement as hbs.AST.ContentStatement).value : "x"))
    .join("")
    .trim();

class Walk {
  readonly #set: TemplateSet;
  readonly #root: string;
  readonly #report: Report;
  readonly #used: Set<TemplateFile>;
  readonly #expressions: Expressions;
  readonly #open: { readonly file: TemplateFile; readonly context: Shape }[] = [];

  constructor(set: TemplateSet, rootName: string, report: Report, used: Set<TemplateFile>) {
    this.#set = set;
    this.#root = rootName;
    this.#report = report;
    this.#used = used;
    this.#expressions = new Expressions(set, report);
  }

  file(file: TemplateFile, scope: Scope, place: Place): Place {
    this.#used.add(file);
    // A partial that puts in itself sees the same again.
    const isOpen = this.#open.some((each) => each.file === file && each.context === scope.context);
    if (isOpen || this.#open.length > 50) return place;
    this.#open.push({ file, context: scope.context });
    const end = this.program(file.program, scope, place);
    this.#open.pop();
    return end;
  }

  program({ body }: Program, scope: Scope, place: Place): Place {
    return body.reduce((at, statement) => this.#statement(statement, scope, at), place);
  }

  #statement(statement: Statement, scope: Scope, place: Place): Place {
    switch (statement.type) {
      case "ContentStatement":
        return advance(place, (statement as hbs.AST.ContentStatement).value);
      case "MustacheStatement":
        this.#expressions.printed(statement as hbs.AST.MustacheStatement, scope, place);
        return place;
      case "BlockStatement":
        return this.#block(statement as hbs.AST.BlockStatement, scope, place);
      case "PartialStatement":
        return this.#partial(statement as hbs.AST.PartialStatement, scope, place);
      case "PartialBlockStatement":
        return this.#named(statement as hbs.AST.PartialBlockStatement, scope, place);
      case "CommentStatement":
        return place;
      default:
        this.#report("MG5001", spanOf(statement.loc), { reason: "declarations inside a template are not supported" });
        return place;
    }
  }

  #block(block: hbs.AST.BlockStatement, scope: Scope, place: Place): Place {
    const inner = this.#expressions.opened(block, scope);
    if (inner === null) return place;
    const end = block.program === undefined || block.program === null ? place : this.program(block.program, inner.program, place);
    const other =
      block.inverse === undefined || block.inverse === null ? place : this.program(block.inverse, inner.inverse, place);
    return block.program === undefined || block.program === null ? other : end;
  }

  #partial(statement: hbs.AST.PartialStatement, scope: Scope, place: Place): Place {
    const name = nameOf(statement);
    if (name === null) {
      this.#report("MG5001", spanOf(statement.loc), { reason: "the name of a partial cannot be computed" });
      return place;
    }
    const given = this.#expressions.given(statement, scope);
    if (name === "@partial-block") {
      if (scope.held !== null) return this.program(scope.held.program, { ...scope.held.scope, context: given ?? {} }, place);
      this.#missing(statement, name, []);
      return place;
    }
    const file = find(this.#set, this.#root, name);
    if (file === null) {
      this.#missing(statement, name, partialNames(this.#set));
      return place;
    }
    return given === null ? place : this.file(file, scopeOf(given), place);
  }

  /** A block: what replaces it, with what it held at hand; or what it holds. */
  #named(statement: hbs.AST.PartialBlockStatement, scope: Scope, place: Place): Place {
    const name = nameOf(statement);
    const given = this.#expressions.given(statement, scope);
    if (name === null || given === null) return place;
    const file = find(this.#set, this.#root, name);
    if (file !== null) return this.file(file, { ...scopeOf(given), held: { program: statement.program, scope } }, place);
    const folder = `${folderOf(this.#root)}/`;
    const blocks = [...overridable(this.#set.builtIn).keys()].filter((each) => each.startsWith(folder));
    if (!blocks.includes(folder + name)) {
      this.#missing(statement, name, [...blocks.map((each) => each.slice(folder.length)), ...partialNames(this.#set)]);
      return place;
    }
    return this.program(statement.program, { ...scope, context: given }, place);
  }

  #missing({ name: { loc } }: { readonly name: hbs.AST.Node }, name: string, names: readonly string[]): void {
    this.#report("MG5005", spanOf(loc), { name, nearest: nearestName(name, names) ?? "", names: names.join(", ") });
  }
}

function nameOf({ name }: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement): string | null {
  return name.type === "PathExpression" ? (name as hbs.AST.PathExpression).original : null;
}
