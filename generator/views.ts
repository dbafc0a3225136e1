/**
 * What templates see. No field is optional: absent is null or an empty list, because a template cannot tell a missing field
 * from a misspelt one. Text fields named `...Lines` hold whole lines of code, formatted and indented.
 */
import type { Json } from "./model.js";
import type { Schema } from "./schema/json-schema.js";

export interface ImportView {
  readonly module: string;
  /** Every name is a type: `import type`. */
  readonly typeOnly: boolean;
  /** In the order in which they are printed. */
  readonly names: readonly ImportedName[];
}
export interface ImportedName {
  readonly name: string;
  readonly as: string;
  readonly type: boolean;
}

export interface MemberView {
  readonly key: string;
  readonly doc: string;
  readonly type: string;
}
export interface InterfaceView {
  readonly name: string;
  readonly members: readonly MemberView[];
}

export interface ConstantView {
  readonly name: string;
  readonly value: Json;
}

/** A function that checks or fills one nested object. */
export interface NestedView {
  readonly name: string;
  readonly fills: boolean;
  readonly lines: readonly string[];
}

export interface ReaderView {
  readonly interfaces: readonly InterfaceView[];
  readonly names: readonly string[];
  readonly lines: readonly string[];
}

export interface FormView {
  readonly name: string;
  /** The TypeScript name of the model in this file. */
  readonly type: string;
  /** The name of the model in the sources. */
  readonly model: string;
  readonly interfaces: readonly InterfaceView[];
  readonly requestedSchema: Schema;
  readonly lines: readonly string[];
}

export interface ToolFileView {
  /** The source file, relative to the project folder. */
  readonly source: string;
  readonly imports: readonly ImportView[];
  readonly constants: readonly ConstantView[];
  readonly nested: readonly NestedView[];
  /** Null for a tool without arguments. */
  readonly reader: ReaderView | null;
  readonly forms: readonly FormView[];
  readonly tool: {
    readonly constant: string;
    /** Name and description, for the comment. */
    readonly doc: string;
    readonly name: string;
    readonly title: string | null;
    readonly description: string;
    readonly annotations: Schema | null;
    readonly inputSchema: Schema;
    readonly outputSchema: Schema | null;
    /** The statements of `handle` up to the resolvers. */
    readonly startLines: readonly string[];
    /** One statement a resolver, dependencies first. */
    readonly resolverLines: readonly string[];
    readonly returnLines: readonly string[];
  };
}

export interface ServerFileView {
  readonly imports: readonly ImportView[];
  readonly name: string;
  readonly version: string;
  readonly title: string | null;
  readonly instructions: string | null;
  /** The constants of the tools, by the tools' names. */
  readonly tools: readonly string[];
}

export interface ClientMethodView {
  readonly name: string;
  readonly doc: string;
  readonly signature: string;
  readonly lines: readonly string[];
}

export interface ClientQuestionView {
  readonly doc: string;
  readonly lines: readonly string[];
}

export interface ClientFileView {
  readonly imports: readonly ImportView[];
  /** Declarations of arguments, results and answers, each a whole text. */
  readonly declarations: readonly string[];
  readonly server: string;
  readonly constant: string;
  readonly clientType: string;
  readonly questionsType: string;
  readonly questions: readonly ClientQuestionView[];
  readonly methods: readonly ClientMethodView[];
  /** Wire name of a question -> callback. */
  readonly routes: Readonly<Record<string, string>>;
}

export type PlannedFile =
  | { readonly path: string; readonly template: "tool.ts"; readonly view: ToolFileView }
  | { readonly path: string; readonly template: "server.ts"; readonly view: ServerFileView }
  | { readonly path: string; readonly template: "client.ts"; readonly view: ClientFileView };
