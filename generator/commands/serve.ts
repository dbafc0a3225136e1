/** mcp-gen serve: runs the built server of a project, TypeScript as it stands, with the project's own runtime. */
import { createRequire, register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { diskHost } from "../host.js";
import { printDiagnostic } from "../print-diagnostics.js";
import { findProjects, sourcesIn } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface ServeArguments {
  /** Null: standard input and output. */
  readonly port: number | null;
  readonly project: string | undefined;
}

/** The part of `@mcp-gen/runtime/node` that is used here; the package is the project's own, never ours. */
interface RuntimeNode {
  claimStdout(): void;
  serveStdio(server: unknown): Promise<void>;
  serveHttp(server: unknown, options: { readonly port: number }): Promise<{ readonly url: string; close(): Promise<void> }>;
}

export async function runServe({ port, project: given }: ServeArguments, terminal: Terminal): Promise<number> {
  const [found, ...others] = await findProjects(diskHost, { cwd: terminal.cwd, project: given, config: undefined });
  if (found === undefined || others.length > 0) {
    throw new UsageError("the configuration has several projects: say which with --project <folder>.");
  }
  const { folder: project, options, diagnostics } = found;
  if (options === null) {
    const sources = sourcesIn(diskHost, project, terminal.cwd);
    for (const each of diagnostics) terminal.error(printDiagnostic(each, sources, terminal.style));
    return exitCodes.usage;
  }
  const file = join(project, options.out, "server.ts");
  if (diskHost.read(file) === null) {
    terminal.error(`mcp-gen: ${join(options.out, "server.ts")} is not there. Run 'mcp-gen build' first.`);
    return exitCodes.usage;
  }
  const runtime = await importRuntime(file);
  if (runtime === null) {
    terminal.error(
      "mcp-gen: the package @mcp-gen/runtime cannot be found from the project. Install it: npm install @mcp-gen/runtime",
    );
    return exitCodes.usage;
  }
  // Before any module of the user is loaded: what it prints must not end up among the messages.
  if (port === null) runtime.claimStdout();
  process.setSourceMapsEnabled(true);
  register("./typescript-hooks.js", import.meta.url);
  const { server } = (await import(pathToFileURL(file).href)) as { readonly server: unknown };
  if (port === null) {
    await runtime.serveStdio(server);
    return ended();
  }
  const serving = await runtime.serveHttp(server, { port });
  terminal.error(`Serving ${options.server.name}. Stop it with Ctrl+C.`);
  terminal.output(serving.url);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await serving.close();
  return ended();
}

/** Timers of the user's modules must not keep a server alive whose client is gone; everything sent is flushed by now. */
function ended(): number {
  setImmediate(() => process.exit());
  return exitCodes.fine;
}

async function importRuntime(from: string): Promise<RuntimeNode | null> {
  try {
    // Resolved as the project's own modules resolve it, so that both get the same instance.
    const entry = createRequire(from).resolve("@mcp-gen/runtime/node");
    return (await import(pathToFileURL(entry).href)) as RuntimeNode;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND" || code === "ERR_PACKAGE_PATH_NOT_EXPORTED") return null;
    throw error;
  }
}
