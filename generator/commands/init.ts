/** mcp-gen init: the first files of a project. What is there already is never overwritten. */
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { configsIn, nearestFolder } from "../config/load.js";
import { paint } from "../formats/style.js";
import { diskHost, type Host } from "../host.js";
import { isRecord, parseObject } from "../options.js";
import { configFile, exampleFiles, packageJson, type StarterFile, testingOf, tsconfigFile, type Versions } from "../starter.js";
import { putOutput } from "./output-file.js";
import { shownFrom } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";
import { ownManifest, ownVersion } from "./version.js";

export interface InitArguments {
  readonly folder: string;
  /** Asks nothing. */
  readonly yes: boolean;
}

interface Step extends StarterFile {
  readonly state: "create" | "change" | "keep";
  /** What changes in a file that is there. */
  readonly detail: string;
}

export async function runInit({ folder: given, yes }: InitArguments, terminal: Terminal): Promise<number> {
  const folder = resolve(terminal.cwd, given);
  if (diskHost.isFile(folder)) throw new UsageError(`${given} is a file, not a folder.`);
  const { steps, script } = stepsIn(folder, diskHost);
  const doing = steps.filter(({ state }) => state !== "keep");
  if (!yes && doing.length > 0) {
    if (process.stdin.isTTY !== true) throw new UsageError("there is nobody to ask: say --yes to write without a question.");
    for (const step of steps) terminal.error(line(step, "plan"));
    if (!(await agreed())) {
      terminal.error("Nothing was written.");
      return exitCodes.fine;
    }
  }
  for (const { path, text } of doing) putOutput(diskHost, folder, path, text);
  for (const step of steps) terminal.error(line(step, "done", terminal));
  if (doing.length === 0) return exitCodes.fine;
  const at = shownFrom(terminal.cwd, folder);
  const manager = managers.find(({ lock }) => diskHost.isFile(join(folder, lock)))?.name ?? "npm";
  const commands = ["install", "run mcp:build", script === "test" ? script : `run ${script}`, "run mcp:dev"].map(
    (each) => `${manager} ${each}`,
  );
  const next = [...(at === "." ? [] : [`cd ${at}`]), ...commands];
  terminal.error(`\nNext:\n\n${next.map((each) => `  ${each}`).join("\n")}`);
  return exitCodes.fine;
}

const managers = [
  { name: "pnpm", lock: "pnpm-lock.yaml" },
  { name: "yarn", lock: "yarn.lock" },
];

/** `script`: what runs the example's test. */
function stepsIn(folder: string, host: Host): { readonly steps: Step[]; readonly script: string } {
  const text = host.read(join(folder, "package.json"));
  const value = text === null ? null : parseObject(text);
  if (typeof value === "string") throw new UsageError(`package.json cannot be changed: ${value}.`);
  const before = text === null || value === null ? null : { text, value };
  const testing = testingOf(value);
  const { text: manifest, added } = packageJson(before, basename(folder), versions(host), testing);
  const name = typeof value?.name === "string" ? value.name : basename(folder);
  const change: Step = {
    path: "package.json",
    text: manifest,
    state: before === null ? "create" : added.length === 0 ? "keep" : "change",
    detail: before === null ? "" : added.join(", "),
  };
  const configs = configsIn(host, folder);
  const config = configFile({ name });
  const hasTsconfig = nearestFolder(folder, (each) => host.isFile(join(each, "tsconfig.json"))) !== null;
  const steps = [
    change,
    ...(configs.length > 0 ? configs.map((file) => kept(basename(file))) : [create(config)]),
    ...(hasTsconfig ? [] : [create(tsconfigFile(testing))]),
    // Who has a configuration has sources in places of their own, and needs no example.
    ...(configs.length > 0
      ? []
      : exampleFiles(testing).map((file) => (host.isFile(join(folder, file.path)) ? kept(file.path) : create(file)))),
  ];
  return { steps, script: testing.script };
}

const create = (file: StarterFile): Step => ({ ...file, state: "create", detail: "" });
const kept = (path: string): Step => ({ path, text: "", state: "keep", detail: "" });

function versions(host: Host): Versions {
  const { devDependencies } = ownManifest(host);
  const range = (name: string): string => {
    const found = isRecord(devDependencies) ? devDependencies[name] : undefined;
    return typeof found === "string" ? found : "latest";
  };
  return { own: ownVersion(host), typescript: range("typescript"), nodeTypes: range("@types/node") };
}

const words = {
  create: { plan: "create", done: "created" },
  change: { plan: "change", done: "changed" },
  keep: { plan: "keep", done: "kept" },
} as const;
const colours = { create: "green", change: "yellow", keep: "dim" } as const;

function line({ path, state, detail }: Step, tense: "plan" | "done", terminal?: Terminal): string {
  const word = words[state][tense].padEnd(8);
  const shown = terminal === undefined ? word : paint(terminal.style, colours[state], word);
  return `${shown} ${path}${detail === "" ? "" : ` (${detail})`}`;
}

async function agreed(): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^\s*(y|yes)?\s*$/i.test(await prompt.question("Go on? [Y/n] "));
  } catch {
    // Ctrl+C and Ctrl+D are a no.
    return false;
  } finally {
    prompt.close();
  }
}
