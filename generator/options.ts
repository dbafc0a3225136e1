/**
 * Options of one project: the configuration, package.json and defaults merged. Pure: gets the values, reads nothing.
 */
import type { ServerIcon } from "./config/define.js";
import { isText, normalPath, projectSettings, rootSetting, type Setting } from "./config/settings.js";
import { collector, type Report, type Staged } from "./diagnostics.js";
import { nearestName } from "./names.js";

export interface ServerOptions {
  readonly name: string;
  readonly version: string;
  readonly title: string | null;
  readonly instructions: string | null;
  readonly description: string | null;
  readonly websiteUrl: string | null;
  readonly icons: readonly ServerIcon[] | null;
}

export interface Options {
  /** Absolute path of the project folder. */
  readonly project: string;
  readonly server: ServerOptions;
  /** Glob patterns, relative to the project folder. */
  readonly sources: readonly string[];
  /** The generated folder, relative to the project folder, with `/`. */
  readonly out: string;
  /** The TypeScript configuration, relative to the project folder; null: the nearest one. */
  readonly tsconfig: string | null;
  /** Ending of emitted relative imports; null: as the tsconfig says. */
  readonly importExtension: ".js" | ".ts" | "" | null;
  /** `any` is taken for unknown instead of being refused. */
  readonly allowAny: boolean;
  /** For hosts that demand every property: all are required, and those that may be absent allow null. */
  readonly profile: "default" | "strict";
  /** The most tokens that the list of tools may have without a warning; null: any. */
  readonly budget: number | null;
  /** The project's own formatter, which generated files are written with; null: none. */
  readonly formatter: "prettier" | "biome" | null;
  /** The folder of the project's own templates, relative to the project folder. */
  readonly templates: string;
  /** The file of the project's own helpers for templates, relative to the project folder. */
  readonly helpers: string | null;
  /** The version of the context that the project's templates are written for. */
  readonly contextVersion: number;
}

export type Raw = Readonly<Record<string, unknown>>;

/** Settings as the configuration file gives them; `file` is what to call that file. */
export interface RawConfig {
  readonly file: string;
  readonly settings: Raw;
}

/** What a configuration file says about one project. */
export interface ProjectSettings {
  /** Relative to the file's folder. */
  readonly root: string;
  readonly settings: Raw;
}

/** The projects that a configuration names; itself, when it names none. Settings that do not fit are reported and left out. */
export function projectsOf({ file, settings }: RawConfig): Staged<readonly ProjectSettings[]> {
  const { diagnostics, report } = collector();
  const { projects, $schema: _, ...own } = settings;
  const shared = fitting(own, projectSettings, file, ["projects"], report);
  if (projects === undefined) return { value: [{ root: ".", settings: shared }], diagnostics };
  if (!Array.isArray(projects) || projects.length === 0 || !projects.every(isRecord)) {
    report("MG0003", null, { file, key: "projects", expected: "an array of projects" });
    return { value: [], diagnostics };
  }
  const value = projects.flatMap((each: Raw) => {
    const { root, ...overriding } = fitting(each, { root: rootSetting, ...projectSettings }, file, [], report);
    if (isText(root)) return [{ root, settings: { ...shared, ...overriding } }];
    if (!Object.hasOwn(each, "root")) report("MG0003", null, { file, key: "projects[].root", expected: rootSetting.expected });
    return [];
  });
  return { value, diagnostics };
}

/** The options of the project in the folder `project` (absolute); null when they cannot be told. */
export function readOptions(project: string, settings: Raw, packageJson: string | null): Staged<Options | null> {
  const { diagnostics, report } = collector();
  const parsed = packageJson === null ? {} : parseObject(packageJson);
  const fallback: Raw = typeof parsed === "string" ? {} : parsed;
  const name = settings.name ?? fallback.name;
  const version = settings.version ?? fallback.version;
  if (!isText(name)) report("MG0004", null, { key: "name" });
  if (!isText(version)) report("MG0004", null, { key: "version" });
  if (!isText(name) || !isText(version)) return { value: null, diagnostics };
  // Only settings that fit come this far, so what is left to tell is whether they are there.
  const {
    title = null,
    instructions = null,
    description = null,
    websiteUrl = null,
    icons = null,
    sources,
    out,
    tsconfig = null,
    importExtension = null,
    allowAny,
    profile,
    budget = null,
    formatter,
    templates,
    helpers,
    contextVersion,
  } = settings;
  return {
    value: {
      project,
      server: { name, version, title, instructions, description, websiteUrl, icons } as ServerOptions,
      sources: (sources as readonly string[] | undefined) ?? ["src/**/*.ts"],
      out: normalPath((out as string | undefined) ?? "src/mcp"),
      tsconfig: tsconfig as string | null,
      importExtension: importExtension as Options["importExtension"],
      allowAny: allowAny === true,
      profile: profile === "strict" ? "strict" : "default",
      budget: budget as number | null,
      formatter: formatter === "prettier" || formatter === "biome" ? formatter : null,
      templates: normalPath((templates as string | undefined) ?? "mcp-templates"),
      helpers: typeof helpers === "string" ? normalPath(helpers) : null,
      contextVersion: (contextVersion as number | undefined) ?? 1,
    },
    diagnostics,
  };
}

function fitting(
  raw: Raw,
  settings: Readonly<Record<string, Setting>>,
  file: string,
  others: readonly string[],
  report: Report,
): Raw {
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(raw)) {
    const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (setting === undefined) {
      report("MG0002", null, { file, key, nearest: nearestName(key, [...Object.keys(settings), ...others]) ?? "" });
    } else if (value === undefined) continue;
    else if (setting.fits(value)) kept.push([key, value]);
    else report("MG0003", null, { file, key, expected: setting.expected });
  }
  return Object.fromEntries(kept);
}

export const isRecord = (value: unknown): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);

/** The object in a JSON text, or why there is none. */
export function parseObject(text: string): Raw | string {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(value) ? value : "it is not an object";
  } catch {
    // V8's own words change from version to version, and diagnostics must not.
    return "it is not valid JSON";
  }
}
