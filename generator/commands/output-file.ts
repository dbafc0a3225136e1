/** Writes what a command gives to the file that --output-file names. */
import { resolve } from "node:path";
import { type Host, systemCode } from "../host.js";
import { UsageError } from "./usage-error.js";

/** `file` as it was given, relative to `cwd`. Throws a `UsageError` where the system does not let it be written. */
export function putOutput(host: Host, cwd: string, file: string, text: string): void {
  try {
    host.put(resolve(cwd, file), text);
  } catch (error) {
    const reason = systemCode(error);
    if (reason === null) throw error;
    throw new UsageError(`${file} cannot be written: ${reason}.`);
  }
}
