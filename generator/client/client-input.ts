/**
 * What a typed client is made from, wherever it is known from: the sources of one's own server, or the description of another.
 * Data only; `plan/client-file.ts` turns it into a view.
 */
import type { Schema } from "../schema/json-schema.js";

export interface ClientInput {
  /** The server's name. */
  readonly server: string;
  /** Sorted, as everything below. */
  readonly tools: readonly ClientTool[];
  readonly prompts: readonly ClientTextOffer[];
  readonly resources: readonly ClientTextOffer[];
  readonly questions: readonly ClientQuestion[];
  /** Who asks the user to open links; null when nobody does, and empty when it is not known who. */
  readonly links: readonly string[] | null;
  /** Whether all questions are known. */
  readonly knowsQuestions: boolean;
}

export interface ClientArguments {
  readonly schema: Schema;
  /** All of them may be left out. */
  readonly isOptional: boolean;
  /** Written by a stranger or by hand: may say what TypeScript can't. */
  readonly isRaw: boolean;
}

export interface ClientTool {
  readonly name: string;
  readonly doc: string;
  /** Null: it takes none. */
  readonly input: ClientArguments | null;
  readonly result: ClientResult;
}

export type ClientResult =
  /** "raw" hands over failures too, "whole" throws them. */
  | { readonly kind: "text" | "empty" | "content" | "raw" | "whole" }
  /** Of a server whose emitted code holds its schema. */
  | { readonly kind: "structured"; readonly schema: Schema }
  /** Of a stranger's server. `check` says the same and can be compiled; null when nothing can. */
  | { readonly kind: "checked"; readonly schema: Schema; readonly check: Schema | null };

/** A prompt, or a resource. */
export interface ClientTextOffer {
  readonly kind: "prompt" | "resource";
  readonly name: string;
  readonly doc: string;
  /** The name of a prompt, the address of a resource or its template. */
  readonly target: string;
  /** Texts by name; null without arguments. */
  readonly input: ClientArguments | null;
  /** A template that can't be filled in: the caller gives the whole address. */
  readonly takesAddress: boolean;
}

/** One form, which several may ask with. */
export interface ClientQuestion {
  readonly name: string;
  /** Names of tools, prompts and resources. */
  readonly askers: readonly string[];
  /** What the server calls it: `tool.key`. */
  readonly wires: readonly string[];
  readonly schema: Schema;
}
