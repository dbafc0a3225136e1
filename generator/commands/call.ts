/** mcp-gen call: lists the tools of any server, or calls one and lets a person answer its questions. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallToolResult, Client, ContentBlock, ElicitParams, ToolDescription } from "@mcp-gen/runtime/client";
import { isObject } from "../answer/field.js";
import { readScripted, scriptedFor } from "../answer/scripted.js";
import { shown, shownInLine } from "../answer/shown.js";
import { type PersonAnswer, type Question, TerminalAnswerer } from "../answer/terminal.js";
import { WebAnswerer } from "../answer/web.js";
import { nearestName } from "../names.js";
import { commandOf, headersOf, urlOf } from "./target.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface CallArguments {
  /** An http(s) URL, or the folder of a project; null when a command starts the server. */
  readonly target: string | null;
  readonly command: readonly string[];
  readonly tool: string | undefined;
  /** `name=value`, one each. */
  readonly args: readonly string[];
  /** All arguments as one JSON object. */
  readonly object: string | undefined;
  readonly answers: readonly string[];
  readonly headers: readonly string[];
  readonly mode: "auto" | "legacy" | "modern";
  readonly json: boolean;
  readonly web: boolean;
}

export async function runCall(given: CallArguments, terminal: Terminal): Promise<number> {
  const { connect, fitForm, McpError, HttpError } = await import("@mcp-gen/runtime/client");
  try {
    const scripted = given.answers.map((text) => misuse(() => readScripted(text)));
    const target = targetOf(given, terminal.cwd);
    const web = given.web ? await WebAnswerer.open(`Calling ${given.tool ?? "nothing"}`, fitForm) : null;
    const screen = {
      input: process.stdin,
      output: process.stderr,
      styled: process.stderr.isTTY === true && !process.env.NO_COLOR,
    };
    const typing = new TerminalAnswerer(screen, fitForm);
    if (web !== null) terminal.error(`Questions appear at ${web.address}`);
    const answer = async (question: Question, signal: AbortSignal): Promise<PersonAnswer> =>
      scriptedFor(scripted, question) ?? (await (web ?? typing).answer(question, signal));
    const client = await connect(target, {
      mode: given.mode,
      headers: headersOf(given.headers),
      elicitation: (params: ElicitParams, { signal }) => answer(params as Question, signal),
    });
    try {
      const exit = await withClient(client, given, terminal);
      await web?.close(exit === exitCodes.fine ? "It ended well." : "It ended with an error; the terminal says more.");
      return exit;
    } finally {
      await client.close();
    }
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      terminal.error(`mcp-gen: ${thrown.message}`);
      return exitCodes.usage;
    }
    if (!(thrown instanceof Error)) throw thrown;
    const code =
      thrown instanceof McpError ? ` (error ${thrown.code})` : thrown instanceof HttpError ? ` (HTTP ${thrown.status})` : "";
    const cause = thrown.cause instanceof Error ? `: ${thrown.cause.message}` : "";
    terminal.error(`mcp-gen: the call failed${code}: ${shown(thrown.message + cause)}`);
    return exitCodes.sources;
  } finally {
    process.stdin.pause(); // or it would keep the process alive
  }
}

async function withClient(client: Client, given: CallArguments, terminal: Terminal): Promise<number> {
  const tools = await client.listTools();
  if (given.tool === undefined) {
    terminal.output(given.json ? JSON.stringify(tools, null, 2) : tools.map(toolLines).join("\n") || "The server has no tools.");
    return exitCodes.fine;
  }
  const tool = tools.find(({ name }) => name === given.tool);
  if (tool === undefined) {
    const near = nearestName(
      given.tool,
      tools.map(({ name }) => name),
    );
    const known = near === null ? "'mcp-gen call' without a tool lists them" : `did you mean '${shownInLine(near)}'?`;
    throw new UsageError(`the server has no tool '${given.tool}'; ${known}`);
  }
  const args = argumentsFor(tool, given);
  const { result, fault } = await called(client, tool.name, args);
  terminal.output(given.json ? JSON.stringify(result, null, 2) : resultLines(result));
  if (fault !== null) terminal.error(`mcp-gen: ${shown(fault)}`);
  return result.isError === true || fault !== null ? exitCodes.sources : exitCodes.fine;
}

