/**
 * The helpers of a project: one TypeScript file, run in a realm of its own that has the language and nothing else, so that
 * what a helper gives depends on what it is given. It is no prison: the file is the project's own code.
 */
import { createContext, runInContext } from "node:vm";
import { collector, type Staged } from "../diagnostics.js";
import { readHelpers } from "./compiler.js";
import { builtInHelpers, type HelperRule } from "./helper-rules.js";
import { blockHelpers, type Helper } from "./language.js";
import { spanAt } from "./spans.js";

/** What a helper did that a diagnostic has to tell. */
export class HelperError extends Error {
  constructor(
    readonly helper: string,
    readonly reason: string,
    readonly place: hbs.AST.SourceLocation | undefined,
  ) {
    super(reason);
  }
}

/** Clocks and randomness are taken out, and with them the ways to change what the language itself does. */
const withoutImpurity = `
for (const name of ["Math", "Date", "Intl", "WeakRef", "FinalizationRegistry", "SharedArrayBuffer", "Atomics", "WebAssembly", "console"]) {
  if (name === "Math") delete Math.random; else delete globalThis[name];
}
for (const prototype of [String.prototype, Array.prototype]) {
  for (const name of Object.getOwnPropertyNames(prototype)) if (/^toLocale|^localeCompare/.test(name)) delete prototype[name];
}
`;

export function userHelpers(
  file: string,
  text: string,
  fields: ReadonlySet<string>,
): Staged<Readonly<Record<string, HelperRule>>> {
  const { diagnostics, report } = collector();
  const fail = (reason: string, offset = 0): Staged<Readonly<Record<string, HelperRule>>> => {
    report("MG5011", spanAt(file, text, offset), { file, reason });
    return { value: {}, diagnostics };
  };
  const read = readHelpers(file, text);
  if ("reason" in read) return fail(read.reason.replace(/\.$/, ""), read.offset);
  const exported: Record<string, unknown> = {};
  const realm = createContext(
    { exports: exported, module: { exports: exported } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  try {
    runInContext(withoutImpurity, realm);
    runInContext(read.script, realm, { filename: file, timeout: 5000 });
  } catch (error) {
    return fail(messageOf(error));
  }
  const rules: Record<string, HelperRule> = {};
  for (const { name, parameters, isRest, gives } of read.signatures) {
    const taken = Object.hasOwn(builtInHelpers, name) || (blockHelpers as readonly string[]).includes(name);
    if (taken) return fail(`mcp-gen has a helper '${name}' itself`, text.indexOf(`function ${name}`));
    if (fields.has(name))
      return fail(`'${name}' is a field of the context, which the helper would hide`, text.indexOf(`function ${name}`));
    const run = exported[name];
    if (typeof run !== "function") return fail(`'${name}' is no function once the file has run`);
    rules[name] = {
      run: guarded(name, run as (...given: unknown[]) => unknown),
      takes: parameters.map(({ kind }) => kind),
      least: parameters.filter(({ isOptional }) => !isOptional).length - (isRest ? 1 : 0),
      isRest,
      options: {},
      gives,
      places: null,
      description: "",
    };
  }
  return { value: rules, diagnostics };
}

/** Runs it twice on frozen values: what it gives must be the same, and something to print. */
function guarded(name: string, run: (...given: unknown[]) => unknown): Helper {
  return (...all: readonly never[]) => {
    const { loc } = all.at(-1) as unknown as { readonly loc?: hbs.AST.SourceLocation };
    const given = all.slice(0, -1).map(frozen);
    let results: unknown[];
    try {
      results = [run(...given), run(...given)];
    } catch (error) {
      throw new HelperError(name, `failed: ${messageOf(error)}`, loc);
    }
    const [first, second] = results;
    if (!["string", "number", "boolean"].includes(typeof first)) throw new HelperError(name, "gave nothing to print", loc);
    if (!Object.is(first, second)) throw new HelperError(name, "gave two results for the same values", loc);
    return first;
  };
}

function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map(frozen)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, frozen(inner)]));
  return Object.freeze(copy);
}

/** Errors of another realm are no instances of this one's Error. */
const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message).replace(/\.$/, "") : String(error);
