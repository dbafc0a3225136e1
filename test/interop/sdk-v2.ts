/** The official SDK's second generation as a client: it speaks both eras. */

import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
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

export interface V2Options {
  readonly negotiation: VersionNegotiationMode;
  /** The legacy revision that the handshake offers, when it is not the newest. */
  readonly version?: string;
}

/** The SDK probes a stdio server through a process of its own, which it ends again; for other transports it does so in place. */
class ProbesInPlace extends StdioClientTransport {}

export async function connectV2(target: Target, profile: Profile, { negotiation, version }: V2Options): Promise<Driver> {
  const answers: Answer[] = [];
  const asked: Question[] = [];
  const completed: string[] = [];
  const client = new Client(
    { name: "interop-v2", version: "1.0.0" },
    {
      capabilities: capabilitiesOf[profile],
      versionNegotiation: { mode: negotiation },
      ...(version !== undefined && { supportedProtocolVersions: [version] }),
    },
  );
  const answer = answerer(answers, asked);
  if (profile !== "none")
    client.setRequestHandler("elicitation/create", async (request) => ({ ...answer(request.params as Question) }));
  client.setNotificationHandler("notifications/elicitation/complete", (notice) => {
    completed.push(notice.params.elicitationId);
  });
  const transport =
    "url" in target
      ? new StreamableHTTPClientTransport(new URL(target.url))
      : new (typeof negotiation === "string" ? StdioClientTransport : ProbesInPlace)({
          command: target.command,
          args: [...target.args],
        });
  await client.connect(transport);
  return {
    protocolVersion: client.getNegotiatedProtocolVersion(),
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
    close: () => client.close(),
  };
}
