/**
 * Hashes of texts. The fingerprint of a generated file stands in the manifest and tells whether a person changed it; what
 * formatters move (white space, quotes, commas, semicolons, brackets) is no part of it.
 */
import { createHash } from "node:crypto";

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export const fingerprint = (text: string): string => sha256(text.replaceAll(/[\s;,'"`()|\\]+/g, ""));
