/** The first line of an ejected template: what it came from, and the hash of the text that it had then. */
import { sha256 } from "../fingerprint.js";
import { contextVersion } from "./shape.js";

export interface Stamp {
  readonly context: string;
  readonly origin: string;
  readonly hash: string;
}

const pattern = /^\{\{!-- mcp-gen context=(\S+) origin=(\S+) sha256=(\S+) --\}\}\n/;

export const stamped = (origin: string, source: string, text = source): string =>
  `{{!-- mcp-gen context=${contextVersion} origin=${origin} sha256=${sha256(source)} --}}\n${text}`;

/** The stamp of a text and what follows it; null for a text that was not ejected. */
export function readStamp(text: string): { readonly stamp: Stamp; readonly body: string } | null {
  const [line, context, origin, hash] = pattern.exec(text) ?? [];
  if (line === undefined || context === undefined || origin === undefined || hash === undefined) return null;
  return { stamp: { context, origin, hash }, body: text.slice(line.length) };
}
