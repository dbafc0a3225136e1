/** mcp-gen inspect: what a model sees of a project's server, what is injected, and what the user may be asked. */
import { hasErrors, sortDiagnostics } from "../diagnostics.js";
import { plainStyle } from "../formats/style.js";
import { diskHost } from "../host.js";
import type { Inspection } from "../inspect/inspection.js";
import { nearestName } from "../names.js";
import { printDiagnostic } from "../print-diagnostics.js";
import { Maker } from "./make.js";
import { putOutput } from "./output-file.js";
import { sourcesIn, theProject, type Wanted } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface InspectArguments extends Omit<Wanted, "cwd"> {
  /** Only this tool, prompt or resource. */
  readonly tool: string | undefined;
  readonly as: "text" | "json" | "mermaid" | "html";
  readonly outputFile: string | undefined;
  readonly cache: boolean;
}

export async function runInspect(args: InspectArguments, terminal: Terminal): Promise<number> {
  const found = await theProject(diskHost, { ...args, cwd: terminal.cwd });
  const maker = new Maker(diskHost, { useCache: args.cache, keep: false });
  const made = found.options === null ? null : await maker.make(found.options);
  const said = sortDiagnostics([...found.diagnostics, ...(made?.diagnostics ?? [])]);
  const sources = sourcesIn(diskHost, found.folder, terminal.cwd);
  const inspection = made?.inspection ?? null;
  // Other warnings are the business of a build.
  const told = inspection === null ? said : said.filter(({ code }) => code === "MG0012");
  for (const each of told) terminal.error(printDiagnostic(each, sources, terminal.style));
  if (inspection === null || hasErrors(said)) {
    return said.some(({ code, severity }) => severity === "error" && code.startsWith("MG0"))
      ? exitCodes.usage
      : exitCodes.sources;
  }
  const text = await print(only(inspection, args.tool), args, terminal);
  if (args.outputFile === undefined) terminal.output(text);
  else putOutput(diskHost, terminal.cwd, args.outputFile, text);
  return exitCodes.fine;
}

/** The sum stays that of all. */
function only(inspection: Inspection, name: string | undefined): Inspection {
  if (name === undefined) return inspection;
  const offers = inspection.offers.filter((offer) => offer.name === name);
  if (offers.length > 0) return { ...inspection, offers };
  const nearest = nearestName(
    name,
    inspection.offers.map((offer) => offer.name),
  );
  throw new UsageError(`there is no tool, prompt or resource '${name}'.${nearest === null ? "" : ` Did you mean '${nearest}'?`}`);
}

async function print(inspection: Inspection, { as, outputFile }: InspectArguments, { outputStyle }: Terminal): Promise<string> {
  switch (as) {
    case "json":
      return `${JSON.stringify(inspection, null, 2)}\n`;
    case "mermaid":
      return (await import("../inspect/mermaid.js")).mermaidOf(inspection);
    case "html":
      return (await import("../inspect/page.js")).pageOf(inspection);
    case "text":
      return `${(await import("../inspect/text.js")).textOf(inspection, outputFile === undefined ? outputStyle : plainStyle)}\n`;
  }
}
