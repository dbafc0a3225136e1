/** A server whose functions take an application state can't be served without it. Compiled, never run. */

import { connect } from "@mcp-gen/runtime/client";
import { serveHttp, serveStdio, toNodeHandler } from "@mcp-gen/runtime/node";
import { defineServer, toFetchHandler } from "@mcp-gen/runtime/server";

interface Shop {
  readonly open: boolean;
}
const definition = { name: "shop", version: "1", tools: [] };
const shop = defineServer<Shop>(definition);
const plain = defineServer(definition);
const app: Shop = { open: true };

export async function given(): Promise<void> {
  await serveStdio(shop, { app });
  await serveHttp(shop, { port: 0, app });
  toFetchHandler(shop, { app, pageSize: 5 });
  toNodeHandler(shop, { app });
  await connect(shop, { app, mode: "modern" });
}

export async function notNeeded(): Promise<void> {
  await serveStdio(plain);
  await serveHttp(plain, { port: 0 });
  toFetchHandler(plain);
  toNodeHandler(plain, {});
  await connect(plain);
  await connect(new URL("http://localhost/mcp"), { mode: "auto" });
}

export async function missing(): Promise<void> {
  // @ts-expect-error the state is missing
  await serveStdio(shop);
  // @ts-expect-error the state is missing
  await serveHttp(shop, { port: 0 });
  // @ts-expect-error the state is missing
  toFetchHandler(shop);
  // @ts-expect-error the state is another one
  toNodeHandler(shop, { app: { open: "yes" } });
  // @ts-expect-error the state is missing
  await connect(shop, { mode: "modern" });
}
