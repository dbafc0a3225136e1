/** Reads files of the past from git. */
import { spawnSync } from "node:child_process";
import { UsageError } from "./usage-error.js";

/** The text of a file at a revision; null when the revision has no such file. `path` is relative to `folder`. */
export function readAtRevision(folder: string, revision: string, path: string): string | null {
  if (revision.startsWith("-")) throw new UsageError(`${revision} is no revision of git, and no file.`);
  const commit = git(folder, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (commit === null) throw new UsageError(`${revision} is no revision of git in this repository, and no file.`);
  return git(folder, ["show", `${commit.trim()}:./${path}`]);
}

function git(folder: string, args: readonly string[]): string | null {
  const { status, stdout, error } = spawnSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  if (error !== undefined) throw new UsageError(`git cannot be run: ${error.message}.`);
  return status === 0 ? stdout : null;
}
