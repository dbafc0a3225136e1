/** This package: what its package.json says. */
import { fileURLToPath } from "node:url";
import type { ReadingHost } from "../host.js";
import { parseObject, type Raw } from "../options.js";

/** This file lies in dist/generator/commands. */
export const ownFolder = fileURLToPath(new URL("../../../", import.meta.url));

export function ownManifest(host: ReadingHost): Raw {
  const manifest = parseObject(host.read(`${ownFolder}package.json`) ?? "");
  return typeof manifest === "string" ? {} : manifest;
}

export function ownVersion(host: ReadingHost): string {
  const { version } = ownManifest(host);
  return typeof version === "string" ? version : "0.0.0";
}
