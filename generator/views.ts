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
  /** The text of a type that is no interface, else null. */
  readonly alias: string | null;
  readonly members: readonly MemberView[];
}

export interface ConstantView {
  readonly name: string;
  readonly value: Json;
}

/** A constant whose value is code: a regular expression, or a list of functions. */
export interface CodeView {
  readonly name: string;
  readonly code: string;
}

/** A function that checks or reads a value of one type. */
export interface NestedView {
  readonly name: string;
  readonly reads: boolean;
  readonly lines: readonly string[];
}

export interface ReaderView {
  readonly interfaces: readonly InterfaceView[];
  /** The names of the arguments; null when a function of its own reads them all. */
  readonly names: readonly string[] | null;
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

/** Functions that check or read values, and what they need. */
export interface ChecksView {
  readonly constants: readonly ConstantView[];
  readonly patterns: readonly CodeView[];
  readonly nested: readonly NestedView[];
  /** Lists of the functions above. */
  readonly lists: readonly CodeView[];
}

/** What stands in a file before the offer itself. */
export interface DeclarationsView extends ChecksView {
  /** The source file, relative to the project folder. */
  readonly source: string;
  readonly imports: readonly ImportView[];
  /** Null without arguments. */
  readonly reader: ReaderView | null;
  readonly forms: readonly FormView[];
  /** Types that only the agreement below names. */
  readonly resultInterfaces: readonly InterfaceView[];
  /** The lines of the type that compares the source's types with those above. */
  readonly agreementLines: readonly string[];
}

export interface HandlerView {
  /** The statements of `handle` up to the resolvers. */
  readonly startLines: readonly string[];
  /** One statement a resolver, dependencies first. */
  readonly resolverLines: readonly string[];
  readonly returnLines: readonly string[];
}

/** What is said of everything that a server offers. */
export interface CommonView {
  readonly constant: string;
  /** Name and description, for the comment. */
  readonly doc: string;
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly icons: readonly Schema[] | null;
  readonly scopes: readonly string[] | null;
  readonly meta: Schema | null;
}

export interface ToolFileView extends DeclarationsView {
  readonly tool: CommonView &
    HandlerView & {
      readonly annotations: Schema | null;
      readonly inputSchema: Schema;
      readonly outputSchema: Schema | null;
    };
}

export interface PromptFileView extends DeclarationsView {
  readonly prompt: CommonView &
    HandlerView & {
      readonly arguments: readonly Schema[];
      /** The members of `complete`. */
      readonly completeLines: readonly string[];
    };
}

export interface ResourceFileView extends DeclarationsView {
  readonly resource: CommonView &
    HandlerView & {
      /** The function of the runtime that takes it. */
      readonly define: string;
      /** Null for a template. */
      readonly uri: string | null;
      /** `pattern` is code. Null for one address. */
      readonly template: { readonly uri: string; readonly pattern: string; readonly variables: readonly string[] } | null;
      readonly mimeType: string | null;
      /** In digits. */
      readonly size: string | null;
      readonly annotations: Schema | null;
      readonly completeLines: readonly string[];
    };
}

export interface ServerFileView {
  readonly imports: readonly ImportView[];
  readonly name: string;
  readonly version: string;
  readonly title: string | null;
  readonly instructions: string | null;
  /** The types that the application state has to be of, all together. */
  readonly states: readonly string[];
  /** The constants of each kind, by their names on the wire. */
  readonly tools: readonly string[];
  readonly prompts: readonly string[];
  readonly resources: readonly string[];
  readonly resourceTemplates: readonly string[];
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

export interface ClientFileView extends ChecksView {
  readonly imports: readonly ImportView[];
  /** Declarations of arguments, results and answers, each a whole text. */
  readonly declarations: readonly string[];
  readonly server: string;
  readonly constant: string;
  readonly clientType: string;
  readonly questionsType: string;
  readonly questions: readonly ClientQuestionView[];
  /** What is said when there are none. */
  readonly silence: string;
  /** One a tool, a prompt, a resource. */
  readonly methods: readonly ClientMethodView[];
  readonly prompts: readonly ClientMethodView[];
  readonly resources: readonly ClientMethodView[];
  /** Wire name of a question -> callback. */
  readonly routes: Readonly<Record<string, string>>;
}

export type PlannedFile =
  | { readonly path: string; readonly template: "tool.ts"; readonly view: ToolFileView }
  | { readonly path: string; readonly template: "prompt.ts"; readonly view: PromptFileView }
  | { readonly path: string; readonly template: "resource.ts"; readonly view: ResourceFileView }
  | { readonly path: string; readonly template: "server.ts"; readonly view: ServerFileView }
  | { readonly path: string; readonly template: "client.ts"; readonly view: ClientFileView };
