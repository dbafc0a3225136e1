/** A server over HTTP that says what a transcript says, framed as the Python SDK frames it. */

import { type Exchange, type Scripted, scripted } from "./scripted.js";
import { Player, readTranscript } from "./transcript.mjs";

export interface Played extends Scripted {
  /** What nobody said, and what was said instead. */
  readonly faults: string[];
  readonly rest: () => readonly unknown[];
}

/** The status that goes with an error on 2026-07-28; older connections answer requests with 200 alone. */
const statuses: Readonly<Record<number, number>> = { [-32600]: 400, [-32602]: 400, [-32021]: 400, [-32601]: 404 };
const session = "3f2b8c1de09a4c52b7a1f6d0c9e84b17";

type Stream = ReturnType<Exchange["stream"]>;

/** @param replies - whether a reply that nothing comes before is JSON, or an event like everything else. */
export async function playedOverHttp(path: string, replies: "json" | "events"): Promise<Played> {
  const player = new Player(readTranscript(path), "server");
  const isModern = path.includes("modern");
  const faults: string[] = [];
  /** The open streams of requests, by the id of the request; the standing stream is under "standing". */
  const streams = new Map<unknown, Stream>();
  const frame = (message: object): string => `event: message\r\ndata: ${JSON.stringify(message)}\r\n\r\n`;

  function answer(exchange: Exchange, messages: { id?: unknown; method?: string; error?: { code: number } }[]): void {
    const { body } = exchange;
    const headers: Record<string, string> = isModern ? {} : { "mcp-session-id": session };
    const [first] = messages;
    const isWhole = messages.length === 1 && first?.method === undefined && first?.id === body.id;
    if (isWhole && (replies === "json" || (isModern && first?.error !== undefined))) {
      const status = isModern ? (statuses[first?.error?.code ?? 0] ?? 200) : 200;
      return exchange.send(status, JSON.stringify(first), { "content-type": "application/json", ...headers });
    }
    streams.set(body.id, exchange.stream(headers));
    say(messages);
  }

  /** Replies end their request's stream; everything else goes along with the request that is open. */
  function say(messages: { id?: unknown; method?: string }[]): void {
    for (const message of messages) {
      const isReply = message.method === undefined;
      const alone = message.method === "notifications/elicitation/complete" ? streams.get("standing") : undefined;
      const stream = isReply ? streams.get(message.id) : (alone ?? [...streams].findLast(([key]) => key !== "standing")?.[1]);
      stream?.raw(frame(message));
      if (!isReply) continue;
      stream?.end();
      streams.delete(message.id);
    }
  }

  const server = await scripted((exchange) => {
    const { verb, body } = exchange;
    if (verb === "DELETE") return exchange.send(200);
    if (verb === "GET")
      return isModern ? exchange.send(405) : void streams.set("standing", exchange.stream({ "mcp-session-id": session }));
    try {
      player.hear(body);
    } catch (thrown) {
      faults.push(String(thrown));
      return exchange.send(500, String(thrown));
    }
    const messages = player.next();
    if (body.method !== undefined && body.id !== undefined) return answer(exchange, messages);
    exchange.send(202);
    say(messages);
  });
  return { ...server, faults, rest: () => player.rest };
}
