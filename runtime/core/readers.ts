/** The parts of emitted readers that are the same everywhere. A reader checks a value and gives it converted and filled in. */

import { canonicalJson, type Fields } from "../json.js";
import { isDateTime, isUri } from "./formats.js";
import type { Problems } from "./problems.js";

type Reader = (value: unknown, path: string, problems: Problems) => unknown;

/** Reads the arguments of a tool that takes none. */
export function noArguments(input: Fields, problems: Problems): void {
  problems.noOthers(input, []);
}

export function isOneOf<T extends string | number | boolean | null>(value: unknown, choices: readonly T[]): value is T {
  return (choices as readonly unknown[]).includes(value);
}

/** Whether no two elements are equal as JSON. One pass, however many there are. */
export function isUnique(values: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const value of values) seen.add(canonicalJson(value));
  return seen.size === values.length;
}

/** As JSON Schema validators divide: without a tolerance, and never for a quotient beyond exact numbers. */
export function isMultipleOf(value: number, of: number): boolean {
  const quotient = value / of;
  return quotient === Number.parseInt(String(quotient), 10);
}

/** The path of a property whose name came from outside. */
export function keyPath(path: string, key: string): string {
  const short = key.length > 60 ? `${key.slice(0, 60)}...` : key;
  return /^[A-Za-z_$][\w$]*$/.test(short) ? `${path}.${short}` : `${path}[${JSON.stringify(short)}]`;
}

export function readDate(value: unknown, path: string, problems: Problems): Date {
  if (typeof value !== "string" || !isDateTime(value)) {
    problems.expected(path, "a date and time such as 2025-12-26T19:30:00Z", value);
    return new Date(Number.NaN);
  }
  // A Date has no leap seconds: the second after is what clocks show.
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? new Date(Date.parse(value.replace(/:60/, ":59")) + 1000) : date;
}

export function readUrl(value: unknown, path: string, problems: Problems): URL | undefined {
  if (typeof value === "string" && isUri(value)) return new URL(value);
  problems.expected(path, "a URI such as https://example.com/menu", value);
  return undefined;
}

/** Bytes in base64, with their padding (RFC 4648, section 4). */
export function readBytes(value: unknown, path: string, problems: Problems): Uint8Array | undefined {
  if (typeof value !== "string" || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
    problems.expected(path, "bytes in base64", value);
    return undefined;
  }
  const text = atob(value);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

export function readItems(values: readonly unknown[], path: string, problems: Problems, read: Reader): unknown[] {
  const items: unknown[] = [];
  for (const [index, value] of values.entries()) items.push(read(value, `${path}[${index}]`, problems));
  return items;
}

export function readTuple(
  values: readonly unknown[],
  path: string,
  problems: Problems,
  elements: readonly Reader[],
  rest?: Reader,
): unknown[] {
  const items: unknown[] = [];
  for (const [index, value] of values.entries()) {
    const read = elements[index] ?? rest;
    if (read !== undefined) items.push(read(value, `${path}[${index}]`, problems));
  }
  return items;
}

/** The value as the first form that takes it; else the problems of the form that has the fewest. */
export function firstFit(value: unknown, path: string, problems: Problems, forms: readonly Reader[]): unknown {
  let nearest: Problems | undefined;
  for (const form of forms) {
    if (problems.exhausted(path)) return value;
    const trial = problems.trial();
    const read = form(value, path, trial);
    if (trial.none) return read;
    if (nearest === undefined || trial.count < nearest.count) nearest = trial;
  }
  if (nearest !== undefined) problems.adopt(nearest);
  return value;
}

/** A copy without the properties that are undefined: in JSON there are none, so they were left out. */
export function withoutGaps<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
