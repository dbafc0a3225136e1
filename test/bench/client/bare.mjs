// The limits on a client's side: the same messages without a client, over a connection pool, over fetch and over a pipe.

import { Pool } from "undici";
import { cases } from "../load/cases.mjs";
import { openLanes } from "../load/lanes.mjs";
import { modernVersion } from "../load/messages.mjs";
import { startServer, stopServer } from "../processes.mjs";

const accept = "application/json, text/event-stream";
const headers = { "content-type": "application/json", accept, "mcp-protocol-version": modernVersion };

/** A client of cases over anything that posts a text with headers and gives the reply. */
function lane(post) {
  return {
    request: (_id, text) => {
      const { method, params } = JSON.parse(text);
      const named = params.name === undefined ? {} : { "mcp-name": params.name };
      return post({ ...headers, "mcp-method": method, ...named }, text);
    },
  };
}

const client = (lane, close) => ({
  echo: (count) => cases["echo-modern"].run(lane, count, true),
  list: () => cases["list-modern"].run(lane, 0, true),
  ask: (count) => cases["ask-modern"].run(lane, count, true),
  close,
});

/** More connections than operations in flight: a legacy call holds one while its question is answered over another. */
export function poolOf(url) {
  return new Pool(new URL(url).origin, { connections: 128 });
}

/** What a user hands to `connect` as `fetch`: the pool, in the shape of the part of a Response that a client reads. */
export function poolFetch(pool) {
  return async (url, { method, headers, body, signal }) => {
    const path = new URL(url).pathname;
    const reply = await pool.request({ path, method, headers: plain(headers), body, signal });
    const status = reply.statusCode;
    return {
      status,
      ok: status >= 200 && status < 300,
      headers: { get: (name) => reply.headers[name.toLowerCase()] ?? null },
      text: () => reply.body.text(),
      json: () => reply.body.json(),
      body: Object.assign(reply.body, { cancel: () => reply.body.dump() }),
    };
  };
}

const plain = (headers) => (headers instanceof Headers ? Object.fromEntries(headers) : headers);

export async function barePool(url) {
  const pool = poolOf(url);
  const post = async (headers, body) => (await pool.request({ path: "/mcp", method: "POST", headers, body })).body.json();
  return client(lane(post), () => pool.close());
}

export async function bareFetch(url) {
  const post = async (headers, body) => (await fetch(url, { method: "POST", headers, body })).json();
  return client(lane(post), () => {});
}

export async function barePipe(file) {
  const server = await startServer(file, "stdio");
  const [pipe] = await openLanes(server, cases["echo-modern"], 1);
  return client(pipe, () => stopServer(server));
}
