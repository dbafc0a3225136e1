/** mcp-gen templates: lists, ejects, checks, compares and upgrades the templates of a project. */
import { hasErrors, sortDiagnostics } from "../diagnostics.js";
import { sha256 } from "../fingerprint.js";
import { diskHost, type Host } from "../host.js";
import { nearestName } from "../names.js";
import type { Options } from "../options.js";
import { printDiagnostic, printSummary } from "../print-diagnostics.js";
import { builtInTemplates } from "../templates.js";
import { overridable } from "../templating/blocks.js";
import { checkTemplates } from "../templating/check-templates.js";
import { type Merge, merge, originFile, unified } from "../templating/merge.js";
import { readStamp, stamped } from "../templating/stamp.js";
import { builtInFiles, readTemplateSet, templateNames } from "../templating/template-files.js";
import { type FoundProject, findProjects, sourcesIn, type Wanted } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface TemplatesArguments extends Omit<Wanted, "cwd"> {
  readonly action: "list" | "eject" | "check" | "diff" | "upgrade";
  readonly name: string | undefined;
}

/** A project with its templates: `defaults` are the texts of the package, by the name of the file that replaces each. */
interface Shop {
  readonly options: Options;
  readonly host: Host;
  readonly defaults: ReadonlyMap<string, string>;
  readonly own: readonly string[];
  readonly terminal: Terminal;
}

/** Works on every project of the configuration, but for eject, which is for one. */
export async function runTemplates(args: TemplatesArguments, terminal: Terminal): Promise<number> {
  const { action, name } = args;
  const projects = await findProjects(diskHost, { ...args, cwd: terminal.cwd });
  if (action === "eject" && projects.length > 1)
    throw new UsageError("the configuration has several projects: say which with --project <folder>.");
  const run = actions[action];
  const exits = projects.map((project) => {
    const shop = open(project, terminal);
    return shop === null ? exitCodes.usage : run(shop, name);
  });
  return Math.max(...exits);
}

const actions: Readonly<Record<TemplatesArguments["action"], (shop: Shop, name: string | undefined) => number>> = {
  list,
  eject,
  check,
  diff,
  upgrade,
};

function open({ folder, options, diagnostics }: FoundProject, terminal: Terminal): Shop | null {
  const host = diskHost;
  if (options === null || hasErrors(diagnostics)) {
    const sources = sourcesIn(host, folder, terminal.cwd);
    for (const each of diagnostics) terminal.error(printDiagnostic(each, sources, terminal.style));
    return null;
  }
  const defaults = overridable(builtInFiles(builtInTemplates(host)));
  return { options, host, defaults, own: templateNames(options, host), terminal };
}

const pathOf = ({ options }: Shop, name: string): string => `${options.project}/${options.templates}/${name}.hbs`;
const shown = ({ options }: Shop, name: string): string => `${options.templates}/${name}.hbs`;
const originPath = ({ options }: Shop, name: string): string => `${options.project}/${options.templates}/${originFile(name)}`;
const textOf = (shop: Shop, name: string): string =>
  (shop.host.read(pathOf(shop, name)) ?? "").replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");

function list(shop: Shop): number {
  const { defaults, own, terminal } = shop;
  const others = own.filter((name) => !defaults.has(name));
  const width = Math.max(...[...defaults.keys(), ...others].map((name) => name.length));
  const lines = [...defaults].map(([name, text]) => `${name.padEnd(width)}  ${stateOf(shop, name, text)}`);
  const added = others.map((name) => {
    const what = name.startsWith("extra/")
      ? "output of the project"
      : name.startsWith("partials/")
        ? "partial of the project"
        : "replaces nothing";
    return `${name.padEnd(width)}  ${what}`;
  });
  terminal.output([...lines, ...added].join("\n"));
  return exitCodes.fine;
}

function stateOf(shop: Shop, name: string, text: string): string {
  if (!shop.own.includes(name)) return "built in";
  const stamp = readStamp(textOf(shop, name))?.stamp;
  if (stamp === undefined) return "replaced";
  return stamp.hash === sha256(text) ? "ejected" : "ejected; the default has changed since";
}

