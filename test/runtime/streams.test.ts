/** Streams of legacy sessions: the one for what belongs to no request, ids, coming back, letting go (specification 2025-11-25: transports). */

import { serveHttp } from "@mcp-gen/runtime/node";
import { type EventStore, type HttpOptions, memoryEvents, type StreamEvent } from "@mcp-gen/runtime/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { handshake, send } from "./raw-http.js";
import { openStream, type RawStream } from "./raw-stream.js";
import { call, streamServer, told } from "./stream-tools.js";

let { server, gates } = streamServer();
beforeEach(() => {
  ({ server, gates } = streamServer());
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const logged: string[] = [];
const log = { warn: (line: string) => void logged.push(line), error: (line: string) => void logged.push(line) };

async function open(options: HttpOptions = {}, version = "2025-11-25") {
  const serving = await serveHttp(server, { port: 0, log, ...options });
  closing.push(() => serving.close());
  const session = await handshake(serving.url, { elicitation: {} }, version);
  const track = async (stream: Promise<RawStream>): Promise<RawStream> => {
    closing.push((await stream).abort);
    return stream;
  };
  return {
    url: serving.url,
    session,
    close: () => serving.close(),
    post: (body: unknown, headers = {}) => track(openStream(serving.url, body, { ...session, ...headers })),
    get: (lastEventId?: string, headers = {}) =>
      track(openStream(serving.url, undefined, { ...session, "last-event-id": lastEventId, ...headers }, "GET")),
    send: (body: unknown, method = "POST") => send(serving.url, body, session, method),
  };
}

const changed = (list: string) => ({ jsonrpc: "2.0", method: `notifications/${list}/list_changed`, params: {} });
const progress = (step: number) => expect.objectContaining({ params: { progressToken: "p", progress: step, total: 3 } });
const result = (id: number | string, text: string) => ({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } });

describe("the stream for what belongs to no request", () => {
  test("begins with an id and how long to wait; what follows has ids of its own", async () => {
    const { get } = await open();
    const stream = await get();
    expect([stream.status, stream.headers["content-type"]]).toEqual([200, "text/event-stream"]);
    expect([stream.headers["x-accel-buffering"], stream.headers["cache-control"]]).toEqual(["no", "no-cache, no-transform"]);
    const first = await stream.next(() => true);
    expect(first).toEqual({ id: expect.stringMatching(/^[\x21-\x7e]+$/), retry: "1000", data: "" });
    server.listChanged("tools");
    server.listChanged("tools");
    const [one, two] = [await stream.next(), await stream.next()];
    expect([one.json, two.json]).toEqual([changed("tools"), changed("tools")]);
    expect(new Set([first.id, one.id, two.id]).size).toBe(3);
  });

  test.each(["2024-11-05", "2025-03-26", "2025-06-18"])(
    "begins with nothing for %s, which knows no event without data",
    async (v) => {
      const { get } = await open({}, v);
      const stream = await get();
      server.listChanged("tools");
      const first = await stream.next(() => true);
      expect(first.json).toEqual(changed("tools"));
      expect([typeof first.id, first.retry]).toEqual(["string", undefined]);
    },
  );

  test("there is one: a newer takes its place, and each message goes to one alone", async () => {
    const { get } = await open();
    const older = await get();
    await older.next(() => true);
    const newer = await get();
    await newer.next(() => true);
    await older.ended;
    server.listChanged("tools");
    await newer.next();
    expect([older.messages, newer.messages]).toEqual([[], [changed("tools")]]);
  });

  test("goes on after the last event that came: what was missed, nothing twice, nothing of other streams", async () => {
    const { get, post } = await open();
    const before = await get();
    server.listChanged("tools");
    const { id } = await before.next();
    before.abort();
    await expect.poll(() => gates.has("never")).toBe(false);
    gates.open("step 1");
    gates.open("step 2");
    gates.open("step 3");
    await (await post(call(1, "steps", told))).ended;
    server.listChanged("tools");
    server.listChanged("tools");
    const after = await get(id);
    server.listChanged("tools");
    for (let left = 3; left > 0; left -= 1) await after.next();
    expect(after.messages).toEqual([changed("tools"), changed("tools"), changed("tools")]);
  });

  test("a client that takes no event streams is told so", async () => {
    const { get } = await open();
    expect((await get(undefined, { accept: "application/json" })).status).toBe(406);
  });

  test("the end of the session, or of the server, ends it", async () => {
    const one = await open();
    const [standing, other] = [await one.get(), await one.post(call(1, "waits"))].map((each) => each as RawStream);
    void other;
    expect((await one.send("", "DELETE")).status).toBe(200);
    await standing?.ended;
    const two = await open();
    const last = await two.get();
    await two.close();
    await last.ended;
  });
});

describe("a call whose connection is lost", () => {
  test("is not cancelled; the client gets the rest when it comes back, and nothing twice", async () => {
    const { post, get } = await open();
    const lost = await post(call(7, "steps", told));
    const { id, json } = await lost.next();
    expect(json).toEqual(progress(1));
    lost.abort();
    gates.open("step 1");
    await expect.poll(() => gates.has("step 2")).toBe(true);
    const back = await get(id);
    expect((await back.next()).json).toEqual(progress(2));
    gates.open("step 2");
    expect((await back.next()).json).toEqual(progress(3));
    gates.open("step 3");
    expect((await back.next()).json).toEqual(result(7, "walked"));
    await back.ended;
    expect(back.messages).toHaveLength(3);
    expect(gates.aborted).toEqual([]);
  });

  test("that is over by then: all that was missed, and the end; more than once if need be", async () => {
    const { post, get } = await open();
    const lost = await post(call(8, "steps", told));
    const first = await lost.next(() => true);
    expect(first).toMatchObject({ data: "", retry: "1000" });
    await lost.next();
    lost.abort();
    for (const step of [1, 2, 3]) gates.open(`step ${step}`);
    for (let turn = 0; turn < 2; turn += 1) {
      await expect
        .poll(async () => {
          const back = await get(first.id);
          await back.ended;
          return back.messages;
        })
        .toEqual([progress(1), progress(2), progress(3), result(8, "walked")]);
    }
  });

  test("and that it comes back for twice: the newer connection carries on", async () => {
    const { post, get } = await open();
    const lost = await post(call(9, "steps", told));
    const { id } = await lost.next();
    const one = await get(id);
    await lost.ended; // the server lets go of what the client has given up
    const two = await get(id);
    await one.ended;
    gates.open("step 1");
    expect((await two.next()).json).toEqual(progress(2));
    expect(one.messages).toEqual([]);
  });

  test("before anything was sent on it leaves no way back", async () => {
    const { post, get } = await open();
    const lost = post(call(1, "waits")).catch(() => "lost");
    await expect.poll(() => gates.has("waits")).toBe(true);
    closing.push(() => gates.open("waits"));
    void lost;
    for (const id of ["1.0", "0.0", "2.1", "nonsense", "1.99999999999999999999", "-1.0", "1.-1", ""]) {
      const refused = await get(id);
      await refused.ended;
      expect([refused.status, (await refused.next()).json.error.code]).toEqual([400, -32600]);
    }
  });

  test("an event id of another session means nothing", async () => {
    const one = await open();
    const stream = await one.get();
    const { id } = await stream.next(() => true);
    const other = await handshake(one.url);
    const reply = await send(one.url, "", { ...other, "last-event-id": id }, "GET");
    expect(reply.status).toBe(400);
  });
});

describe("a client that would rather have streams", () => {
  test.each(["text/event-stream, application/json", "application/json;q=0.5, text/event-stream", "text/event-stream, */*;q=0.1"])(
    "Accept %s: every result is on one, and can be come back for",
    async (accept) => {
      const { post, get } = await open();
      const stream = await post(call(1, "hi"), { accept });
      await stream.ended;
      expect(stream.headers["content-type"]).toBe("text/event-stream");
      expect(stream.events).toEqual([
        { id: expect.any(String), retry: "1000", data: "" },
        expect.objectContaining({ json: result(1, "hi") }),
      ]);
      const back = await get(stream.events[0]?.id);
      await back.ended;
      expect(back.messages).toEqual([result(1, "hi")]);
    },
  );

  test.each(["application/json, text/event-stream", "text/event-stream;q=0.5, application/json", "*/*"])(
    "Accept %s: plain JSON",
    async (accept) => {
      const { post } = await open();
      expect((await post(call(1, "hi"), { accept })).headers["content-type"]).toBe("application/json");
    },
  );
});

describe("a call that lets go of its connection", () => {
  test("ends it after an event that has an id and no data; the result waits for the client to come back", async () => {
    const { post, get } = await open({ retryMs: 250 });
    const polled = await post(call(3, "lets_go"));
    await polled.ended;
    expect(polled.events).toEqual([{ id: expect.any(String), retry: "250", data: "" }]);
    const back = await get(polled.events[0]?.id);
    gates.open("lets_go");
    expect((await back.next()).json).toEqual(result(3, "back again"));
    await back.ended;
  });

  test("also when the result is there first", async () => {
    const { post, get } = await open();
    const polled = await post(call(4, "lets_go"));
    await polled.ended;
    gates.open("lets_go");
    const back = await get(polled.events[0]?.id);
    expect((await back.next()).json).toEqual(result(4, "back again"));
  });

  test("can still ask: the question is on the stream that the client comes back to", async () => {
    const one = await open();
    const polled = await one.post(call(5, "asks_later"));
    await polled.ended;
    gates.open("asks_later");
    const back = await one.get(polled.events[0]?.id);
    const question = (await back.next()).json;
    expect(question).toMatchObject({ method: "elicitation/create", params: { message: "Still there?" } });
    await one.send({ jsonrpc: "2.0", id: question.id, result: { action: "decline" } });
    expect((await back.next()).json).toEqual(result(5, "decline"));
  });

  test.each(["2025-03-26", "2025-06-18"])("does not for %s, which has no such way", async (version) => {
    const { post } = await open({}, version);
    const kept = await Promise.race([
      post(call(6, "lets_go")),
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 100)),
    ]);
    expect(kept).toBeUndefined(); // neither headers nor an end
    gates.open("lets_go");
  });

  test("does not for a client that takes JSON alone", async () => {
    const { url, session } = await open();
    gates.open("lets_go");
    const reply = await send(url, call(6, "lets_go"), { ...session, accept: "application/json" });
    expect(reply.json).toEqual(result(6, "back again"));
  });
});

