/** Clients of the offers in one cell, closed after each test: closing fails when the server did not keep to its schema. */

import { afterEach } from "vitest";
import type { Cell } from "./matrix.js";
import { WireClient, type WireOptions } from "./wire-client.js";

export const legacyRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

/** Answers a form of the offers. */
export const kit = { action: "accept", content: { handle: "kit" } };

export function opener(): (cell: Cell, options?: WireOptions) => Promise<WireClient> {
  const open: WireClient[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });
  return async (cell, options) => {
    const client = await WireClient.open(cell, options);
    open.push(client);
    return client;
  };
}

/** Plays a request that asks for initials to its end, whatever the era. */
export async function answered(client: WireClient, method: string, params: object): Promise<WireReply> {
  const first = await client.request(method, params);
  if (first.result?.resultType !== "input_required") return first as WireReply;
  const { requestState, inputRequests } = first.result;
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, kit]));
  return (await client.request(method, { ...params, inputResponses, requestState })) as WireReply;
}

export type WireReply = Awaited<ReturnType<WireClient["request"]>>;

/** A caller that holds no scope: over HTTP nobody in particular, elsewhere somebody by name. */
export const withoutScopes = ({ transport }: Pick<Cell, "transport">): WireOptions =>
  transport === "http" ? {} : { serving: { auth: { principal: "eve" } } };
