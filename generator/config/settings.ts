/** The settings of a configuration, one row each: what fits, its words, its JSON Schema. Types are in define.ts. */
import type { ServerIcon } from "./define.js";

export interface Setting {
  readonly fits: (value: unknown) => boolean;
  /** What it must be, in words. */
  readonly expected: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText);
const isRelative = (value: unknown): value is string => isText(value) && !/^([/\\]|[A-Za-z]:)/.test(value);
const isInside = (value: unknown): boolean =>
  isRelative(value) && normalPath(value) !== "" && !normalPath(value).startsWith("..");
const isWebAddress = (value: unknown): value is string => isText(value) && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
const iconFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  src: (value) => isWebAddress(value) || (isText(value) && /^data:\S+$/i.test(value)),
  mimeType: isText,
  sizes: isTexts,
  theme: (value) => value === "light" || value === "dark",
};
const isIcon = (value: unknown): value is ServerIcon =>
  typeof value === "object" &&
  value !== null &&
  "src" in value &&
  Object.entries(value).every(([key, given]) => Object.hasOwn(iconFields, key) && iconFields[key]?.(given) === true);
const oneOf = (choices: readonly unknown[], expected: string, description: string): Setting => ({
  fits: (value) => choices.includes(value),
  expected,
  description,
  schema: { enum: choices },
});
const text = (description: string): Setting => ({
  fits: isText,
  expected: "a string",
  description,
  schema: { type: "string", minLength: 1 },
});

export const projectSettings: Readonly<Record<string, Setting>> = {
  name: text("The server's name. Without it, the one in package.json."),
  version: text("The server's version. Without it, the one in package.json."),
  title: text("The server's name for people."),
  instructions: text("What a model should know about the server as a whole."),
  description: text("What the server is for, for people."),
  websiteUrl: {
    fits: isWebAddress,
    expected: "an http or https URL",
    description: "The page about the server.",
    schema: { type: "string", pattern: "^https?://" },
  },
  icons: {
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isIcon),
    expected: 'an array of icons, such as { "src": "https://example.com/icon.png", "mimeType": "image/png", "sizes": ["48x48"] }',
    description: "The server's icons.",
    schema: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          src: { type: "string", pattern: "^(https?://|data:)" },
          mimeType: { type: "string" },
          sizes: { type: "array", items: { type: "string" } },
          theme: { enum: ["light", "dark"] },
        },
        required: ["src"],
        additionalProperties: false,
      },
    },
  },
  sources: {
    fits: isTexts,
    expected: "an array of glob patterns",
    description: 'Glob patterns of the sources: ["src/**/*.ts"] unless set.',
    schema: { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 },
  },
  out: {
    fits: isInside,
    expected: "a folder inside the project",
    description: 'The generated folder: "src/mcp" unless set.',
    schema: { type: "string", minLength: 1 },
  },
  tsconfig: {
    fits: isText,
    expected: "a path",
    description: "The TypeScript configuration: the nearest tsconfig.json unless set.",
    schema: { type: "string", minLength: 1 },
  },
  importExtension: oneOf(
    [".js", ".ts", ""],
    `".js", ".ts" or ""`,
    "The ending of emitted relative imports: as the TypeScript configuration says unless set.",
  ),
  allowAny: oneOf([true, false], "true or false", "Takes any for unknown instead of refusing it: false unless set."),
  profile: oneOf(
    ["default", "strict"],
    `"default" or "strict"`,
    'For hosts that want every property required: optional ones become nullable there. "default" unless set.',
  ),
  budget: {
    fits: (value) => Number.isInteger(value) && (value as number) > 0,
    expected: "a whole number above 0",
    description: "The most tokens, of four bytes each, that the list of tools may have; more is a warning. No limit unless set.",
    schema: { type: "integer", minimum: 1 },
  },
  formatter: oneOf(
    ["prettier", "biome", false],
    `"prettier", "biome" or false`,
    "The project's own formatter, which generated files are written with: false unless set, for mcp-gen's own layout.",
  ),
  templates: {
    fits: isInside,
    expected: "a folder inside the project",
    description: 'The folder of the project\'s own templates: "mcp-templates" unless set.',
    schema: { type: "string", minLength: 1 },
  },
  helpers: {
    fits: isInside,
    expected: "a TypeScript file inside the project",
    description: "The file whose exported functions are helpers for the project's templates.",
    schema: { type: "string", minLength: 1 },
  },
  contextVersion: {
    fits: (value) => Number.isInteger(value),
    expected: "a whole number",
    description: "The version of the context that the project's templates are written for: 1 unless set.",
    schema: { type: "integer" },
  },
};

export const rootSetting: Setting = {
  fits: isRelative,
  expected: "a folder relative to the configuration file",
  description: "The project's folder, relative to the configuration file.",
  schema: { type: "string", minLength: 1 },
};

/** A relative path with `/`, without `.` and without an ending `/`. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

/** The JSON Schema of mcp-gen.config.json; the package has it as config.schema.json. */
export function configSchema(): object {
  const properties = Object.fromEntries(
    Object.entries(projectSettings).map(([key, { description, schema }]) => [key, { description, ...schema }]),
  );
  const { description, schema } = rootSetting;
  const project = {
    type: "object",
    properties: { root: { description, ...schema }, ...properties },
    required: ["root"],
    additionalProperties: false,
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of mcp-gen",
    type: "object",
    properties: {
      $schema: { type: "string" },
      ...properties,
      projects: {
        description: "Several projects; each may override the settings beside this one.",
        type: "array",
        items: project,
        minItems: 1,
      },
    },
    additionalProperties: false,
  };
}
