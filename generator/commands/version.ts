/** The version of this package. */
import { fileURLToPath } from "node:url";
import type { ReadingHost } from "../host.js";
import { parseObject } from "../options.js";

/** This file lies in dist/generator/commands. */
const file = fileURLToPath(new URL("../../../package.json", import.meta.url));

export function ownVersion(host: ReadingHost): string {
  const manifest = parseObject(host.read(file) ?? "");
  return typeof manifest === "object" && typeof manifest.version === "string" ? manifest.version : "0.0.0";
}
