/** What mcp-gen chose for a project, and why. Looks through a host; what it cannot know about the process it is given. */
import { entryFile, outdated, readEntry } from "../cache/store.js";
import { readFiles, traced } from "../cache/trace.js";
import { readFormatter } from "../formatter/formatter.js";
import type { ReadingHost } from "../host.js";
import type { Options, Raw } from "../options.js";
import { sourceFiles } from "../sources.js";
import { compilerVersion, importExtensionOf, moduleWords, tsconfigOf } from "../tsconfig.js";

export interface Choice {
  readonly what: string;
  readonly value: string;
  readonly why: string;
  /** It has to be put right before a build or a server can do its work. */
  readonly isFault: boolean;
}

/** What is known only from outside. */
export interface Found {
  /** Absolute; null without one. */
  readonly config: string | null;
  /** The settings that it has for this project. */
  readonly settings: Raw;
  readonly options: Options;
  /** Hash of mcp-gen itself. */
  readonly generator: string;
  /** A path as the user writes it. */
  readonly shown: (path: string) => string;
}

export function choicesOf({ config, settings, options, generator, shown }: Found, host: ReadingHost): Choice[] {
  const { project, server, out } = options;
  const set = (key: string): boolean => settings[key] !== undefined;
  const source = config === null ? "" : shown(config);
  const why = (key: string, otherwise: string): string => (set(key) ? `set in ${source}` : otherwise);
  const fine = (what: string, value: string, reason: string): Choice => ({ what, value, why: reason, isFault: false });

  const looking = traced(host, project);
  const sources = sourceFiles(options, host);
  const { file, compilerOptions, errors } = tsconfigOf(options, sources, looking.host);
  const chain = readFiles(looking.trace(), project).filter((path) => path !== file && !path.endsWith("package.json"));
  const others = chain.length === 0 ? "" : `, with ${chain.map(shown).join(", ")}`;
  const outFolder = `${project}/${out}`;
  const isBuilt = host.isFile(`${outFolder}/server.ts`);
  const extension = options.importExtension ?? importExtensionOf(compilerOptions);

  return [
    config === null
      ? fine("configuration", "none", "no mcp-gen.config.{ts,mts,js,json} in the folder or above it")
      : fine("configuration", source, "the nearest one, or the one that was named"),
    fine(
      "project",
      shown(project),
      config === null ? "the folder of --project, else of the nearest package.json" : `as ${source} says`,
    ),
    fine("name", server.name, why("name", "from package.json")),
    fine("version", server.version, why("version", "from package.json")),
    {
      what: "tsconfig",
      value: file === null ? "none" : `${shown(file)}${others}`,
      why:
        errors.length > 0
          ? errors.map(({ reason }) => reason.replaceAll(project, ".")).join(" ")
          : why(
              "tsconfig",
              file === null
                ? `there is none upwards: ${moduleWords(compilerOptions)}`
                : "the nearest one upwards that has the sources",
            ),
      isFault: errors.length > 0,
    },
    {
      what: "sources",
      value: matched(sources.map(shown)),
      why: `${why("sources", "the default")}: ${options.sources.join(", ")}`,
      isFault: sources.length === 0,
    },
    fine("out", `${out}${isBuilt ? "" : ", not built yet"}`, why("out", "the default")),
    fine(
      "importExtension",
      JSON.stringify(extension),
      why("importExtension", `as the tsconfig says: ${moduleWords(compilerOptions)}`),
    ),
    formatterChoice(options, host, why("formatter", "the default: files have mcp-gen's own layout")),
    fine("compiler", `TypeScript ${compilerVersion}`, "mcp-gen's own; the project's is never loaded"),
    cacheChoice(options, generator, host, shown),
  ];
}

function formatterChoice(options: Options, host: ReadingHost, why: string): Choice {
  const { value, diagnostics } = readFormatter(options, host);
  const [missing] = diagnostics;
  if (missing !== undefined) return { what: "formatter", value: "not found", why: missing.message, isFault: true };
  return { what: "formatter", value: value === null ? "none" : `${value.name} ${value.version}`, why, isFault: false };
}

/** As many files are named. */
const named = 5;

function matched(files: readonly string[]): string {
  if (files.length === 0) return "no file";
  const more = files.length > named ? ` and ${files.length - named} more` : "";
  return `${files.length} ${files.length === 1 ? "file" : "files"}: ${files.slice(0, named).join(", ")}${more}`;
}

function cacheChoice(options: Options, generator: string, host: ReadingHost, shown: (path: string) => string): Choice {
  const file = entryFile(options, host);
  const entry = readEntry(options, host);
  const choice = { what: "cache", isFault: false };
  if (file === null) return { ...choice, value: "none", why: "there is no node_modules folder to keep it in" };
  if (entry === null) return { ...choice, value: "empty", why: `nothing is kept yet in ${shown(file)}` };
  const reason = outdated(entry, generator, options, host);
  if (reason !== null) return { ...choice, value: "out of date", why: `${reason.text}; the next build reads the sources again` };
  return { ...choice, value: "up to date", why: `${shown(file)} holds; the next build loads no compiler` };
}
