/**
 * What every part of the analysis needs: the checker, places, the runtime's own symbols, and where to report.
 */
import { ts } from "../compiler.js";
import type { Report } from "../diagnostics.js";
import type { Reference, Span } from "../model.js";
import { TypeStore } from "./store.js";

/** The names of @mcp-gen/runtime that the analysis recognises. */
export const runtimeNames = [
  "Resolve",
  "Context",
  "JsonSchema",
  "Elicit",
  "ElicitUrl",
  "Sample",
  "ListRoots",
  "InputRequired",
  "ElicitationResult",
  "TextContent",
  "ImageContent",
  "AudioContent",
  "EmbeddedResource",
  "ResourceLink",
  "ContentBlock",
  "CallToolResult",
  "Integer",
  "Email",
  "Uri",
  "DateOnly",
  "DateTime",
] as const;
export type RuntimeName = (typeof runtimeNames)[number];

export interface LoadedProgram {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly sources: readonly ts.SourceFile[];
  readonly runtime: ts.Symbol | undefined;
  readonly relative: (fileName: string) => string;
  /** `any` is taken for unknown instead of being refused. */
  readonly allowAny: boolean;
}

export class Scope {
  readonly checker: ts.TypeChecker;
  readonly sources: readonly ts.SourceFile[];
  readonly report: Report;
  /** How many diagnostics there are so far. */
  readonly said: () => number;
  readonly allowAny: boolean;
  readonly types: TypeStore;
  /** Nodes that hold no marker, neither in their own text nor in that of the aliases that they name. */
  readonly unmarked = new WeakSet<ts.Node>();
  readonly #symbols = new WeakMap<ts.Node, ts.Symbol>();
  readonly #files: ReadonlySet<ts.SourceFile>;
  readonly #relative: (fileName: string) => string;
  readonly #runtime = new Map<ts.Symbol, RuntimeName>();
  readonly #module: ts.Symbol | undefined;
  readonly #exports = new Map<ts.SourceFile, ReadonlyMap<ts.Symbol, string>>();

  /** `round` tells the definitions of one analysis from those that are taken over from earlier ones. */
  constructor(loaded: LoadedProgram, report: Report, said: () => number, round: number) {
    this.types = new TypeStore(round);
    this.said = said;
    this.checker = loaded.checker;
    this.sources = loaded.sources;
    this.allowAny = loaded.allowAny;
    this.#files = new Set(loaded.sources);
    this.report = report;
    this.#relative = loaded.relative;
    this.#module = loaded.runtime;
    if (loaded.runtime === undefined) return;
    for (const name of runtimeNames) {
      const exported = this.checker.tryGetMemberInModuleExports(name, loaded.runtime);
      if (exported !== undefined) this.#runtime.set(this.original(exported), name);
    }
  }

  /** The runtime's name of a symbol, through imports and re-exports; null for everybody else's symbols. */
  runtimeName(symbol: ts.Symbol | undefined): RuntimeName | null {
    return symbol === undefined ? null : (this.#runtime.get(this.original(symbol)) ?? null);
  }

  /** The runtime's name of a type: by the alias that it was written as, else by its own declaration. */
  runtimeType(type: ts.Type): RuntimeName | null {
    return this.runtimeName(type.aliasSymbol) ?? this.runtimeName(type.getSymbol());
  }

  /** A type that the runtime exports, by its name; undefined when no source imports the runtime. */
  declared(name: string): ts.Type | undefined {
    const exported = this.#module === undefined ? undefined : this.checker.tryGetMemberInModuleExports(name, this.#module);
    return exported === undefined ? undefined : this.checker.getDeclaredTypeOfSymbol(this.original(exported));
  }

  symbolAt(node: ts.Node): ts.Symbol | undefined {
    const known = this.#symbols.get(node);
    if (known !== undefined) return known;
    const symbol = this.checker.getSymbolAtLocation(node);
    if (symbol === undefined) return undefined;
    const original = this.original(symbol);
    this.#symbols.set(node, original);
    return original;
  }

  original(symbol: ts.Symbol): ts.Symbol {
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.checker.getAliasedSymbol(symbol);
  }

  isSource(file: ts.SourceFile): boolean {
    return this.#files.has(file);
  }

  file(node: ts.Node): string {
    return this.#relative(node.getSourceFile().fileName);
  }

  /** The exported name of a symbol in the file that declares it; null when it is not exported by a name. */
  exportedAs(symbol: ts.Symbol, file: ts.SourceFile): Reference | null {
    let names = this.#exports.get(file);
    if (names === undefined) {
      const module = this.checker.getSymbolAtLocation(file);
      const found = new Map<ts.Symbol, string>();
      for (const exported of module === undefined ? [] : this.checker.getExportsOfModule(module)) {
        const original = this.original(exported);
        if (exported.name === "default") continue;
        if (!found.has(original) || exported.name === original.name) found.set(original, exported.name);
      }
      names = found;
      this.#exports.set(file, names);
    }
    const name = names.get(symbol);
    return name === undefined ? null : { file: this.#relative(file.fileName), name };
  }

  /**
   * How the sources reach what a package exports: `root` is the symbol of the import, `rest` the names behind it, as in
   * `desk.sign`. Undefined when no import of a package brings it.
   */
  importedFrom(root: ts.Symbol | undefined, rest: readonly string[]): Reference | undefined {
    const declaration = root?.declarations?.[0];
    if (declaration === undefined) return undefined;
    let node: ts.Node = declaration;
    while (!ts.isImportDeclaration(node) && !ts.isSourceFile(node)) node = node.parent;
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
    const { text } = node.moduleSpecifier;
    if (text.startsWith(".") || text.startsWith("/")) return undefined;
    if (ts.isImportSpecifier(declaration)) {
      return { file: text, name: [(declaration.propertyName ?? declaration.name).text, ...rest].join(".") };
    }
    return ts.isNamespaceImport(declaration) && rest.length > 0 ? { file: text, name: rest.join(".") } : undefined;
  }

  /** The place of a node, without the comments before it. */
  span(node: ts.Node): Span {
    const file = node.getSourceFile();
    return this.spanOf(file, node.getStart(file), node.end);
  }

  spanOf(file: ts.SourceFile, start: number, end: number): Span {
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    const lineEnd = file.text.indexOf("\n", start);
    const length = Math.max(1, Math.min(end, lineEnd === -1 ? file.text.length : lineEnd) - start);
    return { file: this.#relative(file.fileName), line: line + 1, column: character + 1, length };
  }

  print(type: ts.Type): string {
    return this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }
}
