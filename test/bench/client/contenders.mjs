// Clients by name: each opens with a target (a URL or the file of a server) and offers the operations, every answer checked.

import { connect } from "@mcp-gen/runtime/client";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { officialServer } from "../servers/official/tools.mjs";
import { bareFetch, barePipe, barePool, poolFetch, poolOf } from "./bare.mjs";

const answer = { action: "accept", content: { ok: true } };

function checked(isRight, what) {
  if (!isRight) throw new Error(`Wrong answer: another ${what}`);
}

function operations(call, list, close) {
  return {
    echo: async (count) => checked((await call("echo", { text: `hello ${count}` })).content[0].text === `hello ${count}`, "text"),
    list: async () => checked((await list()).length === 53, "list"),
    ask: async (count) => {
      const topic = `topic-${count}`;
      checked((await call("ask", { topic })).content[0].text === `${topic}: ok=true`, "text");
    },
    close,
  };
}

async function ours(target, mode, options = {}, close = () => {}) {
  const client = await connect(target, { mode, elicitation: () => answer, ...options });
  return operations(
    (name, args) => client.callTool(name, args),
    () => client.listTools(),
    async () => {
      await client.close();
      await close();
    },
  );
}

async function oursOverPool(url, mode) {
  const pool = poolOf(url);
  return ours(new URL(url), mode, { fetch: poolFetch(pool) }, () => pool.destroy());
}

async function official(transport, mode, ready = async () => {}, close = () => {}) {
  const negotiation = mode === "modern" ? { versionNegotiation: { mode: "auto" } } : {};
  const client = new Client({ name: "bench", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } }, ...negotiation });
  client.setRequestHandler("elicitation/create", async () => answer);
  await ready();
  await client.connect(transport);
  return operations(
    (name, args) => client.callTool({ name, arguments: args }),
    async () => (await client.listTools(undefined, { cacheMode: "bypass" })).tools,
    async () => {
      await client.close();
      await close();
    },
  );
}

async function officialOverPool(url, mode) {
  const pool = poolOf(url);
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: poolFetch(pool) });
  return official(transport, mode, undefined, () => pool.destroy());
}

async function oursInMemory(mode) {
  const { server } = await import("../servers/ours/dist/mcp/server.js");
  return ours(server, mode);
}

function officialLinked() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  return official(near, "legacy", () => officialServer().connect(far));
}

function officialHandler() {
  const handler = createMcpHandler(officialServer, { legacy: "reject" });
  const fetch = (url, init) => handler.fetch(new Request(url, init));
  return official(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch }), "modern");
}

const node = (file) => ({ command: process.execPath, args: [file] });

/** By the wire that they are compared on; the first of a wire is ours, the last but for memory the limit. */
export const contenders = {
  "http modern": {
    "ours, pool": (url) => oursOverPool(url, "modern"),
    "ours, fetch": (url) => ours(new URL(url), "modern"),
    "official, pool": (url) => officialOverPool(url, "modern"),
    "official, fetch": (url) => official(new StreamableHTTPClientTransport(new URL(url)), "modern"),
    "fetch alone": bareFetch,
    "pool alone": barePool,
  },
  "http legacy": {
    "ours, pool": (url) => oursOverPool(url, "legacy"),
    "ours, fetch": (url) => ours(new URL(url), "legacy"),
    "official, fetch": (url) => official(new StreamableHTTPClientTransport(new URL(url)), "legacy"),
    "pool alone": barePool,
  },
  stdio: {
    ours: (file) => ours(node(file), "modern"),
    official: (file) => official(new StdioClientTransport(node(file)), "modern"),
    "pipe alone": barePipe,
  },
  memory: {
    "ours, modern": () => oursInMemory("modern"),
    "ours, legacy": () => oursInMemory("legacy"),
    "official, modern handler": officialHandler,
    "official, legacy pair": officialLinked,
  },
};
