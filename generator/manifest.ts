/** Model + emitted files -> mcp.manifest.json: the public contract of a built server. Keys sorted, no time, no absolute path. */
import { fingerprint } from "./fingerprint.js";
import type { Json, Model, ToolModel } from "./model.js";
import { compareNames } from "./names.js";
import type { Options } from "./options.js";
import { questionsOf, slotsOf } from "./plan/graph.js";
import { argumentsSchema, formSchema, jsonSchema, type SchemaOptions } from "./schema/json-schema.js";

export const manifestFile = "mcp.manifest.json";

export interface GeneratedFile {
  /** Relative to the generated folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

export function manifest(model: Model, options: Options, files: readonly GeneratedFile[]): GeneratedFile {
  const tools = [...model.tools].sort((a, b) => compareNames(a.name, b.name));
  const { name, version, title, instructions } = options.server;
  const value: Json = {
    manifestVersion: 1,
    server: { name, version, ...(title !== null && { title }), ...(instructions !== null && { instructions }) },
    tools: tools.map((tool) => describe(model, tool, options.profile === "strict")),
    questions: Object.fromEntries(
      tools.flatMap((tool) =>
        questionsOf(model, tool).flatMap(({ key, question }) => {
          const found = model.questions[question];
          if (found === undefined) return [];
          const modelName = found.name ?? key.slice(key.lastIndexOf(".") + 1);
          return [
            [`${tool.name}.${key}`, { requestedSchema: formSchema(found.form), model: modelName, source: found.file }] as const,
          ];
        }),
      ),
    ),
    files: Object.fromEntries(files.map(({ path, text }) => [path, fingerprint(text)])),
  };
  return { path: manifestFile, text: `${JSON.stringify(sorted(value), null, 2)}\n` };
}

function describe(model: Model, tool: ToolModel, strict: boolean): Json {
  const { definitions } = model;
  const schemas: SchemaOptions = { definitions, strict: false };
  const { name, title, description, annotations, result, reference } = tool;
  return {
    name,
    ...(title !== null && { title }),
    description,
    inputSchema: argumentsSchema(tool, { definitions, strict }),
    ...(result.kind === "structured" && { outputSchema: jsonSchema(result.type, schemas) }),
    ...(Object.keys(annotations).length > 0 && { annotations: { ...annotations } }),
    source: reference.file,
    resolved: slotsOf(model, tool).map(({ key, resolver }) => ({
      parameter: key,
      resolver: `${resolver.reference.file}#${resolver.reference.name}`,
      ...(resolver.question !== null && { question: `${name}.${key}` }),
    })),
    questions: questionsOf(model, tool).map(({ key }) => `${name}.${key}`),
  };
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(entries.sort(([a], [b]) => compareNames(a, b)).map(([key, inner]) => [key, sorted(inner)]));
}

/** The files that a manifest on disk owns, with their fingerprints; none when it cannot be read. */
export function ownedFiles(text: string | null): Map<string, string> {
  if (text === null) return new Map();
  try {
    const { files } = JSON.parse(text) as { readonly files?: unknown };
    if (typeof files !== "object" || files === null) return new Map();
    // Only what lies inside the generated folder can be ours, whatever a damaged manifest says.
    const inside = Object.entries(files).filter(
      ([path]) => /^[^/\\:]+(\/[^/\\:]+)*$/.test(path) && !path.split("/").includes(".."),
    );
    return new Map(inside.map(([path, hash]) => [path, String(hash)]));
  } catch {
    return new Map();
  }
}
