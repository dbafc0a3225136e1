/**
 * Makes a project's files: from the cache when nothing that they depend on has changed, else through the pipeline, which is
 * loaded only then. One maker serves a whole run; a watching run keeps the compiler's program in it.
 */
import { sep } from "node:path";
import { setFlagsFromString } from "node:v8";
import { generatorHash } from "../cache/generator-hash.js";
import {
  type Body,
  type Entry,
  entryVersion,
  isInPlace,
  optionsHash,
  outdated,
  outputOf,
  pairOf,
  type Reason,
  readBody,
  readEntry,
  relativeSources,
  writeEntry,
} from "../cache/store.js";
import { readFiles, traced } from "../cache/trace.js";
import { type Diagnostic, hasErrors } from "../diagnostics.js";
import { sha256 } from "../fingerprint.js";
import type { Host } from "../host.js";
import type { Inspection } from "../inspect/inspection.js";
import type { GeneratedFile } from "../manifest.js";
import type { Options } from "../options.js";
import type { Kept, Produced } from "../pipeline.js";
import { builtInTemplates } from "../templates.js";

export interface Made {
  readonly diagnostics: readonly Diagnostic[];
  /** Null when there was an error. */
  readonly files: readonly GeneratedFile[] | null;
  /** Null when there was an error. */
  readonly inspection: Inspection | null;
  /** Why the sources were read again; null when they were not. */
  readonly reason: string | null;
  /** The sources that were analysed for it, and why. */
  readonly analysed: Produced["analysed"];
  /** Milliseconds, in all. */
  readonly took: number;
  /** Whether two texts of a file differ in formatting only. What was found out once is remembered. */
  readonly same: (path: string, a: string, b: string) => Promise<boolean>;
}

interface Remembered {
  readonly entry: Entry;
  /** Null when there was an error, and until it is asked for. */
  readonly body: Body | null;
  readonly traced: ReturnType<typeof traced> | null;
  readonly kept: Kept | null;
}

export class Maker {
  readonly #remembered = new Map<string, Remembered>();
  readonly #unwritten = new Map<string, Options>();
  readonly #host: Host;
  readonly #useCache: boolean;
  readonly #keep: boolean;
  #generator: string | null = null;

  /** `keep` holds on to programs, for a run that builds again and again. */
  constructor(host: Host, { useCache, keep }: { readonly useCache: boolean; readonly keep: boolean }) {
    this.#host = host;
    this.#useCache = useCache;
    this.#keep = keep;
  }

  /** Spares the texts when nothing has changed and the generated folder is as it should be. */
  async makeUnlessInPlace(options: Options): Promise<Made | InPlace> {
    const started = performance.now();
    const known = this.#known(options);
    if (known !== null && this.#outdated(known, options) === null && isInPlace(known.entry, options, this.#host)) {
      this.#remembered.set(keyOf(options), known);
      return { isInPlace: true, diagnostics: known.entry.diagnostics, reason: null, took: performance.now() - started };
    }
    return await this.make(options);
  }