describe("where events are kept", () => {
  test("a store of one's own, which takes its time, gets them in order; a client that comes back gets them all", async () => {
    const kept = new Map<string, StreamEvent[]>();
    const forgotten: string[] = [];
    const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    const store: EventStore = {
      append: async (stream, event) => {
        await later(20);
        kept.set(stream, [...(kept.get(stream) ?? []), event]);
      },
      replay: async (stream, after) => {
        const found = (kept.get(stream) ?? []).filter(({ seq }) => seq > after);
        await later(40); // more comes meanwhile
        return found;
      },
      forget: (stream) => void forgotten.push(stream),
    };
    const { get, send: request } = await open({ events: store });
    const before = await get();
    const { id } = await before.next(() => true);
    before.abort();
    server.listChanged("tools");
    server.listChanged("tools");
    const resuming = get(id);
    await later(30);
    server.listChanged("tools");
    const back = await resuming;
    server.listChanged("tools");
    for (let left = 4; left > 0; left -= 1) await back.next();
    expect(back.messages).toHaveLength(4);
    const numbers = back.events.map((event) => Number(event.id?.split(".")[1]));
    expect(numbers).toEqual([1, 2, 3, 4]);
    await request("", "DELETE");
    expect(forgotten).toEqual([...kept.keys()]);
  });

  test("a store that fails is told to the operator, and costs nobody anything but the way back", async () => {
    const broken: EventStore = {
      append: () => Promise.reject(new Error("disk full")),
      replay: () => {
        throw new Error("disk gone");
      },
    };
    const { get } = await open({ events: broken });
    const stream = await get();
    server.listChanged("tools");
    const { id } = await stream.next();
    server.listChanged("tools");
    await stream.next();
    expect((await get(id)).status).toBe(400);
    expect(logged).toContain("the event store failed");
  });

  test("a gap is refused, not passed over", async () => {
    const { get } = await open({ events: memoryEvents({ maxEvents: 2 }) });
    const stream = await get();
    const { id } = await stream.next(() => true);
    const ids: (string | undefined)[] = [];
    for (let left = 3; left > 0; left -= 1) {
      server.listChanged("tools");
      ids.push((await stream.next()).id);
    }
    stream.abort();
    expect((await get(id)).status).toBe(400);
    const back = await get(ids[0]);
    await back.next();
    await back.next();
    expect(back.messages).toHaveLength(2);
  });

  test("memory is bounded by number, length and age; what is forgotten is gone", () => {
    let now = 1_000;
    const store = memoryEvents({ maxEvents: 4, maxCharacters: 100, maxAgeMs: 50, now: () => now });
    const seqs = (stream: string, after = 0): number[] =>
      (store.replay(stream, after) as readonly StreamEvent[]).map(({ seq }) => seq);
    for (let seq = 1; seq <= 3; seq += 1) {
      store.append("a", { seq, data: "x" });
      store.append("b", { seq, data: "x" });
    }
    expect([seqs("a"), seqs("b"), seqs("a", 2), seqs("c")]).toEqual([[2, 3], [2, 3], [3], []]);
    store.append("a", { seq: 4, data: "x".repeat(99) });
    expect([seqs("a"), seqs("b")]).toEqual([[4], [3]]);
    store.append("a", { seq: 5, data: "x".repeat(101) });
    expect([seqs("a"), seqs("b")]).toEqual([[], []]);
    store.append("b", { seq: 4, data: "x" });
    now += 49;
    expect(seqs("b")).toEqual([4]);
    now += 1;
    expect(seqs("b")).toEqual([]);
    store.append("a", { seq: 6, data: "x" });
    store.forget?.("a");
    expect(seqs("a")).toEqual([]);
  });
});
