/** The definitions that a build emits: tools and the server that holds them. Plain data; serving is somebody else's work. */

import type { JsonObject } from "../json.js";
import type { Call } from "./call.js";
import type { Another, Done } from "./domain.js";

export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly annotations?: ToolAnnotations;
  readonly inputSchema: JsonObject;
  /** The schema of what the tool really returns; legacy wraps it where an object is demanded (decision P18). */
  readonly outputSchema?: JsonObject;
  handle(call: Call): Promise<Done | Another>;
}

export interface App {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly instructions?: string;
  readonly tools: readonly Tool[];
}

export function defineTool(tool: Tool): Tool {
  return tool;
}

/** Finds tools by name; a name from outside never meets a prototype. */
export function toolTable(app: App): ReadonlyMap<string, Tool> {
  const table = new Map<string, Tool>();
  for (const tool of app.tools) {
    if (table.has(tool.name)) throw new Error(`The server ${app.name} has two tools named ${tool.name}.`);
    table.set(tool.name, tool);
  }
  return table;
}
