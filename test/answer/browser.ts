/** The Chromium that pages are tried in. npm does not bring one along: without it those tests are skipped, unless they are required. */

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const path = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (each) => each !== undefined && existsSync(each),
);

export const withoutBrowser = path === undefined && process.env.MCP_GEN_BROWSER !== "required";

/** @throws Error when there is none although it is required. */
export function launchBrowser(): Promise<Browser> {
  if (path === undefined) throw new Error("No Chromium: install it, or name it in CHROMIUM_PATH.");
  return chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
}
