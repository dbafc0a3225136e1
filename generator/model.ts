/**
 * The intermediate model: what the sources say, in plain data that JSON could carry. Types only.
 * Knows nothing of ts-morph, of templates or of the disk, so that another TypeScript engine can fill it.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A place in a source file. `file` is relative to the project folder, with `/`; line and column count from 1. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Characters to underline on that line; at least 1. */
  readonly length: number;
}

/**
 * An exported name: `file` is a source file relative to the project folder, with its TypeScript ending, or the specifier of a
 * package. `name` is dotted for a static method: the class, then the method.
 */
export interface Reference {
  readonly file: string;
  readonly name: string;
}

/** What the doc comment says about a value: the JSON Schema keywords, under their own names (see schema/keywords.ts). */
export type KeywordSet = Readonly<Record<string, Json>>;

export type Literal = string | number | boolean | null;

interface Described {
  readonly keywords: KeywordSet;
}

export interface StringType extends Described {
  readonly kind: "string";
  /** Of a template literal type: its text in TypeScript, and the anchored pattern that means the same. */
  readonly template: { readonly text: string; readonly pattern: string } | null;
  /** A brand of the source that plain strings have not: emitted code has to assert it. */
  readonly branded: boolean;
}
export interface NumberType extends Described {
  readonly kind: "number";
  readonly branded: boolean;
}
export interface BooleanType extends Described {
  readonly kind: "boolean";
}
export interface NullType extends Described {
  readonly kind: "null";
}

/** Text on the wire, an instance in TypeScript: date-time, uri, base64. */
export interface InstanceType extends Described {
  readonly kind: "instance";
  readonly of: "Date" | "URL" | "Uint8Array";
}

/** Any value, or any object. */
export interface UnknownType extends Described {
  readonly kind: "unknown";
  readonly of: "unknown" | "object";
}

/** One of several constants, in declared order. */
export interface ChoiceType extends Described {
  readonly kind: "choice";
  readonly choices: readonly Choice[];
  /** See StringType. */
  readonly branded: boolean;
}
export interface Choice {
  readonly value: string | number | boolean;
  readonly title: string | null;
  /** The enum that declares it: TypeScript accepts only its members, so emitted code has to name it. */
  readonly member: EnumMember | null;
}

export interface EnumMember {
  /** The exported enum, or the exported namespace that holds it; null when neither can be named. */
  readonly enumeration: Reference | null;
  /** The way from the namespace to the enum: `.Sizes.Size`; empty without one. */
  readonly within: string;
  readonly name: string;
  readonly siblings: number;
}

export interface ArrayType extends Described {
  readonly kind: "array";
  readonly items: TypeModel;
  /** `readonly T[]`: says nothing in JSON, but TypeScript tells the two apart. */
  readonly readonly: boolean;
}

export interface TupleType extends Described {
  readonly kind: "tuple";
  readonly elements: readonly TypeModel[];
  /** How many of the elements must be there. */
  readonly least: number;
  /** What may follow the elements; null: nothing. */
  readonly rest: TypeModel | null;
  readonly readonly: boolean;
}

/** An object: closed, but for the keys that `rest` allows. */
export interface ObjectType extends Described {
  readonly kind: "object";
  /** The interface's or alias's own name; null for a type literal. */
  readonly name: string | null;
  readonly properties: readonly PropertyModel[];
  /** Index signatures; `pattern` is null for any key that no other covers. */
  readonly rest: readonly { readonly pattern: string | null; readonly type: TypeModel }[];
  /** The source's type has what JSON cannot carry and was left out: emitted code has to assert it. */
  readonly partial: boolean;
}
export interface PropertyModel {
  readonly name: string;
  readonly type: TypeModel;
  /** `?`, or a default: the value may be left out. */
  readonly required: boolean;
  /** `?` in the source. */
  readonly optional: boolean;
  /** `| undefined` in the source. */
  readonly undefinable: boolean;
}

/** Alternatives in declared order, null last; constants of one union are one choice. */
export interface UnionType extends Described {
  readonly kind: "union";
  readonly members: readonly TypeModel[];
}

/** A type that contains itself: `id` names its definition. */
export interface ReferenceType extends Described {
  readonly kind: "reference";
  readonly id: string;
}

export type TypeModel =
  | StringType
  | NumberType
  | BooleanType
  | NullType
  | InstanceType
  | UnknownType
  | ChoiceType
  | ArrayType
  | TupleType
  | ObjectType
  | UnionType
  | ReferenceType;

export interface Definition {
  readonly name: string;
  readonly type: TypeModel;
}
export type Definitions = Readonly<Record<string, Definition>>;

/** A form that the user may be asked to fill in: flat by construction. */
export interface QuestionModel {
  /** File and name of the model, or of the place that wrote it inline: equal ids are the same question model. */
  readonly id: string;
  readonly name: string | null;
  readonly file: string;
  readonly form: ObjectType;
}

/** What a tool or resolver takes at one position. */
export type ParameterModel = ArgumentParameter | OptionsParameter | SchemaParameter | ResolvedParameter | ContextParameter;

