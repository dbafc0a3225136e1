/** The official SDK's first generation as a client: it speaks the legacy era only. */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
  isInitializeRequest,
} from "@modelcontextprotocol/sdk/types.js";
import {
  type Answer,
  answerer,
  capabilitiesOf,
  type Driver,
  ended,
  failed,
  type Profile,
  type Question,
  type Target,
} from "./driver.js";

/** @param version - the revision that the handshake offers, when it is not the newest. */
export async function connectV1(target: Target, profile: Profile, version?: string): Promise<Driver> {
  const answers: Answer[] = [];
  const asked: Question[] = [];
  const completed: string[] = [];
  const client = new Client({ name: "interop-v1", version: "1.0.0" }, { capabilities: capabilitiesOf[profile] });
  const answer = answerer(answers, asked);
  if (profile !== "none") client.setRequestHandler(ElicitRequestSchema, (request) => ({ ...answer(request.params as Question) }));
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, (notice) => {
    completed.push(notice.params.elicitationId);
  });
  const transport = (
    "url" in target
      ? new StreamableHTTPClientTransport(new URL(target.url))
      : new StdioClientTransport({ command: target.command, args: [...target.args] })
  ) as Transport;
  let negotiated: string | undefined;
  const { setProtocolVersion } = transport;
  transport.setProtocolVersion = (spoken) => {
    negotiated = spoken;
    setProtocolVersion?.call(transport, spoken);
  };
  if (version !== undefined) offer(transport, version);
  await client.connect(transport);
  return {
    get protocolVersion() {
      return negotiated;
    },
    answers,
    asked,
    completed,
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => {
      try {
        return ended(await client.callTool({ name, arguments: { ...args } }));
      } catch (thrown) {
        return failed(thrown);
      }
    },
    close: async () => {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
  };
}

/** This SDK always offers its newest revision; an older client differs in this one word. */
function offer(transport: Transport, protocolVersion: string): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) =>
    send(isInitializeRequest(message) ? { ...message, params: { ...message.params, protocolVersion } } : message, options);
}
