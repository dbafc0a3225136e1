/** Our client, in the dress of the other drivers. */

import { type Client, connect, type Mode } from "@mcp-gen/runtime/client";
import { type Answer, answerer, type Driver, ended, failed, type Profile, type Question, type Target } from "./driver.js";

export interface OurDriver extends Driver {
  readonly client: Client;
}

export async function connectOurs(target: Target, profile: Profile, mode: Mode): Promise<OurDriver> {
  const answers: Answer[] = [];
  const asked: Question[] = [];
  const answer = answerer(answers, asked);
  const client = await connect("url" in target ? new URL(target.url) : target, {
    mode,
    timeoutMs: 5_000,
    ...(profile !== "none" && { elicitation: (params) => answer(params) }),
    ...(profile === "forms" && { elicitationModes: ["form"] as const }),
  });
  return {
    client,
    protocolVersion: client.protocolVersion,
    answers,
    asked,
    completed: [],
    listTools: () => client.listTools(),
    call: async (name, args) => {
      try {
        return ended({ ...(await client.callTool(name, args)) });
      } catch (thrown) {
        return failed(thrown);
      }
    },
    close: () => client.close(),
  };
}
