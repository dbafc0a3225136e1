/** What is declared beside one handler: interfaces, constants, functions that check and read. Equal ones once. */
import type { FunctionModel, Json, ObjectType, PropertyModel, QuestionModel, SchemaParameter, TypeModel } from "../model.js";
import { camelCase, type NameScope, pascalCase } from "../names.js";
import { printList } from "../print.js";
import { argumentsOf } from "../schema/arguments.js";
import { Interfaces, identityOf } from "../schema/interfaces.js";
import { formSchema } from "../schema/json-schema.js";
import { propertyStatements } from "../schema/object-reader.js";
import { rawCheck } from "../schema/raw-schema.js";
import { functionLines } from "../schema/reader.js";
import type { Shared, What } from "../schema/shared.js";
import type { CodeView, ConstantView, FormView, NestedView, ReaderView } from "../views.js";
import type { Imports } from "./imports.js";

export class Parts {
  readonly constants: ConstantView[] = [];
  readonly patterns: CodeView[] = [];
  readonly nested: NestedView[] = [];
  readonly lists: CodeView[] = [];
  readonly interfaces: Interfaces;
  readonly shared: Shared;
  readonly #scope: NameScope;
  readonly imports: Imports;
  readonly #known = new Map<string, string>();
  readonly #forms = new Map<string, FormView>();
  readonly #names: string[] = [];

