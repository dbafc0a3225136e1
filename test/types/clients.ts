/** What compiles with a client for a server that mcp-gen never built. Compiled, never run. */

import { ResultError, ToolError } from "@mcp-gen/runtime/client";
import { server as names } from "../../fixtures/clients/names/expected/client.js";
import { offersMore } from "../../fixtures/clients/offers/expected/client.js";
import { server as unions } from "../../fixtures/clients/unions/expected/client.js";

const url = new URL("http://127.0.0.1:1/mcp");

export async function questions(): Promise<void> {
  await names.connect(url, {});
  await names.connect(url, { questions: { fallback: () => ({ action: "decline" }) }, mode: "legacy" });
  // @ts-expect-error an answer that is none
  await names.connect(url, { questions: { fallback: () => ({ action: "maybe" }) } });
}

export async function methods(): Promise<number | string> {
  const client = await names.connect(url, {});
  await client.getUserById({ "user-id": "a", default: 1 });
  // @ts-expect-error a required argument is missing
  await client.getUserById({ default: 1 });
  // @ts-expect-error no such argument
  await client.getUserById({ "user-id": "a", other: 1 });
  // @ts-expect-error no such method
  await client.getUserByID({ "user-id": "a" });
  const { shape, numberResult } = await unions.connect(url, {});
  await shape({ kind: "circle", r: 1 });
  // @ts-expect-error what belongs to another kind
  await shape({ kind: "circle", side: 1 });
  try {
    const result = await shape({ kind: "square", side: 2 });
    // @ts-expect-error not every result has it
    void result.area;
    return result.ok ? result.area : result.why;
  } catch (error) {
    if (error instanceof ToolError || error instanceof ResultError) return error.result.content.length;
    return numberResult();
  }
}

export async function offers(): Promise<void> {
  const { prompts, resources } = await offersMore.connect(url, {});
  await prompts.planTrip({ city: "Rome" });
  // @ts-expect-error arguments of prompts are text
  await prompts.planTrip({ city: 5 });
  await resources.order({ id: "1", lang: "en" });
  // @ts-expect-error a variable of the path is missing
  await resources.order({ lang: "en" });
  await resources.exploded("shop://list/a/b");
}
