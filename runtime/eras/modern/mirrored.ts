/** Headers that mirror the body have to say what it says (specification: streamable-http, "Server Validation"). */

import type { ParamHeader } from "../../core/param-headers.js";
import { McpError } from "../../errors.js";
import { isFields, own } from "../../json.js";
import type { RpcRequest } from "../../jsonrpc/message.js";
import type { Exchange } from "../../transports/http.js";
import { namedVersion } from "./envelope.js";
import { decodedHeader } from "./header-value.js";
import { HEADER_MISMATCH, headerNames, paramPrefix } from "./versions.js";

const targetOf = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** The revision and the method. @throws McpError -32020 */
export function checkFrame(request: RpcRequest, exchange: Exchange): void {
  const version = exchange.header(headerNames.version);
  const named = namedVersion(request.params);
  if (version === undefined) throw mismatch("the MCP-Protocol-Version header is missing");
  if (named !== undefined && version !== named)
    throw mismatch(`MCP-Protocol-Version is ${shown(version)}, _meta names ${shown(named)}`);
  const method = exchange.header(headerNames.method);
  if (method === undefined) throw mismatch("the Mcp-Method header is missing");
  if (method !== request.method) throw mismatch(`Mcp-Method is ${shown(method)}, the body's method is ${shown(request.method)}`);
}

/** The name or address of what a request is for. @throws McpError -32020 */
export function checkTarget(request: RpcRequest, exchange: Exchange): void {
  const field = targetOf.get(request.method);
  const header = exchange.header(headerNames.name);
  if (field === undefined) {
    if (header !== undefined) throw mismatch(`Mcp-Name is ${shown(header)}, ${request.method} has nothing that it could mirror`);
    return;
  }
  const target = own(request.params, field);
  if (header === undefined) throw mismatch("the Mcp-Name header is missing");
  const decoded = decodedHeader(header);
  if (decoded === undefined) throw mismatch("Mcp-Name has invalid characters or invalid Base64");
  if (decoded !== target)
    throw mismatch(`Mcp-Name is ${shown(decoded)}, params.${field} is ${typeof target === "string" ? shown(target) : "missing"}`);
}

/** The arguments that a tool has mirrored. @throws McpError -32020 */
export function checkParams(mirrored: readonly ParamHeader[], request: RpcRequest, exchange: Exchange): void {
  for (const { name, path } of mirrored) {
    const header = exchange.header(paramPrefix + name.toLowerCase());
    const value = valueAt(own(request.params, "arguments"), path);
    const where = `Mcp-Param-${name}`;
    if (value === undefined || value === null) {
      if (header !== undefined) throw mismatch(`${where} is ${shown(header)}, the argument ${path.join(".")} is missing`);
    } else if (header === undefined) {
      if (typeof value !== "object") throw mismatch(`the ${where} header is missing`);
    } else {
      const decoded = decodedHeader(header);
      if (decoded === undefined) throw mismatch(`${where} has invalid characters or invalid Base64`);
      if (!says(decoded, value))
        throw mismatch(`${where} is ${shown(decoded)}, the argument ${path.join(".")} is something else`);
    }
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) at = isFields(at) ? own(at, key) : undefined;
  return at;
}

/** Numbers are compared as numbers: `42.0` is 42. */
function says(text: string, value: unknown): boolean {
  if (typeof value === "number") return /^-?\d+(\.\d+)?$/.test(text) && Number(text) === value;
  return typeof value === "boolean" ? text === String(value) : text === value;
}

function mismatch(what: string): McpError {
  return new McpError(HEADER_MISMATCH, `Header mismatch: ${what}.`);
}

function shown(value: string): string {
  return `'${value.length > 100 ? `${value.slice(0, 100)}...` : value}'`;
}
