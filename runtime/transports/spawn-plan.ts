/**
 * How a command is started without a shell. On Windows the commands of packages are batch files (npx.cmd), which only a shell can run;
 * what they run is read from them instead, so that no text of a user is ever read by a shell.
 */

/** The part of a machine that the plan depends on. */
export interface Machine {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The running Node. */
  readonly node: string;
  /** The text of a file; undefined when there is none. */
  read(file: string): string | undefined;
}

export interface Plan {
  readonly command: string;
  readonly args: readonly string[];
}

/** @throws Error for a batch file that is no shim of a package. */
export function spawnPlan(command: string, args: readonly string[], machine: Machine): Plan {
  if (machine.platform !== "win32") return { command, args };
  const found = placesOf(command, machine).find((file) => machine.read(file) !== undefined);
  if (found === undefined || !/\.(cmd|bat)$/i.test(found)) return { command: found ?? command, args };
  const shim = behindShim(found, machine);
  if (shim === undefined)
    throw new Error(`${found} is a batch file, which would need a shell. Name the program that it starts instead.`);
  return { command: shim.command, args: [...shim.args, ...args] };
}

/** Where Windows would look, in its order. */
function placesOf(command: string, { env }: Machine): string[] {
  const variable = (name: string): string => Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? "";
  const endings = /\.[a-z\d]+$/i.test(command) ? [""] : (variable("PATHEXT") || ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";");
  const folders = /[\\/]/.test(command)
    ? [""]
    : variable("PATH")
        .split(";")
        .filter((folder) => folder !== "")
        .map((folder) => folder.replace(/[\\/]?$/, "\\"));
  return folders.flatMap((folder) => endings.map((ending) => folder + command + ending));
}

/** The program and the script in the last line that hands on all arguments, as npm, pnpm and yarn write it. */
function behindShim(file: string, machine: Machine): Plan | undefined {
  const text = machine.read(file) ?? "";
  const folder = file.replace(/[\\/]?[^\\/]*$/, "");
  const last = text.split(/\r?\n/).findLast((line) => line.includes("%*"));
  const target = [...(last?.split("%*")[0] ?? "").matchAll(/"([^"]+)"/g)].at(-1)?.[1];
  if (target === undefined) return undefined;
  const variables = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(/\bSET\s+"?(\w+)=([^"\r\n]*)"?/gi))
    if (!variables.has(name.toLowerCase())) variables.set(name.toLowerCase(), value);
  const path = target
    .replaceAll(/%(\w+)%/g, (whole, name: string) => (/^dp0$/i.test(name) ? whole : (variables.get(name.toLowerCase()) ?? whole)))
    .replaceAll(/%~dp0\\?|%dp0%\\?/gi, `${folder}\\`);
  if (path.includes("%") || machine.read(path) === undefined) return undefined;
  if (/\.exe$/i.test(path)) return { command: path, args: [] };
  if (!/node/i.test(text)) return undefined;
  const beside = `${folder}\\node.exe`;
  return { command: machine.read(beside) === undefined ? machine.node : beside, args: [path] };
}
