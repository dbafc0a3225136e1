/** Collects what is wrong with a value, one line a problem, in words that a model can act on (decision P8). */

import { type Fields, isFields } from "../json.js";
import { nearest } from "./nearest.js";

/** More than this many lines help nobody, and hostile input must not make a long text. */
const mostLines = 20;

/** Deeper than any data of people, and shallow enough for every stack. */
const deepest = 100;

/** Alternatives within alternatives multiply: past this many attempts a value is refused. */
const mostTrials = 10_000;

export class Problems {
  readonly #lines: string[] = [];
  readonly #work: { trials: number };
  #more = 0;
  #depth: number;

  constructor(parent?: Problems) {
    this.#work = parent === undefined ? { trials: 0 } : parent.#work;
    this.#depth = parent === undefined ? 0 : parent.#depth;
  }

  get none(): boolean {
    return this.#lines.length === 0;
  }

  /** How many problems there are. */
  get count(): number {
    return this.#lines.length + this.#more;
  }

  /** Problems of an attempt, which count only once they are adopted. */
  trial(): Problems {
    this.#work.trials += 1;
    return new Problems(this);
  }

  /** Whether there were too many attempts to make another; reported as a problem. */
  exhausted(path: string): boolean {
    if (this.#work.trials < mostTrials) return false;
    this.#add(path, "too many alternatives to try them all");
    return true;
  }

  /** Takes over what an attempt found. */
  adopt(trial: Problems): void {
    for (const line of trial.#lines) this.#line(line);
    this.#more += trial.#more;
  }

  /** Goes one level down in a value that may be nested without end; false, and a problem, when that is too deep. */
  enter(path: string): boolean {
    if (this.#depth >= deepest) {
      this.#add(path.length > 200 ? `${path.slice(0, 200)}...` : path, `nested more than ${deepest} levels deep`);
      return false;
    }
    this.#depth += 1;
    return true;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** The value at `path` is not what was expected; `received` is described by its kind, never echoed. */
  expected(path: string, expected: string, received: unknown): void {
    const isMissing = received === undefined;
    this.#add(path, isMissing ? `missing, expected ${expected}` : `expected ${expected}, received ${kindOf(received)}`);
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
      const near = nearest(key, names);
      const known = names.length === 0 ? "none are taken" : `known are ${names.join(", ")}`;
      const word = path === "" ? "argument" : "property";
      this.#add(path, `unknown ${word} ${shown(key)}, ${near === undefined ? known : `did you mean ${near}?`}`);
    }
  }

  /** A property that no pattern allows. */
  unknown(path: string, key: string): void {
    this.#add(path, `unknown property ${shown(key)}, its name matches nothing that is taken`);
  }

  /** All lines, each behind a dash. */
  toString(): string {
    const lines = this.#lines.map((line) => `- ${line}`);
    if (this.#more > 0) lines.push(`- and ${this.#more} more`);
    return lines.join("\n");
  }

  /** The arguments themselves have no path, and what is in them starts without a dot. */
  #add(path: string, what: string): void {
    this.#line(path === "" ? what : `${path.startsWith(".") ? path.slice(1) : path}: ${what}`);
  }

  #line(line: string): void {
    if (this.#lines.length < mostLines) this.#lines.push(line);
    else this.#more += 1;
  }
}

const shown = (key: string): string => JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}...` : key);

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (isFields(value)) return "an object";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return `the number ${value}`;
  return typeof value === "string" ? "a string" : typeof value;
}
