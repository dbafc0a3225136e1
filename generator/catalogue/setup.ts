/** MG0xxx: configuration and loading. */
import { entry } from "./entry.js";

export const setupCatalogue = {
  MG0001: entry<{ file: string; reason: string }>({
    severity: "error",
    message: ({ file, reason }) => `The configuration ${file} cannot be read: ${reason}.`,
    help: () => `give one object, for example { "name": "bistro", "version": "1.0.0" }.`,
    explanation: `The configuration is one object: the default export of mcp-gen.config.ts, .mts or .js, or the whole of
mcp-gen.config.json, which is JSON without comments and trailing commas. Without any, name and version are taken from
package.json.`,
  }),
  MG0002: entry<{ file: string; key: string; nearest: string }>({
    severity: "error",
    message: ({ file, key }) => `${file} has no setting '${key}'.`,
    help: ({ nearest }) => (nearest === "" ? "remove it." : `did you mean '${nearest}'?`),
    explanation: `A misspelt setting that is ignored does something else than its author thinks. The settings are: name,
version, title, instructions, description, websiteUrl, icons, sources, out, tsconfig, importExtension, allowAny, profile,
budget, templates, helpers, contextVersion, projects.`,
  }),
  MG0003: entry<{ file: string; key: string; expected: string }>({
    severity: "error",
    message: ({ file, key, expected }) => `The setting '${key}' in ${file} must be ${expected}.`,
    help: ({ expected }) => `give it ${expected}, or leave it out.`,
    explanation: `name, version, title, instructions, description: strings. websiteUrl: a URL. icons: an array of
{ src, mimeType, sizes, theme }, of which src must be there. sources: an array of glob patterns, relative to the
configuration file. out: a folder inside the project. tsconfig: a path. importExtension: ".js", ".ts" or "".
allowAny: true or false. profile: "default" or "strict". budget: a whole number. templates: a folder inside the project.
helpers: a TypeScript file inside the project. contextVersion: 1. projects: an array of objects with these settings and a root.`,
  }),
  MG0004: entry<{ key: string }>({
    severity: "error",
    message: ({ key }) => `The server has no ${key}.`,
    help: ({ key }) => `set "${key}" in package.json, or in the configuration.`,
    explanation: `A server tells every client its name and its version. They are read from the configuration, and what
is missing there from the package.json of the project.`,
  }),
  MG0005: entry<{ sources: string }>({
    severity: "error",
    message: ({ sources }) => `No source file matches ${sources}.`,
    help: () => `set "sources" in mcp-gen.config.ts (or .json), or give the right folder with --project.`,
    explanation: `Sources are glob patterns relative to the project folder. The generated folder ("out") and declaration
files are left out.`,
  }),
  MG0006: entry<{ file: string; reason: string }>({
    severity: "error",
    message: ({ file, reason }) => `The TypeScript configuration ${file} cannot be read: ${reason}`,
    help: () => "repair it; `npx tsc --showConfig` shows what TypeScript makes of it.",
    explanation: `Types mean what the project's own tsconfig.json says, so mcp-gen reads the nearest one, with what it
extends. strictNullChecks is always on while mcp-gen reads: without it, null and undefined vanish from types.`,
  }),
  MG0007: entry<Record<never, string>>({
    severity: "error",
    message: () => "The package @mcp-gen/runtime cannot be found from the sources.",
    help: () => "install it: npm install @mcp-gen/runtime",
    explanation: `Resolve, Context and Elicit are recognised by being that package's own types, never by their names. The
generated code imports the package too, so it is a dependency of the project, not a development dependency.`,
  }),
  MG0008: entry<{ sources: string }>({
    severity: "warning",
    message: ({ sources }) => `No tool, prompt or resource was found in ${sources}.`,
    help: () => "write @tool, @prompt or @resource into the doc comment of an exported function.",
    explanation: `Only an exported function with @tool, @prompt or @resource in its doc comment becomes one. A function that is
exported for another reason never does.`,
  }),
  MG0009: entry<{ file: string }>({
    severity: "error",
    message: ({ file }) => `${file} exists and was not written by mcp-gen.`,
    help: () => `move it away, or set another "out" folder.`,
    explanation: `mcp-gen overwrites and removes only files that it wrote itself: those that start with its banner or
stand in its manifest.`,
  }),
  MG0010: entry<{ folder: string; reason: string }>({
    severity: "error",
    message: ({ folder, reason }) => `The generated files cannot be written to ${folder}: ${reason}.`,
    help: () => "look at the folder's permissions and the space on the disk, and build again.",
    explanation: `The system refused to write. Each file is replaced in one step, so none is half written; those before the
refusal are new, and the next build completes the rest.`,
  }),
  MG0011: entry<{ files: string }>({
    severity: "error",
    message: ({ files }) => `There is more than one configuration: ${files}.`,
    help: () => "keep one of them, or name one with --config.",
    explanation: `The configuration is mcp-gen.config.ts, .mts, .js or .json. With two of them, one would be ignored without
anybody noticing.`,
  }),
  MG0012: entry<{ tokens: string; bytes: string; budget: string }>({
    severity: "warning",
    message: ({ tokens, bytes, budget }) =>
      `The list of tools has about ${tokens} tokens (${bytes} bytes), and the budget is ${budget} tokens.`,
    help: () => `shorten what 'mcp-gen inspect' shows to be long, or raise "budget" in the configuration.`,
    explanation: `Every client gets the whole list of tools, and most hand it to the model with each request. "budget" in the
configuration is the most tokens that the list may have. A token is taken to be four bytes of JSON, which is near enough for a
limit; models count in ways of their own.`,
  }),
  MG0013: entry<{ formatter: string; package: string; reason: string }>({
    severity: "error",
    message: ({ formatter, reason }) => `The formatter ${formatter} cannot be used: ${reason}.`,
    help: ({ package: missing }) =>
      missing === ""
        ? `repair its configuration or its installation, or take "formatter" out of the configuration.`
        : `run 'npm install --save-dev ${missing}', or take "formatter" out of the configuration.`,
    explanation: `The setting "formatter" names the project's own formatter, and generated files are written as it wants them. mcp-gen brings none along: it uses the one that is installed in the project, with the configuration that stands there.`,
  }),
} as const;