/** The name as files have it: `tool` is taken for `tool.ts`. */
function known({ defaults, terminal }: Shop, name: string): string | null {
  const found = [name, `${name}.ts`, name.replace(/\.hbs$/, "")].find((each) => defaults.has(each));
  if (found !== undefined) return found;
  const nearest = nearestName(name, [...defaults.keys()]);
  terminal.error(
    `mcp-gen: there is no template ${name}.${nearest === null ? " Run 'mcp-gen templates list' for what there is." : ` Did you mean ${nearest}?`}`,
  );
  return null;
}

function eject(shop: Shop, given: string | undefined): number {
  const { host, defaults, terminal } = shop;
  if (given === undefined) {
    terminal.error("mcp-gen: say what to eject, such as tool/imports. Run 'mcp-gen templates list' for what there is.");
    return exitCodes.usage;
  }
  const name = known(shop, given);
  if (name === null) return exitCodes.usage;
  if (host.read(pathOf(shop, name)) !== null) {
    terminal.error(`mcp-gen: ${shown(shop, name)} is there already. Nothing was written.`);
    return exitCodes.usage;
  }
  const text = defaults.get(name) ?? "";
  host.put(originPath(shop, name), text);
  host.put(pathOf(shop, name), stamped(name, text));
  terminal.error(`created  ${shown(shop, name)}`);
  return exitCodes.fine;
}

function check({ options, host, own, terminal }: Shop): number {
  const set = readTemplateSet(options, builtInTemplates(host), host);
  const found = set.value === null ? [] : checkTemplates(set.value);
  const diagnostics = sortDiagnostics([...set.diagnostics, ...found]);
  const sources = sourcesIn(host, options.project, terminal.cwd);
  for (const each of diagnostics) terminal.error(printDiagnostic(each, sources, terminal.style));
  if (diagnostics.length > 0) {
    // Every diagnostic of templates is an error.
    terminal.error(printSummary({ errors: diagnostics.length, warnings: 0 }));
    return exitCodes.sources;
  }
  terminal.error(`${own.length === 1 ? "1 template" : `${own.length} templates`} checked.`);
  return exitCodes.fine;
}

/** The project's templates that replace something of the package: one of them, or all. Null when the one is not there. */
function replacing(shop: Shop, given: string | undefined): readonly string[] | null {
  if (given === undefined) return shop.own.filter((name) => shop.defaults.has(name));
  const name = known(shop, given);
  if (name === null) return null;
  if (shop.own.includes(name)) return [name];
  shop.terminal.error(`mcp-gen: this project does not replace ${name}.`);
  return null;
}

function diff(shop: Shop, given: string | undefined): number {
  const names = replacing(shop, given);
  if (names === null) return exitCodes.usage;
  for (const name of names) {
    const text = textOf(shop, name);
    const changes = unified(shop.defaults.get(name) ?? "", readStamp(text)?.body ?? text);
    if (changes !== "") shop.terminal.output(`--- mcp-gen/templates/${name}\n+++ ${shown(shop, name)}\n${changes}`);
  }
  return exitCodes.fine;
}

function upgrade(shop: Shop, given: string | undefined): number {
  const names = replacing(shop, given);
  if (names === null) return exitCodes.usage;
  const { terminal } = shop;
  let isFine = true;
  for (const name of names) {
    const read = readStamp(textOf(shop, name));
    const latest = shop.defaults.get(name) ?? "";
    if (read === null) {
      terminal.error(`skipped  ${shown(shop, name)}: it was not ejected, so there is nothing to merge with.`);
      continue;
    }
    if (read.stamp.hash === sha256(latest)) continue;
    const origin = shop.host.read(originPath(shop, name));
    if (origin === null || sha256(origin) !== read.stamp.hash) {
      const file = `${shop.options.templates}/${originFile(name)}`;
      terminal.error(`failed   ${shown(shop, name)}: ${file} is not the default that it was ejected from. Restore that file.`);
      isFine = false;
      continue;
    }
    const merged: Merge = merge(read.body, origin, latest);
    if (merged.text === null) {
      terminal.error(
        `conflict ${shown(shop, name)}: both changed the lines below. Nothing was written. Make the change in your file, and upgrade again.\n\n${merged.conflicts}`,
      );
      isFine = false;
      continue;
    }
    shop.host.put(originPath(shop, name), latest);
    shop.host.put(pathOf(shop, name), stamped(name, latest, merged.text));
    terminal.error(`merged   ${shown(shop, name)}`);
  }
  if (isFine) terminal.error("The templates of this project are up to date.");
  return isFine ? exitCodes.fine : exitCodes.sources;
}
