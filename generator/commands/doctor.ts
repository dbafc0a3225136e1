/** mcp-gen doctor: what was chosen for a project, and why; exit 2 when something has to be put right first. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { generatorHash } from "../cache/generator-hash.js";
import { paint, type Style } from "../formats/style.js";
import { diskHost } from "../host.js";
import type { Choice } from "../inspect/choices.js";
import { parseObject } from "../options.js";
import { printDiagnostic } from "../print-diagnostics.js";
import { type FoundProject, findProjects, shownFrom, sourcesIn, type Wanted } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { ownFolder, ownManifest, ownVersion } from "./version.js";

export interface DoctorArguments extends Omit<Wanted, "cwd"> {
  readonly json: boolean;
}

export async function runDoctor({ json, ...wanted }: DoctorArguments, terminal: Terminal): Promise<number> {
  const projects = await findProjects(diskHost, { ...wanted, cwd: terminal.cwd });
  const shown = (path: string): string => shownFrom(terminal.cwd, path);
  const own: Choice[] = [
    { what: "mcp-gen", value: ownVersion(diskHost), why: `this command, at ${shown(ownFolder)}`, isFault: false },
    nodeChoice(),
  ];
  const reports: { readonly project: string; readonly choices: readonly Choice[] }[] = [];
  let isFaulty = own.some(({ isFault }) => isFault);
  for (const project of projects) {
    for (const each of project.diagnostics) {
      terminal.error(printDiagnostic(each, sourcesIn(diskHost, project.folder, terminal.cwd), terminal.style));
    }
    const choices = await choicesFor(project, shown);
    if (project.options === null || choices.some(({ isFault }) => isFault)) isFaulty = true;
    reports.push({ project: shown(project.folder), choices });
  }
  if (json) terminal.output(JSON.stringify({ own, projects: reports }, null, 2));
  else {
    const parts = [own, ...reports.map(({ choices }) => choices)].filter((choices) => choices.length > 0);
    terminal.output(parts.map((choices) => choices.map((each) => line(each, terminal.outputStyle)).join("\n")).join("\n\n"));
  }
  return isFaulty ? exitCodes.usage : exitCodes.fine;
}

async function choicesFor(
  { config, settings, options, folder }: FoundProject,
  shown: (path: string) => string,
): Promise<Choice[]> {
  if (options === null) return [];
  const { choicesOf } = await import("../inspect/choices.js");
  const found = { config, settings, options, generator: generatorHash(diskHost), shown };
  return [...choicesOf(found, diskHost), runtimeChoice(folder, shown)];
}

/** The command has started, so a version that is too old may still be one that happens to work. */
function nodeChoice(): Choice {
  const { engines } = ownManifest(diskHost);
  const wanted = String((engines as { readonly node?: unknown } | undefined)?.node ?? "");
  const [least = [], now = []] = [wanted, process.versions.node].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  const isOld = (now[0] ?? 0) < (least[0] ?? 0) || (now[0] === least[0] && (now[1] ?? 0) < (least[1] ?? 0));
  return { what: "node", value: process.versions.node, why: `${wanted} is needed`, isFault: isOld };
}

/** As the project's own modules find it. */
function runtimeChoice(folder: string, shown: (path: string) => string): Choice {
  try {
    const file = createRequire(join(folder, "package.json")).resolve("@mcp-gen/runtime/package.json");
    const manifest = parseObject(diskHost.read(file) ?? "");
    const version = typeof manifest === "object" ? String(manifest.version) : "unreadable";
    return { what: "runtime", value: `@mcp-gen/runtime ${version}`, why: `found at ${shown(dirname(file))}`, isFault: false };
  } catch {
    return { what: "runtime", value: "not found", why: "install it: npm install @mcp-gen/runtime", isFault: true };
  }
}

const line = ({ what, value, why, isFault }: Choice, style: Style): string =>
  `${isFault ? paint(style, "red", "wrong") : paint(style, "green", "ok   ")}  ${what.padEnd(15)}  ${paint(style, "bold", value)}  ${paint(style, "dim", `(${why})`)}`;
