/** Requests written by hand, where a client that behaves would hide what is tested. */

import { request as httpRequest } from "node:http";

export const modernMeta = (capabilities: object = { elicitation: { form: {}, url: {} } }, version = "2026-07-28") => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});

export interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON, or the data of its last event. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of any shape are looked into
  readonly json: any;
}

/** One exchange over a fresh connection; a header of undefined is left out, so that Host and Accept can be anything. */
export function send(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>> = {},
  method = "POST",
): Promise<Raw> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  const given = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: given, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (bytes: Buffer) => parts.push(bytes));
      response.on("end", () => {
        const received = Buffer.concat(parts).toString("utf8");
        const last = /data: (.*)\n\n$/.exec(received)?.[1] ?? received;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: received, json: parsed(last) });
      });
    });
    request.on("error", reject);
    request.end(method === "POST" ? text : undefined);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let lastId = 0;

/** A modern request with the headers that mirror it; both can be bent. */
export function modern(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Raw> {
  lastId += 1;
  const body = { jsonrpc: "2.0", id: lastId, method, params: { _meta: modernMeta(), ...params } };
  const name = params.name ?? params.uri;
  const mirrored = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": name }),
  };
  return send(url, body, { ...mirrored, ...headers });
}

/** Shakes hands and returns the headers of the session. */
export async function handshake(
  url: string,
  capabilities: object = { elicitation: { form: {}, url: {} } },
  protocolVersion = "2025-11-25",
): Promise<Record<string, string>> {
  const params = { protocolVersion, capabilities, clientInfo: { name: "test", version: "1" } };
  const reply = await send(url, { jsonrpc: "2.0", id: 0, method: "initialize", params });
  const session = reply.headers["mcp-session-id"];
  if (typeof session !== "string") throw new Error(`no session: ${reply.text}`);
  const headers = { "mcp-session-id": session, "mcp-protocol-version": reply.json.result.protocolVersion as string };
  await send(url, { jsonrpc: "2.0", method: "notifications/initialized" }, headers);
  return headers;
}
