/**
 * Finds and reads the configuration file. TypeScript is loaded without the user's compiler; JSON is only parsed.
 * Gives raw settings: what they mean is the business of options.ts.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { collector, type Staged } from "../diagnostics.js";
import type { Host } from "../host.js";
import { isRecord, parseObject, type Raw, type RawConfig } from "../options.js";

export const configFiles = ["mcp-gen.config.ts", "mcp-gen.config.mts", "mcp-gen.config.js", "mcp-gen.config.json"] as const;

/** The configuration files in a folder. More than one is a fault. */
export const configsIn = (host: Host, folder: string): string[] =>
  configFiles.map((name) => join(folder, name)).filter((file) => host.isFile(file));

/** The nearest folder upwards of which something holds; null when there is none. */
export function nearestFolder(from: string, holds: (folder: string) => boolean): string | null {
  for (let at = from; ; at = dirname(at)) {
    if (holds(at)) return at;
    if (dirname(at) === at) return null;
  }
}

/** `shown` is what to call the file. */
export async function readConfig(host: Host, file: string, shown: string): Promise<Staged<RawConfig | null>> {
  const { diagnostics, report } = collector();
  const settings = file.endsWith(".json") ? parseObject(host.read(file) ?? "") : await evaluate(file);
  if (typeof settings === "string") {
    report("MG0001", null, { file: shown, reason: settings });
    return { value: null, diagnostics };
  }
  return { value: { file: shown, settings }, diagnostics };
}

/** What the module exports by default, or why there is nothing to use. */
async function evaluate(file: string): Promise<Raw | string> {
  const { createJiti } = await import("jiti");
  // Nothing is kept between two readings: a watching build sees what the file says now. `mcp-gen` is this very package,
  // also where it is not installed beside the file.
  const jiti = createJiti(import.meta.url, {
    moduleCache: false,
    fsCache: false,
    alias: { "mcp-gen": fileURLToPath(new URL("./define.js", import.meta.url)) },
  });
  try {
    const exported: unknown = await jiti.import(file, { default: true });
    return isRecord(exported) ? exported : "its default export is not an object";
  } catch (error) {
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return first.trim() === "" ? "it cannot be run" : first.trim();
  }
}