  constructor(scope: NameScope, imports: Imports, settings: Pick<Shared, "definitions" | "strict">) {
    this.#scope = scope;
    this.imports = imports;
    this.interfaces = new Interfaces(scope, settings.definitions, (reference) => imports.source(reference, true));
    this.shared = {
      ...settings,
      use: (helper) => imports.runtime(helper),
      choices: (values, wish) => this.#constant("Choices", values, wish),
      pattern: (pattern, wish) => this.#pattern(pattern, wish),
      functions: (names, wish) => this.#list(names, wish),
      whole: (what, type, wish) => this.#whole(what, type, wish),
      declared: (identity, wish, lines) =>
        this.#once(`declared ${identity}`, `check${pascalCase(wish)}`, (name) => {
          this.nested.push({ name, reads: false, lines: lines() });
        }),
    };
  }

  names(): readonly string[] {
    return this.#names;
  }

  /** What reads the arguments of a function, which the file knows as `body`. */
  reader({ parameters }: Pick<FunctionModel, "parameters">, body: string): ReaderView | null {
    const raw = parameters.find((each) => each.kind === "schema");
    if (raw !== undefined) return this.#rawReader(raw, `Parameters<typeof ${body}>[${parameters.indexOf(raw)}]`);
    const whole = parameters.find((each) => each.kind === "options")?.whole ?? null;
    const properties = argumentsOf({ parameters });
    if (properties.length === 0 && whole === null) return null;
    const from = this.interfaces.declared.length;
    this.imports.runtime("Fields", true);
    this.imports.runtime("Problems", true);
    if (whole !== null) {
      this.interfaces.declareWhole(whole);
      const name = this.shared.whole("read", whole, "whole");
      const lines = [`  return ${name}(input, "", problems) as Arguments;`];
      return { interfaces: this.interfaces.declared.slice(from), names: null, lines };
    }
    this.interfaces.declareArguments(properties);
    const options = { indent: 2, read: true, hides: this.#names, all: true };
    const statements = propertyStatements(this.shared, properties, "input", [], options);
    // One object is handed over as it stands, so that what was not sent is not there.
    const hasGaps = parameters.some(({ kind }) => kind === "options") && properties.some(isGap);
    if (hasGaps) this.imports.runtime("withoutGaps");
    const [before, after] = hasGaps ? ["return withoutGaps(", ") as Arguments;"] : ["return ", " as Arguments;"];
    const lines = [
      ...statements.takes,
      ...statements.checks,
      "  problems.noOthers(input, argumentNames);",
      `  ${printList(before, "{", statements.members, "}", after, 2)}`,
    ];
    return { interfaces: this.interfaces.declared.slice(from), names: properties.map(({ name }) => name), lines };
  }

  /** The arguments are what a schema written by hand lets through. */
  #rawReader({ name, schema }: SchemaParameter, type: string): ReaderView {
    this.imports.runtime("Fields", true);
    this.imports.runtime("Problems", true);
    const check = rawCheck(this.shared, schema, name);
    return {
      interfaces: [{ name: "Arguments", alias: type, members: [] }],
      names: null,
      lines: [`  ${check}(input, "", problems);`, "  return input as unknown as Arguments;"],
    };
  }

  form(question: QuestionModel, key: string): FormView {
    const known = this.#forms.get(question.id);
    if (known !== undefined) return known;
    const from = this.interfaces.declared.length;
    const wish = pascalCase(key.slice(key.lastIndexOf(".") + 1));
    const type = this.interfaces.declare(question.form, question.name ?? wish);
    const name = this.#scope.take(`${camelCase(type)}Form`);
    this.#names.push(name);
    this.imports.runtime("defineForm");
    const statements = propertyStatements(this.shared, question.form.properties, "answer", [], {
      indent: 4,
      read: false,
      hides: this.#names,
      all: false,
    });
    const view: FormView = {
      name,
      modelType: type,
      model: question.name ?? wish,
      interfaces: this.interfaces.declared.slice(from),
      requestedSchema: formSchema(question.form),
      lines: [...statements.takes, ...statements.checks],
    };
    this.#forms.set(question.id, view);
    return view;
  }

  #constant(kind: "Choices" | "Names", value: readonly Json[], wish: string): string {
    return this.#once(`${kind} ${kind === "Names" ? wish : ""}${JSON.stringify(value)}`, `${camelCase(wish)}${kind}`, (name) => {
      this.constants.push({ name, value });
    });
  }

  #pattern(pattern: string, wish: string): string {
    return this.#once(`pattern ${pattern}`, `${camelCase(wish)}Pattern`, (name) => {
      this.patterns.push({ name, code: printPattern(pattern) });
    });
  }

  #list(names: readonly string[], wish: string): string {
    return this.#once(`list ${names.join()}`, `${camelCase(wish)}Forms`, (name) => {
      this.lists.push({ name, code: printList(`const ${name} = `, "[", names, "]", " as const;", 0) });
    });
  }

  #whole(what: What, type: TypeModel, wish: string): string {
    const identity = type.kind === "object" ? `object ${identityOf(type)}` : JSON.stringify(type);
    const plain = nameOf(type, this.shared) ?? wish;
    return this.#once(`${what} ${identity}`, what + pascalCase(plain), (name) => {
      this.imports.runtime("Problems", true);
      const lines = functionLines(this.shared, what, type, {
        wish: plain,
        hides: this.#names,
        names: (names) => this.#constant("Names", names, name.replace(/^(check|read)/, "")),
      });
      this.nested.push({ name, reads: what === "read", lines });
    });
  }

  #once(identity: string, wish: string, declare: (name: string) => void): string {
    const known = this.#known.get(identity);
    if (known !== undefined) return known;
    const name = this.#scope.take(wish);
    this.#known.set(identity, name);
    this.#names.push(name);
    declare(name);
    return name;
  }
}

/** May be absent once the arguments are read. */
const isGap = ({ required, type }: PropertyModel): boolean => !required && type.keywords.default === undefined;

function nameOf(type: TypeModel, { definitions }: Shared): string | null {
  if (type.kind === "reference") return definitions[type.id]?.name ?? null;
  return type.kind === "object" ? (type as ObjectType).name : null;
}

/** A regular expression literal, or its construction where a literal would hide characters. */
export function printPattern(pattern: string): string {
  const source = new RegExp(pattern, "u").source;
  return /^[ -~]*$/.test(source) ? `/${source}/u` : `new RegExp(${JSON.stringify(pattern)}, "u")`;
}
