/** Who a client or server says it is, read without trusting the shape. */

import { isFields } from "../json.js";
import type { Implementation } from "./domain.js";

/** Undefined for anything that does not name itself and its version. */
export function readImplementation(value: unknown): Implementation | undefined {
  if (!isFields(value) || typeof value.name !== "string" || typeof value.version !== "string") return undefined;
  const { name, version, title } = value;
  return typeof title === "string" ? { name, version, title } : { name, version };
}
