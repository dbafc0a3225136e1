/**
 * A client that knows nothing but messages, over every transport, for tests that look at the wire. Whatever the server sends is
 * held against the schema of the revision; `close` fails when something did not fit.
 */

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type HttpServing, serveHttp } from "@mcp-gen/runtime/node";
import type { DuplexOptions, HttpOptions, Server } from "@mcp-gen/runtime/server";
import { channelPair } from "../../runtime/dist/transports/memory.js";
import { served } from "../../runtime/dist/transports/served.js";
import type { Cell } from "./matrix.js";
import { makeServer } from "./offers-server.mjs";
import { type Heard, wireSchema } from "./wire-schema.js";

export const versionOf = (cell: Cell): string => (cell.mode === "modern" ? "2026-07-28" : "2025-11-25");
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface WireOptions {
  readonly version?: string;
  readonly capabilities?: object;
  readonly serving?: Omit<DuplexOptions, "log"> & Pick<HttpOptions, "authenticate">;
  /** Another server than the offers; not over stdio. */
  readonly server?: Server;
  readonly headers?: Readonly<Record<string, string>>;
  /** An HTTP endpoint that another client opened. */
  readonly at?: string;
  /** Answers requests of a legacy server. */
  readonly answer?: (request: Heard) => object;
}

interface Sent {
  readonly id: number;
  readonly reply: Promise<Heard>;
  /** Ends the request in the way of its transport and era. */
  cancel(): void;
}

type Deliver = (message: object, id: number | undefined) => { readonly abort: () => void };

const quiet = { warn: () => {}, error: () => {} };
const script = fileURLToPath(new URL("offers-stdio.mjs", import.meta.url));

export class WireClient {
  /** Everything that came, in order. */
  readonly heard: Heard[] = [];
  readonly version: string;
  readonly faults: string[] = [];
  /** Of the HTTP endpoint. */
  url = "";
  readonly #cell: Cell;
  readonly #options: WireOptions;
  readonly #methods = new Map<string | number, string>();
  readonly #waiting = new Map<string | number, (message: Heard) => void>();
  readonly #watching = new Set<() => void>();
  readonly #closing: (() => unknown)[] = [];
  #deliver: Deliver = () => ({ abort: () => {} });
  #headers: Record<string, string> = {};
  #lastId = 0;

  private constructor(cell: Cell, options: WireOptions) {
    this.#cell = cell;
    this.#options = options;
    this.version = options.version ?? versionOf(cell);
  }

