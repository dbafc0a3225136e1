/** Collects what is wrong with a value, one line a problem, in words that a model can act on (decision P8). */

import { type Fields, isFields } from "../json.js";
import { nearest } from "./nearest.js";

/** More than this many lines help nobody, and hostile input must not make a long text. */
const mostLines = 20;

export class Problems {
  readonly #lines: string[] = [];
  #more = 0;

  get none(): boolean {
    return this.#lines.length === 0;
  }

  /** The value at `path` is not what was expected; `received` is described by its kind, never echoed. */
  expected(path: string, expected: string, received: unknown): void {
    this.#add(
      received === undefined
        ? `${path}: missing, expected ${expected}`
        : `${path}: expected ${expected}, received ${kindOf(received)}`,
    );
  }

  /** The value at `path` is none of the choices. */
  notOneOf(path: string, choices: readonly (string | number | boolean | null)[], received: unknown): void {
    const list = `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`;
    const near =
      typeof received === "string"
        ? nearest(
            received,
            choices.filter((choice) => typeof choice === "string"),
          )
        : undefined;
    this.expected(path, near === undefined ? list : `${list} (did you mean ${JSON.stringify(near)}?)`, received);
  }

  /** Reports every property of `fields` that is not among `names`. */
  noOthers(fields: Fields, names: readonly string[], path = ""): void {
    for (const key of Object.keys(fields)) {
      if (names.includes(key)) continue;
      if (this.#lines.length >= mostLines) {
        this.#more += 1; // the words for it would cost more than they help
        continue;
      }
      const shown = JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}...` : key);
      const near = nearest(key, names);
      const known = names.length === 0 ? "none are taken" : `known are ${names.join(", ")}`;
      this.#add(
        `${path === "" ? "" : `${path}: `}unknown ${path === "" ? "argument" : "property"} ${shown}${near === undefined ? `, ${known}` : `, did you mean ${near}?`}`,
      );
    }
  }

  /** All lines, each behind a dash. */
  toString(): string {
    const lines = this.#lines.map((line) => `- ${line}`);
    if (this.#more > 0) lines.push(`- and ${this.#more} more`);
    return lines.join("\n");
  }

  #add(line: string): void {
    if (this.#lines.length < mostLines) this.#lines.push(line);
    else this.#more += 1;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (isFields(value)) return "an object";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return `the number ${value}`;
  return typeof value === "string" ? "a string" : typeof value;
}