  async make(options: Options): Promise<Made> {
    const started = performance.now();
    const id = keyOf(options);
    const known = this.#withBody(this.#known(options), options);
    const reason =
      known === null
        ? { text: this.#useCache ? "no earlier build is known" : "the cache is off", content: null }
        : this.#outdated(known, options);
    if (known !== null && reason === null) {
      this.#remembered.set(id, known);
      return this.#made(id, options, { reason: null, analysed: [] }, started);
    }
    const again = known?.kept ? { kept: known.kept, isSameSet: reason?.content !== null && known.traced !== null } : null;
    // Where the compiler looked for modules is looked at again only when it looks there again.
    const looking = (again?.isSameSet === true ? known?.traced : null) ?? traced(this.#host, options.project);
    const sources = relativeSources(options, this.#host);
    if (!this.#keep) sparingly();
    const { produce } = await import("../pipeline.js");
    const produced = await produce(options, builtInTemplates(this.#host), looking.host, again);
    const { diagnostics, files, inspection, kept, analysed } = produced;
    const body = files === null || inspection === null ? null : { files, inspection };
    const entry = {
      entryVersion,
      generator: this.#hash(),
      options: optionsHash(options),
      sources,
      trace: looking.trace(),
      diagnostics,
      outputs: body === null ? null : body.files.map(outputOf),
      alike: known?.entry.alike ?? [],
    };
    this.#remembered.set(id, { entry, body, traced: this.#keep ? looking : null, kept: this.#keep ? kept : null });
    // A watching run writes it down at its first build and when it ends.
    if (this.#keep && known?.kept) this.#unwritten.set(id, options);
    else if (this.#useCache) writeEntry(entry, body, options, this.#host);
    return this.#made(id, options, { reason: reason?.text ?? null, analysed }, started, known?.entry.outputs ?? null);
  }

  /** Absolute paths of the files outside the project's own folder, and of packages, that the last build of these options read. */
  inputs(options: Options): string[] {
    const trace = this.#remembered.get(keyOf(options))?.entry.trace ?? {};
    return readFiles(trace, options.project).filter(
      (path) => !path.startsWith(`${options.project}${sep}`) || path.includes(`${sep}node_modules${sep}`),
    );
  }

  #hash(): string {
    this.#generator ??= generatorHash(this.#host);
    return this.#generator;
  }

  #outdated({ entry }: Remembered, options: Options): Reason | null {
    return outdated(entry, this.#hash(), options, this.#host);
  }

  #known(options: Options): Remembered | null {
    const known = this.#remembered.get(keyOf(options));
    if (known !== undefined) return known;
    const entry = this.#useCache ? readEntry(options, this.#host) : null;
    return entry === null ? null : { entry, body: null, traced: null, kept: null };
  }

  /** Null when the texts that belong to the entry are gone. */
  #withBody(known: Remembered | null, options: Options): Remembered | null {
    if (known === null || known.body !== null || known.entry.outputs === null) return known;
    const body = readBody(known.entry, options, this.#host);
    return body === null ? null : { ...known, body };
  }

  /** Writes down what was not yet. */
  close(): void {
    for (const [id, options] of this.#unwritten) {
      const known = this.#remembered.get(id);
      if (known !== undefined && this.#useCache) writeEntry(known.entry, known.body, options, this.#host);
    }
    this.#unwritten.clear();
  }

  /** `before`: the outputs of the build before this one. */
  #made(
    id: string,
    options: Options,
    why: Pick<Made, "reason" | "analysed">,
    started: number,
    before: Entry["outputs"] = null,
  ): Made {
    const remembered = this.#remembered.get(id);
    if (remembered === undefined) throw new Error("Nothing was made.");
    const { diagnostics } = remembered.entry;
    const body = hasErrors(diagnostics) ? null : remembered.body;
    return {
      diagnostics,
      files: body?.files ?? null,
      inspection: body?.inspection ?? null,
      ...why,
      took: performance.now() - started,
      same: async (path, a, b) => {
        // What the project's formatter made is compared as it stands: it is the one layout that the formatter accepts.
        if (options.formatter !== null) return a.replaceAll("\r\n", "\n") === b.replaceAll("\r\n", "\n");
        const current = this.#remembered.get(id) ?? remembered;
        const hash = sha256(a);
        // What the last build wrote, no formatter had in hand.
        if (before?.some((output) => output.path === path && output.hash === hash)) return false;
        const pair = pairOf(hash, sha256(b));
        if (current.entry.alike.includes(pair)) return true;
        const { sameCode } = await import("../same-code.js");
        if (!(await sameCode(path, a, b))) return false;
        // Enough for every file of a project, and bounded.
        const entry = { ...current.entry, alike: [...current.entry.alike, pair].slice(-1000) };
        this.#remembered.set(id, { ...current, entry });
        if (this.#useCache) writeEntry(entry, null, options, this.#host);
        return true;
      },
    };
  }
}

/**
 * A build is over before most of what V8 would optimise for it has paid off: that takes a quarter of its CPU time. A
 * function is optimised when it has run some thirty times as long as it would have to otherwise. Only the V8 of Node 20 knows the
 * flag; a later one would complain of it on standard error.
 */
function sparingly(): void {
  if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=4000000");
}

/** Nothing has changed, and the generated folder is as it should be. */
export interface InPlace extends Pick<Made, "diagnostics" | "reason" | "took"> {
  readonly isInPlace: true;
}

const keyOf = ({ project, out }: Options): string => `${project} ${out}`;
