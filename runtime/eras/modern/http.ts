/** Modern requests over HTTP: the headers that mirror the body, and the status that goes with an error (streamable-http). */

import { Cancel } from "../../core/cancel.js";
import { INVALID_PARAMS, INVALID_REQUEST, McpError, METHOD_NOT_FOUND } from "../../errors.js";
import { own } from "../../json.js";
import type { RpcRequest } from "../../jsonrpc/message.js";
import type { Exchange } from "../../transports/http.js";
import { sendReply } from "../http-reply.js";
import { namedVersion } from "./envelope.js";
import { decodedHeader } from "./header-value.js";
import type { Frame, ModernServer } from "./server.js";
import { HEADER_MISMATCH, headerNames, MISSING_CAPABILITY, modernVersions, UNSUPPORTED_VERSION } from "./versions.js";

const badRequests = new Set([HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION, INVALID_PARAMS, INVALID_REQUEST]);
const targetOf = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** Whether the headers of an exchange announce this era. */
export function announcesModern(exchange: Exchange): boolean {
  return modernVersions.includes(exchange.header(headerNames.version) ?? "");
}

export async function answerModern(
  server: ModernServer,
  request: RpcRequest,
  exchange: Exchange,
  principal?: string,
): Promise<void> {
  const cancel = new Cancel();
  exchange.onGone(() => cancel.abort("the client is gone"));
  const frame: Frame = {
    cancel,
    checkFrame: () => checkFrame(request, exchange),
    checkTarget: () => checkTarget(request, exchange),
    auth: principal === undefined ? undefined : { principal },
  };
  const reply = await server.handle(request, frame);
  if (reply === undefined) return;
  sendReply(exchange, reply.text, statusOf(reply.code));
}

function statusOf(code: number | undefined): number {
  if (code === METHOD_NOT_FOUND) return 404;
  return code !== undefined && badRequests.has(code) ? 400 : 200;
}

function checkFrame(request: RpcRequest, exchange: Exchange): void {
  const version = exchange.header(headerNames.version);
  const named = namedVersion(request.params);
  if (version === undefined) throw mismatch("the MCP-Protocol-Version header is missing");
  if (named !== undefined && version !== named)
    throw mismatch(`MCP-Protocol-Version is ${shown(version)}, _meta names ${shown(named)}`);
  const method = exchange.header(headerNames.method);
  if (method === undefined) throw mismatch("the Mcp-Method header is missing");
  if (method !== request.method) throw mismatch(`Mcp-Method is ${shown(method)}, the body's method is ${shown(request.method)}`);
}

function checkTarget(request: RpcRequest, exchange: Exchange): void {
  const field = targetOf.get(request.method);
  if (field === undefined) return;
  const target = own(request.params, field);
  const header = exchange.header(headerNames.name);
  if (header === undefined) throw mismatch("the Mcp-Name header is missing");
  const decoded = decodedHeader(header);
  if (decoded === undefined) throw mismatch("Mcp-Name has invalid characters or invalid Base64");
  if (decoded !== target)
    throw mismatch(`Mcp-Name is ${shown(decoded)}, params.${field} is ${shown(typeof target === "string" ? target : "missing")}`);
}

function mismatch(what: string): McpError {
  return new McpError(HEADER_MISMATCH, `Header mismatch: ${what}.`);
}

function shown(value: string): string {
  return `'${value.length > 100 ? `${value.slice(0, 100)}...` : value}'`;
}
