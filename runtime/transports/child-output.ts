/**
 * Keeps children of user code away from the protocol: one that shares standard output would write among the messages, and one that
 * shares standard input would read them away. The first gets standard error instead, the second nothing.
 */

type Given = Record<string, unknown> | undefined;

/** Holds for everything that is started from now on, through whichever function of `node:child_process`. */
export function keepChildrenOff(): void {
  // Not imported: a server over HTTP needs neither.
  const childProcess = process.getBuiltinModule("node:child_process");
  const { ChildProcess } = childProcess;
  const prototype = ChildProcess.prototype as unknown as { spawn(options: Given): unknown };
  const { spawn } = prototype;
  prototype.spawn = function (this: unknown, options: Given): unknown {
    return spawn.call(this, apart(options)); // what spawn, fork, exec and execFile come down to
  };
  const functions = childProcess as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ["spawnSync", "execSync", "execFileSync"]) {
    const original = functions[name];
    if (original === undefined) continue;
    functions[name] = (...args) => original(...args.map((each) => (isOptions(each) ? apart(each) : each)));
  }
  process.getBuiltinModule("node:module").syncBuiltinESMExports();
}

const isOptions = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function apart<O extends Given>(options: O): O {
  const stdio = options?.stdio;
  if (stdio === "inherit") return { ...options, stdio: ["ignore", 2, 2] };
  return Array.isArray(stdio) ? { ...options, stdio: stdio.map(moved) } : options;
}

function moved(way: unknown, index: number): unknown {
  if (way === 0 || way === process.stdin || (index === 0 && way === "inherit")) return "ignore";
  return way === 1 || way === process.stdout || (index === 1 && way === "inherit") ? 2 : way;
}