  static async open(cell: Cell, options: WireOptions = {}): Promise<WireClient> {
    const client = new WireClient(cell, options);
    await { memory: () => client.#memory(), stdio: () => client.#stdio(), http: () => client.#http() }[cell.transport]();
    if (cell.mode === "legacy") await client.#shake();
    return client;
  }

  get notices(): Heard[] {
    return this.heard.filter(({ method, id }) => method !== undefined && id === undefined);
  }

  start(method: string, params: object = {}, meta: object = {}): Sent {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#methods.set(id, method);
    const reply = new Promise<Heard>((resolve) => this.#waiting.set(id, resolve));
    const { abort } = this.#deliver({ jsonrpc: "2.0", id, method, params: { ...params, ...this.#meta(meta) } }, id);
    const isModernHttp = this.#cell.transport === "http" && this.#cell.mode === "modern";
    const cancel = (): void => (isModernHttp ? abort() : this.notify("notifications/cancelled", { requestId: id }));
    return { id, reply, cancel };
  }

  request(method: string, params: object = {}, meta: object = {}): Promise<Heard> {
    return this.start(method, params, meta).reply;
  }

  /** The result of a request. @throws for an error reply. */
  // biome-ignore lint/suspicious/noExplicitAny: results of any shape are looked into
  async result(method: string, params: object = {}, meta: object = {}): Promise<any> {
    const { result, error } = await this.request(method, params, meta);
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
    return result;
  }

  async error(method: string, params: object = {}, meta: object = {}): Promise<NonNullable<Heard["error"]>> {
    const { error } = await this.request(method, params, meta);
    if (error === undefined) throw new Error(`${method} did not fail`);
    return error;
  }

  /** The text of the first block of a tool's result. */
  async call(name: string, args: object = {}, meta: object = {}): Promise<string> {
    return (await this.result("tools/call", { name, arguments: args }, meta)).content[0]?.text;
  }

  notify(method: string, params: object): void {
    this.#deliver({ jsonrpc: "2.0", method, params }, undefined);
  }

  /** Settles when a message has come that fits. */
  until(fits: (message: Heard) => boolean, ms = 5000): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing came that fits; heard ${JSON.stringify(this.heard)}`)), ms);
      const look = (): void => {
        const found = this.heard.find(fits);
        if (found === undefined) return;
        clearTimeout(timer);
        this.#watching.delete(look);
        resolve(found);
      };
      this.#watching.add(look);
      look();
    });
  }

  /** @throws when something that the server sent does not fit the schema of the revision. */
  async close(): Promise<void> {
    for (const end of this.#closing.splice(0).reverse()) await end();
    if (this.faults.length > 0) throw new Error(`not in the words of ${this.version}:\n${this.faults.join("\n")}`);
  }

  /** Something else to end with the client. */
  onClose(end: () => unknown): void {
    this.#closing.push(end);
  }

  #meta(meta: object): object {
    if (this.#cell.mode === "legacy") return Object.keys(meta).length > 0 ? { _meta: meta } : {};
    return {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": this.version,
        "io.modelcontextprotocol/clientInfo": { name: "wire", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": this.#options.capabilities ?? {},
        ...meta,
      },
    };
  }

  async #shake(): Promise<void> {
    const { capabilities = {} } = this.#options;
    const params = { protocolVersion: this.version, capabilities, clientInfo: { name: "wire", version: "1" } };
    await this.result("initialize", params);
    this.notify("notifications/initialized", {});
    if (this.#cell.transport === "http") await this.#listen();
  }

  #receive(message: Heard): void {
    const method = message.method === undefined && message.id !== undefined ? this.#methods.get(message.id) : undefined;
    this.faults.push(...wireSchema(this.version).faults(message, method));
    this.heard.push(message);
    if (message.method !== undefined && message.id !== undefined) {
      const result = this.#options.answer?.(message) ?? {};
      this.#deliver({ jsonrpc: "2.0", id: message.id, result }, undefined);
    } else if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    for (const look of [...this.#watching]) look();
  }

  #memory(): void {
    const [ours, theirs] = channelPair();
    const server = this.#options.server ?? makeServer();
    const end = server[served](theirs, { log: quiet, ...this.#options.serving });
    ours.open(
      (text) => this.#receive(JSON.parse(text)),
      () => {},
    );
    this.#deliver = (message) => {
      ours.send(JSON.stringify(message));
      return { abort: () => {} };
    };
    this.#closing.push(() => ours.close());
    this.endServer = async () => end();
  }

  /** Ends the server on its own initiative. */
  endServer: () => Promise<void> = async () => {};

  #stdio(): void {
    const env = { ...process.env, OFFERS_OPTIONS: JSON.stringify(this.#options.serving ?? {}) };
    const child = spawn(process.execPath, [script], { env, stdio: ["pipe", "pipe", "ignore"] });
    let rest = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (piece: string) => {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#receive(JSON.parse(line));
    });
    this.#deliver = (message) => {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      return { abort: () => {} };
    };
    const gone = new Promise((resolve) => child.once("exit", resolve));
    this.#closing.push(() => {
      child.stdin.end();
      return gone;
    });
  }

  async #http(): Promise<void> {
    const { at, server = makeServer(), serving } = this.#options;
    const http = at === undefined ? await serveHttp(server, { port: 0, log: quiet, ...serving }) : undefined;
    const url = at ?? (http as HttpServing).url;
    this.url = url;
    const ending = new AbortController();
    this.#closing.push(
      () => http?.close(),
      () => ending.abort(),
    );
    this.endServer = async () => http?.close();
    this.#deliver = (message, id) => {
      const aborting = new AbortController();
      const signal = AbortSignal.any([aborting.signal, ending.signal]);
      const mirrored = this.#cell.mode === "modern" ? this.#mirrored(message as Heard) : this.#headers;
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...this.#options.headers,
        ...mirrored,
      };
      void this.#post(url, { method: "POST", headers, body: JSON.stringify(message), signal }, id);
      return { abort: () => aborting.abort() };
    };
    this.#listen = async () => {
      const headers = { accept: "text/event-stream", ...this.#options.headers, ...this.#headers };
      const response = await fetch(url, { headers, signal: ending.signal });
      void this.#read(response);
    };
  }

  #listen: () => Promise<void> = async () => {};

  #mirrored({ method = "", params }: Heard): Record<string, string> {
    const name = params?.name ?? params?.uri;
    const header = typeof name === "string" && /^[\x21-\x7e]+$/.test(name) ? { "mcp-name": name } : {};
    return { "mcp-protocol-version": this.version, "mcp-method": method, ...header };
  }

  async #post(url: string, init: RequestInit, id: number | undefined): Promise<void> {
    try {
      const response = await fetch(url, init);
      const session = response.headers.get("mcp-session-id");
      if (session !== null) this.#headers = { "mcp-session-id": session, "mcp-protocol-version": this.version };
      if (response.headers.get("content-type")?.startsWith("text/event-stream")) await this.#read(response);
      else if (id !== undefined) this.#receive(JSON.parse(await response.text()));
      else await response.text();
    } catch (thrown) {
      if (!(thrown instanceof Error && thrown.name === "AbortError")) this.faults.push(`an exchange failed: ${thrown}`);
    }
  }

  async #read(response: Response): Promise<void> {
    let rest = "";
    const decoder = new TextDecoder();
    try {
      for await (const bytes of response.body ?? []) {
        const events = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) {
          const data = event.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []));
          if (data.length > 0 && data.join("\n") !== "") this.#receive(JSON.parse(data.join("\n")));
        }
      }
    } catch {
      // The exchange was ended, by us or by the server.
    }
  }
}
