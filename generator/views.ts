/**
 * What templates see: the context, version 1. No field is optional: absent is null or an empty list, because a template
 * cannot tell a missing field from a misspelt one. Fields are only ever added within a version.
 * templates/context-v1.schema.json and the reference in templates/README.md are made from this file.
 */
import type { GeneratedFile } from "./manifest.js";
import type { Json } from "./model.js";
import type { Schema } from "./schema/json-schema.js";

/** TypeScript that stands in the output as it is. All other text is somebody's words, and goes through a helper. */
export type Code = string;

export interface ImportView {
  /** The specifier. */
  readonly module: string;
  /** Every name is a type: `import type`. */
  readonly typeOnly: boolean;
  /** In the order in which they are printed. */
  readonly names: readonly ImportedName[];
}
export interface ImportedName {
  readonly name: Code;
  /** Its name in this file. */
  readonly as: Code;
  readonly isType: boolean;
}

export interface MemberView {
  /** As on the wire; empty for the keys that have no name. */
  readonly name: string;
  /** The key, quoted where it has to be, with `?` when it may be absent. */
  readonly key: Code;
  readonly doc: string;
  readonly typeText: Code;
}
export interface InterfaceView {
  readonly name: Code;
  /** The text of a type that is no interface, else null. */
  readonly alias: Code | null;
  readonly members: readonly MemberView[];
}

export interface ConstantView {
  readonly name: Code;
  readonly value: Json;
}

/** A constant whose value is code: a regular expression, or a list of functions. */
export interface CodeView {
  readonly name: Code;
  readonly code: Code;
}

/** A function that checks or reads a value of one type. */
export interface NestedView {
  readonly name: Code;
  /** It gives a value back; else it only checks. */
  readonly reads: boolean;
  readonly lines: readonly Code[];
}

/** The function that checks the arguments. */
export interface ReaderView {
  readonly interfaces: readonly InterfaceView[];
  /** The names of the arguments; null when a function of its own reads them all. */
  readonly names: readonly string[] | null;
  readonly lines: readonly Code[];
}

/** A question with a form. */
export interface FormView {
  readonly name: Code;
  /** The TypeScript name of the model in this file. */
  readonly modelType: Code;
  /** The name of the model in the sources. */
  readonly model: string;
  readonly interfaces: readonly InterfaceView[];
  readonly requestedSchema: Schema;
  readonly lines: readonly Code[];
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
  readonly agreementLines: readonly Code[];
}

export interface HandlerView {
  /** The statements of `handle` up to the resolvers. */
  readonly startLines: readonly Code[];
  /** One statement a resolver, dependencies first. */
  readonly resolverLines: readonly Code[];
  readonly returnLines: readonly Code[];
}

/** What is said of everything that a server offers. */
export interface CommonView {
  readonly constant: Code;
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
      readonly completeLines: readonly Code[];
    };
}

export interface ResourceFileView extends DeclarationsView {
  readonly resource: CommonView &
    HandlerView & {
      /** The function of the runtime that takes it. */
      readonly define: Code;
      /** Null for a template. */
      readonly uri: string | null;
      /** `pattern` is code. Null for one address. */
      readonly template: { readonly uri: string; readonly pattern: Code; readonly variables: readonly string[] } | null;
      readonly mimeType: string | null;
      /** In digits. */
      readonly size: Code | null;
      readonly annotations: Schema | null;
      readonly completeLines: readonly Code[];
    };
}

export interface ServerFileView {
  readonly imports: readonly ImportView[];
  readonly name: string;
  readonly version: string;
  readonly title: string | null;
  readonly instructions: string | null;
  readonly description: string | null;
  readonly websiteUrl: string | null;
  readonly icons: readonly Schema[] | null;
  /** The types that the application state has to be of, all together. */
  readonly states: readonly Code[];
  /** The constants of each kind, by their names on the wire. */
  readonly tools: readonly Code[];
  readonly prompts: readonly Code[];
  readonly resources: readonly Code[];
  readonly resourceTemplates: readonly Code[];
}

export interface ClientMethodView {
  readonly name: Code;
  readonly doc: string;
  readonly signature: Code;
  readonly lines: readonly Code[];
}

export interface ClientQuestionView {
  readonly doc: string;
  readonly lines: readonly Code[];
}

export interface ClientFileView extends ChecksView {
  readonly imports: readonly ImportView[];
  /** Declarations of arguments, results and answers, each a whole text. */
  readonly declarations: readonly Code[];
  readonly server: string;
  readonly constant: Code;
  readonly clientType: Code;
  readonly questionsType: Code;
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

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title: string | null;
  readonly instructions: string | null;
  readonly description: string | null;
  readonly websiteUrl: string | null;
  readonly icons: readonly Schema[] | null;
}

/** One argument as its caller sees it. */
export interface ArgumentInfo {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The JSON Schema of its value. */
  readonly schema: Schema;
}

/** A question that a call may ask its user. */
export interface QuestionInfo {
  /** Its name on the wire. */
  readonly name: string;
  readonly requestedSchema: Schema;
}

/** What is public about everything that a server offers. */
export interface OfferInfo {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  /** The source file, relative to the project folder. */
  readonly source: string;
  /** The emitted file, relative to the generated folder. */
  readonly file: string;
  /** What that file exports. */
  readonly constant: Code;
  readonly arguments: readonly ArgumentInfo[];
  readonly questions: readonly QuestionInfo[];
}
export interface ToolInfo extends OfferInfo {
  readonly inputSchema: Schema;
  /** Null for text and other content. */
  readonly outputSchema: Schema | null;
  readonly annotations: Schema | null;
}
export interface ResourceInfo extends OfferInfo {
  /** The address, or the template of addresses. */
  readonly uri: string;
  readonly mimeType: string | null;
}

/** An extra output with `per: project`. */
export interface ProjectOutputView {
  readonly server: ServerInfo;
  /** Sorted by name, like the lists below. */
  readonly tools: readonly ToolInfo[];
  readonly prompts: readonly OfferInfo[];
  readonly resources: readonly ResourceInfo[];
}

/** An extra output with `per: tool`. */
export interface ToolOutputView {
  readonly server: ServerInfo;
  readonly tool: ToolInfo;
}

/** Template -> what it sees. */
export interface TemplateContextV1 {
  readonly "tool.ts": ToolFileView;
  readonly "prompt.ts": PromptFileView;
  readonly "resource.ts": ResourceFileView;
  readonly "server.ts": ServerFileView;
  readonly "client.ts": ClientFileView;
  readonly "extra/tool": ToolOutputView;
  readonly "extra/project": ProjectOutputView;
}

/** All files of a project, and what extra outputs are made of. */
export interface Plan {
  /** The generated folder, relative to the project folder. */
  readonly out: string;
  readonly files: readonly PlannedFile[];
  /** Files of an earlier build that are the same now. */
  readonly takenOver: readonly GeneratedFile[];
  /** Made only for extra outputs. */
  readonly project: () => ProjectOutputView;
}

export type PlannedFile =
  | { readonly path: string; readonly template: "tool.ts"; readonly view: ToolFileView }
  | { readonly path: string; readonly template: "prompt.ts"; readonly view: PromptFileView }
  | { readonly path: string; readonly template: "resource.ts"; readonly view: ResourceFileView }
  | { readonly path: string; readonly template: "server.ts"; readonly view: ServerFileView }
  | { readonly path: string; readonly template: "client.ts"; readonly view: ClientFileView };
