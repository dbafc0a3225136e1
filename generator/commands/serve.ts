/** mcp-gen serve: runs the built server of a project, TypeScript as it stands, with the project's own runtime. */
import { createRequire, register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { diskHost, systemCode } from "../host.js";
import { manifestFile } from "../manifest.js";
import { printDiagnostic } from "../print-diagnostics.js";
import { sourcesIn, theProject } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";

export interface ServeArguments {
  /** Null: standard input and output. */
  readonly port: number | null;
  readonly project: string | undefined;
  readonly config?: string | undefined;
}

/** The part of `@mcp-gen/runtime/node` that is used here; the package is the project's own, never ours. */
interface RuntimeNode {
  claimStdout(): void;
  serveStdio(server: unknown): Promise<void>;
  serveHttp(server: unknown, options: HttpOptions): Promise<HttpServing>;
}
interface HttpOptions {
  readonly port: number;
  readonly authenticate?: () => { readonly principal: string; readonly scopes: readonly string[] };
}
interface HttpServing {
  readonly url: string;
  close(): Promise<void>;
}

export async function runServe({ port, project: given, config }: ServeArguments, terminal: Terminal): Promise<number> {
  const found = await theProject(diskHost, { cwd: terminal.cwd, project: given, config });
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
  const scopes = scopesIn(diskHost.read(join(project, options.out, manifestFile)));
  const serving = await listen(runtime, server, {
    port,
    ...(scopes.length > 0 && { authenticate: () => ({ principal: developer, scopes }) }),
  });
  if (serving === null) {
    terminal.error(`mcp-gen: the port ${port} is taken. Name another one with --http; 0 takes a free one.`);
    return ended(exitCodes.usage);
  }
  if (scopes.length > 0) terminal.error(`For trying, every caller is '${developer}' and holds ${scopes.join(", ")}.`);
  terminal.error(`Serving ${options.server.name}. Stop it with Ctrl+C.`);
  terminal.output(serving.url);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await serving.close();
  return ended();
}

/** Who calls a server that is only tried out: there is no sign-in here, and what has `@scope` is to be tried too. */
const developer = "developer";

/** The scopes that anything in a manifest wants. */
function scopesIn(manifest: string | null): string[] {
  const sections = Object.values(JSON.parse(manifest ?? "{}") as Readonly<Record<string, unknown>>).filter(Array.isArray);
  const scopes = sections.flat().flatMap((offer: { readonly scopes?: readonly string[] }) => offer.scopes ?? []);
  return [...new Set(scopes)].sort();
}

/** Null when another process has the port. */
async function listen(runtime: RuntimeNode, server: unknown, options: HttpOptions): Promise<HttpServing | null> {
  try {
    return await runtime.serveHttp(server, options);
  } catch (error) {
    if (systemCode(error) === "EADDRINUSE") return null;
    throw error;
  }
}

/** Timers of the user's modules must not keep a server alive whose client is gone; everything sent is flushed by now. */
function ended(exit: number = exitCodes.fine): number {
  setImmediate(() => process.exit(exit));
  return exit;
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
