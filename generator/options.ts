/**
 * Options of one project: the configuration file, package.json and defaults merged. Pure: gets the texts, reads nothing.
 */
import { collector, type Staged } from "./diagnostics.js";
import { nearestName } from "./names.js";

export const configFile = "mcp-gen.config.json";

export interface ServerOptions {
  readonly name: string;
  readonly version: string;
  readonly title: string | null;
  readonly instructions: string | null;
}

export interface Options {
  /** Absolute path of the project folder. */
  readonly project: string;
  readonly server: ServerOptions;
  /** Glob patterns, relative to the project folder. */
  readonly sources: readonly string[];
  /** The generated folder, relative to the project folder, with `/`. */
  readonly out: string;
  /** Ending of emitted relative imports; null: as the tsconfig says. */
  readonly importExtension: ".js" | ".ts" | "" | null;
  /** `any` is taken for unknown instead of being refused. */
  readonly allowAny: boolean;
  /** For hosts that demand every property: all are required, and those that may be absent allow null. */
  readonly profile: "default" | "strict";
  /** The folder of the project's own templates, relative to the project folder. */
  readonly templates: string;
  /** The file of the project's own helpers for templates, relative to the project folder. */
  readonly helpers: string | null;
  /** The version of the context that the project's templates are written for. */
  readonly contextVersion: number;
}

export interface OptionTexts {
  /** Text of mcp-gen.config.json, or null without one. */
  readonly config: string | null;
  /** Text of package.json, or null without one. */
  readonly manifest: string | null;
}

type Raw = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText);
const isEnding = (value: unknown): value is ".js" | ".ts" | "" => value === ".js" || value === ".ts" || value === "";
const isInside = (value: unknown): value is string =>
  isText(value) && !/^([/\\]|[A-Za-z]:)/.test(value) && normal(value) !== "" && !normal(value).startsWith("..");

const settings: Readonly<Record<string, { readonly fits: (value: unknown) => boolean; readonly expected: string }>> = {
  name: { fits: isText, expected: "a string" },
  version: { fits: isText, expected: "a string" },
  title: { fits: isText, expected: "a string" },
  instructions: { fits: isText, expected: "a string" },
  sources: { fits: isTexts, expected: "an array of glob patterns" },
  out: { fits: isInside, expected: "a folder inside the project" },
  importExtension: { fits: isEnding, expected: `".js", ".ts" or ""` },
  allowAny: { fits: (value) => typeof value === "boolean", expected: "true or false" },
  profile: { fits: (value) => value === "default" || value === "strict", expected: `"default" or "strict"` },
  templates: { fits: isInside, expected: "a folder inside the project" },
  helpers: { fits: isInside, expected: "a TypeScript file inside the project" },
  contextVersion: { fits: (value) => Number.isInteger(value), expected: "a whole number" },
};

/** The options of the project in the folder `project` (absolute); null when they cannot be told. */
export function readOptions(project: string, texts: OptionTexts): Staged<Options | null> {
  const { diagnostics, report } = collector();
  const parsed = texts.config === null ? {} : parse(texts.config);
  if (typeof parsed === "string") {
    report("MG0001", null, { file: configFile, reason: parsed });
    return { value: null, diagnostics };
  }
  const config = fitting(parsed);
  const manifest = texts.manifest === null ? {} : parse(texts.manifest);
  const fallback: Raw = typeof manifest === "string" ? {} : manifest;

  const name = config.name ?? fallback.name;
  const version = config.version ?? fallback.version;
  if (!isText(name)) report("MG0004", null, { key: "name" });
  if (!isText(version)) report("MG0004", null, { key: "version" });
  if (!isText(name) || !isText(version) || diagnostics.length > 0) return { value: null, diagnostics };
  const { title, instructions, sources, out, importExtension } = config;
  return {
    value: {
      project,
      server: {
        name,
        version,
        title: isText(title) ? title : null,
        instructions: isText(instructions) ? instructions : null,
      },
      sources: isTexts(sources) ? sources : ["src/**/*.ts"],
      out: isInside(out) ? normal(out) : "src/mcp",
      importExtension: isEnding(importExtension) ? importExtension : null,
      allowAny: config.allowAny === true,
      profile: config.profile === "strict" ? "strict" : "default",
      templates: isInside(config.templates) ? normal(config.templates) : "mcp-templates",
      helpers: isInside(config.helpers) ? normal(config.helpers) : null,
      contextVersion: typeof config.contextVersion === "number" ? config.contextVersion : 1,
    },
    diagnostics,
  };

  function fitting(raw: Raw): Raw {
    const kept: [string, unknown][] = [];
    for (const [key, value] of Object.entries(raw)) {
      const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
      if (setting === undefined) {
        if (key === "$schema") continue;
        report("MG0002", null, { file: configFile, key, nearest: nearestName(key, Object.keys(settings)) ?? "" });
      } else if (setting.fits(value)) kept.push([key, value]);
      else report("MG0003", null, { file: configFile, key, expected: setting.expected });
    }
    return Object.fromEntries(kept);
  }
}

/** The object in a JSON text, or why there is none. */
function parse(text: string): Raw | string {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Raw;
    return "it is not an object";
  } catch {
    // V8's own words change from version to version, and diagnostics must not.
    return "it is not valid JSON";
  }
}

/** A relative path with `/`, without `.` and without an ending `/`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
