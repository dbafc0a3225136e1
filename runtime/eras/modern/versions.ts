/** The dated revisions of the modern era, oldest first, and the numbers and names that only they use. */

export const modernVersions: readonly string[] = ["2026-07-28"];

export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;

/** The keys of `_meta` that carry what the handshake once did (specification: basic, "General fields"). */
export const metaKeys = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** Request headers that mirror the body (specification: basic/transports/streamable-http, "Request Metadata"). */
export const headerNames = { version: "mcp-protocol-version", method: "mcp-method", name: "mcp-name" } as const;

/** What the headers that mirror arguments of a tool begin with. */
export const paramPrefix = "mcp-param-";
