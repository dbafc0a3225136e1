/** A Python client visits our server: what it really said (fixtures/wire/python) gets the answers that it got then. */

import { fileURLToPath } from "node:url";
import type { Server } from "@mcp-gen/runtime/server";
import { expect, test } from "vitest";
import { channelPair } from "../../runtime/dist/transports/memory.js";
import { served } from "../../runtime/dist/transports/served.js";
import { Player, readTranscript } from "./transcript.mjs";

test.each(["legacy", "modern"])("%s", async (era) => {
  const { server } = (await import("../../fixtures/projects/bistro/src/mcp/server.js")) as { server: Server };
  const path = fileURLToPath(new URL(`../../fixtures/wire/python/client-${era}.jsonl`, import.meta.url));
  const player = new Player(readTranscript(path), "client");
  const [ours, theirs] = channelPair();
  server[served](theirs, {});
  const say = (): void => {
    for (const message of player.next()) ours.send(JSON.stringify(message));
  };
  await new Promise<void>((resolve, reject) => {
    ours.open(
      (text) => {
        try {
          player.hear(JSON.parse(text));
          say();
        } catch (thrown) {
          reject(thrown);
        }
        if (player.rest.length === 0) resolve();
      },
      (reason) => reject(new Error(reason)),
    );
    say();
  });
  expect(player.rest).toEqual([]);
  await ours.close();
});
