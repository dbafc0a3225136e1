/** What every modern request carries about itself in `_meta`, read and checked (specification: basic, "_meta"). */

import type { Caller, LogLevel } from "../../core/domain.js";
import { readImplementation } from "../../core/implementation.js";
import { isLogLevel, logLevels } from "../../core/log-level.js";
import { INVALID_PARAMS, McpError } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { metaKeys, modernVersions, UNSUPPORTED_VERSION } from "./versions.js";

/** The revision that a request names, or undefined when it carries no modern metadata. */
export function namedVersion(params: Fields): string | undefined {
  const meta = own(params, "_meta");
  const version = isFields(meta) ? own(meta, metaKeys.protocolVersion) : undefined;
  return typeof version === "string" ? version : undefined;
}

/** @throws McpError -32602 for missing metadata, -32022 for a revision that is not spoken here. `supported` goes into its data. */
export function readCaller(params: Fields, supported: readonly string[]): Caller {
  const meta = own(params, "_meta");
  if (!isFields(meta)) throw new McpError(INVALID_PARAMS, `Every request needs _meta with ${metaKeys.protocolVersion}.`);
  const requested = namedVersion(params);
  if (requested === undefined) throw new McpError(INVALID_PARAMS, `_meta needs ${metaKeys.protocolVersion}.`);
  const capabilities = own(meta, metaKeys.clientCapabilities);
  if (!isFields(capabilities)) throw new McpError(INVALID_PARAMS, `_meta needs ${metaKeys.clientCapabilities}, an object.`);
  if (!modernVersions.includes(requested)) throw unsupportedVersion(requested, supported);
  return {
    era: "modern",
    protocolVersion: requested,
    clientInfo: readImplementation(own(meta, metaKeys.clientInfo)),
    capabilities,
  };
}

/** The least severe log message that a request asks for; undefined for none. @throws McpError -32602 for a level that there is not. */
export function readLogLevel(params: Fields): LogLevel | undefined {
  const meta = own(params, "_meta");
  const level = isFields(meta) ? own(meta, metaKeys.logLevel) : undefined;
  if (level === undefined || isLogLevel(level)) return level;
  throw new McpError(INVALID_PARAMS, `_meta has an unknown ${metaKeys.logLevel}: there are ${logLevels.join(", ")}.`);
}

export function unsupportedVersion(requested: string, supported: readonly string[]): McpError {
  return new McpError(UNSUPPORTED_VERSION, `Unsupported protocol version; spoken here: ${supported.join(", ")}`, {
    supported,
    requested,
  });
}