/** A result that breaks its schema is shown too: who tries a server wants to see what it sends. */
async function called(
  client: Client,
  tool: string,
  args: Record<string, unknown>,
): Promise<{ result: CallToolResult; fault: string | null }> {
  const { ResultError } = await import("@mcp-gen/runtime/client");
  try {
    return { result: await client.callTool(tool, args, { timeoutMs: 600_000 }), fault: null };
  } catch (thrown) {
    if (!(thrown instanceof ResultError)) throw thrown;
    return { result: thrown.result, fault: thrown.message };
  }
}

function targetOf({ target, command }: CallArguments, cwd: string): URL | { command: string; args: string[]; cwd?: string } {
  const started = commandOf(command);
  if (started !== null) return started;
  if (target === null) throw new UsageError("say which server: a URL, the folder of a project, or a command behind '--'.");
  const url = urlOf(target);
  if (url !== null) return url;
  const cli = fileURLToPath(new URL("../../../bin/mcp-gen.js", import.meta.url));
  return { command: process.execPath, args: [cli, "serve", "--stdio", "--project", resolve(cwd, target)] };
}

/** Each `--arg` is text where the tool takes text, else JSON. */
function argumentsFor(tool: ToolDescription, { args, object }: CallArguments): Record<string, unknown> {
  const whole: unknown =
    object === undefined ? {} : misuse(() => JSON.parse(object), `--args takes one JSON object, not '${object}'.`);
  if (!isObject(whole)) throw new UsageError("--args takes one JSON object.");
  const properties = isObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const values = new Map(Object.entries(whole));
  for (const arg of args) {
    const at = arg.indexOf("=");
    const [name, text] = [arg.slice(0, at), arg.slice(at + 1)];
    if (at < 1) throw new UsageError(`--arg takes name=value, not '${arg}'.`);
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    values.set(
      name,
      takesText(schema) ? text : misuse(() => JSON.parse(text), `the argument '${name}' takes JSON, and '${text}' is none.`),
    );
  }
  return Object.fromEntries(values);
}

function takesText(schema: unknown): boolean {
  if (!isObject(schema)) return true;
  const { type, enum: choices, const: only } = schema;
  if (type === "string" || typeof only === "string") return true;
  return type === undefined && Array.isArray(choices) && choices.every((choice) => typeof choice === "string");
}

function misuse<T>(read: () => T, otherwise?: string): T {
  try {
    return read();
  } catch (thrown) {
    throw new UsageError(otherwise ?? (thrown instanceof Error ? thrown.message : String(thrown)));
  }
}

function toolLines({ name, description = "", inputSchema }: ToolDescription): string {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const required: readonly unknown[] = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const parts = Object.entries(properties).map(([key, schema]) => {
    const type = isObject(schema) && typeof schema.type === "string" ? `: ${schema.type}` : "";
    return shownInLine(`${key}${required.includes(key) ? "" : "?"}${type}`);
  });
  const first = description.split("\n")[0] ?? "";
  return `${shownInLine(name)}(${parts.join(", ")})${first === "" ? "" : `\n  ${shownInLine(first)}`}`;
}

function resultLines({ content, structuredContent, isError }: CallToolResult): string {
  const lines = content.map(blockLines);
  if (lines.length === 0 && structuredContent !== undefined) lines.push(shown(JSON.stringify(structuredContent, null, 2)));
  return `${isError === true ? "The tool failed:\n" : ""}${lines.join("\n") || "(nothing)"}`;
}

function blockLines(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return shown(block.text);
    case "image":
    case "audio":
      return `[${block.type}, ${shownInLine(String(block.mimeType))}, ${Math.floor((String(block.data).length * 3) / 4)} bytes]`;
    case "resource":
      return "text" in block.resource
        ? shown(String(block.resource.text))
        : `[resource ${shownInLine(String(block.resource.uri))}]`;
    case "resource_link":
      return `[link ${shownInLine(String(block.uri))}]`;
    default:
      return `[content of another kind]`;
  }
}