export interface ArgumentParameter {
  readonly kind: "argument";
  readonly name: string;
  /** Null in a resolver, which reads the tool's own argument by name. */
  readonly property: PropertyModel | null;
  readonly span: Span;
}
/** One destructured object: its properties are arguments. */
export interface OptionsParameter {
  readonly kind: "options";
  readonly name: string;
  readonly properties: readonly PropertyModel[];
  /** The whole type, when it is not one plain object: a union of objects, or one with free keys. */
  readonly whole: TypeModel | null;
  /** Something of its type was left out: see ObjectType. */
  readonly partial: boolean;
  readonly span: Span;
}
/** The whole argument object, by a JSON Schema that was written by hand. */
export interface SchemaParameter {
  readonly kind: "schema";
  readonly name: string;
  readonly schema: { readonly [keyword: string]: Json };
  readonly span: Span;
}
export interface ResolvedParameter {
  readonly kind: "resolved";
  readonly name: string;
  /** Id of the resolver; null when it could not be found (already reported). */
  readonly resolver: string | null;
  /** The whole outcome instead of the bare model. */
  readonly outcome: boolean;
  readonly span: Span;
}
export interface ContextParameter {
  readonly kind: "context";
  readonly name: string;
  readonly asks: readonly { readonly key: string; readonly question: string; readonly span: Span }[];
  /** The type of the application state; null when it is not named. */
  readonly state: Reference | null;
  readonly span: Span;
}

export interface FunctionModel {
  readonly reference: Reference;
  readonly span: Span;
  readonly parameters: readonly ParameterModel[];
  /** What the body asks for with its Context, beside forms. */
  readonly asksInside: readonly AskedWithoutForm[];
}

/** To open a link, for the client's model, for its roots. */
export type AskedWithoutForm = "url" | "sample" | "roots";

export interface ResolverModel extends FunctionModel {
  readonly id: string;
  /** Id of the form that it may ask with; null when it has none. */
  readonly question: string | null;
  /** The kind of question without a form that it may ask; null when there is none. */
  readonly asks: AskedWithoutForm | null;
}

export type ResultModel =
  | { readonly kind: "text" }
  | { readonly kind: "empty" }
  | { readonly kind: "content"; readonly many: boolean }
  | { readonly kind: "raw" }
  | { readonly kind: "structured"; readonly type: TypeModel /** toJSON() decides what is sent. */; readonly viaJson: boolean };

export type AnnotationName = "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint";

/** A picture for user interfaces (specification: Icon). */
export interface IconModel {
  readonly src: string;
  readonly mimeType: string | null;
  readonly sizes: readonly string[];
  readonly theme: "light" | "dark" | null;
}

/** What a server offers: an exported function with a tag. The kind is the tag. */
export type OfferModel = ToolModel | PromptModel | ResourceModel;
export type OfferKind = OfferModel["kind"];

interface Offered extends FunctionModel {
  readonly name: string;
  readonly nameSpan: Span;
  readonly title: string | null;
  readonly description: string;
  readonly icons: readonly IconModel[];
  /** What the caller's credentials must allow. */
  readonly scopes: readonly string[];
  /** Metadata for clients, as it stands. */
  readonly meta: Readonly<Record<string, Json>>;
  /** It may return inputRequired(...) instead of its result. */
  readonly rounds: boolean;
}

export interface ToolModel extends Offered {
  readonly kind: "tool";
  readonly annotations: Readonly<Partial<Record<AnnotationName, boolean>>>;
  readonly result: ResultModel;
}

/** Its arguments are text. */
export interface PromptModel extends Offered {
  readonly kind: "prompt";
  readonly completions: readonly CompletionModel[];
}

export interface ResourceModel extends Offered {
  readonly kind: "resource";
  /** The address, or the template of addresses, as written. */
  readonly uri: string;
  readonly uriSpan: Span;
  /** Null for one address. */
  readonly template: UriTemplate | null;
  readonly mimeType: string | null;
  /** In bytes. */
  readonly size: number | null;
  /** For whom, how important, how old (specification: Annotations). */
  readonly annotations: Readonly<Record<string, Json>>;
  readonly completions: readonly CompletionModel[];
}

/** A template of addresses (RFC 6570, without its modifiers). */
export interface UriTemplate {
  readonly parts: readonly (string | UriExpression)[];
}
export interface UriExpression {
  readonly operator: "" | "+" | "#" | "." | "/" | "?" | "&";
  readonly variables: readonly string[];
}

/** How one argument is completed: from a list, or by a function of what was typed and of other arguments by name. */
export interface CompletionModel {
  readonly argument: string;
  readonly from:
    | { readonly kind: "list"; readonly values: readonly string[] }
    | { readonly kind: "function"; readonly reference: Reference; readonly settled: readonly string[] };
}

export interface Model {
  /** In the order of the sources. */
  readonly offers: readonly OfferModel[];
  readonly resolvers: Readonly<Record<string, ResolverModel>>;
  readonly questions: Readonly<Record<string, QuestionModel>>;
  /** The types that contain themselves, by id. */
  readonly definitions: Definitions;
}
