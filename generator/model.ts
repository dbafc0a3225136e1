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

/** An exported name of a source file: `file` relative to the project folder, with its TypeScript ending. */
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
}
export interface NumberType extends Described {
  readonly kind: "number";
}
export interface BooleanType extends Described {
  readonly kind: "boolean";
}
export interface NullType extends Described {
  readonly kind: "null";
}

/** One of several constants, in declared order. */
export interface ChoiceType extends Described {
  readonly kind: "choice";
  readonly choices: readonly Choice[];
  /** The enum that declares them: TypeScript accepts only its members, so emitted code has to name it. */
  readonly enumeration: Reference | null;
  /** The names of the members, when they are not the whole enum. */
  readonly members: readonly string[] | null;
}
export interface Choice {
  readonly value: string | number | boolean;
  readonly title: string | null;
}

export interface ArrayType extends Described {
  readonly kind: "array";
  readonly items: TypeModel;
  /** `readonly T[]`: says nothing in JSON, but TypeScript tells the two apart. */
  readonly readonly: boolean;
}

/** A closed object. */
export interface ObjectType extends Described {
  readonly kind: "object";
  /** The interface's or alias's own name; null for a type literal. */
  readonly name: string | null;
  readonly properties: readonly PropertyModel[];
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

/** Alternatives. For now at most one member that is not null. */
export interface UnionType extends Described {
  readonly kind: "union";
  readonly members: readonly TypeModel[];
}

export type TypeModel = StringType | NumberType | BooleanType | NullType | ChoiceType | ArrayType | ObjectType | UnionType;

/** A form that the user may be asked to fill in: flat by construction. */
export interface QuestionModel {
  /** File and name of the model, or of the place that wrote it inline: equal ids are the same question model. */
  readonly id: string;
  readonly name: string | null;
  readonly file: string;
  readonly form: ObjectType;
}

/** What a tool or resolver takes at one position. */
export type ParameterModel = ArgumentParameter | ResolvedParameter | ContextParameter;

export interface ArgumentParameter {
  readonly kind: "argument";
  readonly name: string;
  /** Null in a resolver, which reads the tool's own argument by name. */
  readonly property: PropertyModel | null;
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
  readonly span: Span;
}

export interface FunctionModel {
  readonly reference: Reference;
  readonly span: Span;
  readonly parameters: readonly ParameterModel[];
  /** The body sends the user to a link. */
  readonly asksUrl: boolean;
}

export interface ResolverModel extends FunctionModel {
  readonly id: string;
  /** Id of the question that it may ask; null when it never asks. */
  readonly question: string | null;
}

export type ResultModel =
  | { readonly kind: "text" }
  | { readonly kind: "empty" }
  | { readonly kind: "content"; readonly many: boolean }
  | { readonly kind: "raw" }
  | { readonly kind: "structured"; readonly type: TypeModel };

export type AnnotationName = "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint";

export interface ToolModel extends FunctionModel {
  readonly name: string;
  readonly nameSpan: Span;
  readonly title: string | null;
  readonly description: string;
  readonly annotations: Readonly<Partial<Record<AnnotationName, boolean>>>;
  readonly result: ResultModel;
}

export interface Model {
  readonly tools: readonly ToolModel[];
  readonly resolvers: Readonly<Record<string, ResolverModel>>;
  readonly questions: Readonly<Record<string, QuestionModel>>;
}
