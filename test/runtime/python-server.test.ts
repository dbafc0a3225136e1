/**
 * What a Python server says on the wire, from transcripts of the real one (fixtures/wire/python): what our client says to it, and
 * what its user sees. With PYTHON set to an interpreter that has the package `mcp`, the real server answers and is recorded.
 */

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type Client,
  type ConnectOptions,
  type ConnectTarget,
  connect,
  type LogMessage,
  type Progress,
} from "@mcp-gen/runtime/client";
import { describe, expect, test } from "vitest";
import { text } from "./matrix.js";
import { readTranscript, type Step } from "./transcript.mjs";
import { type Played, playedOverHttp } from "./transcript-http.js";
import { wireSchema } from "./wire-schema.js";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const transcript = (name: string): string => file(`../../fixtures/wire/python/${name}.jsonl`);
const python = process.env.PYTHON;

type Way = "stdio" | "events" | "json";

interface Seen {
  readonly client: Client;
  readonly questions: unknown[];
  readonly heard: (LogMessage | Progress)[];
  /** What the user sees of a call: its result or its error. */
  outcome(work: Promise<unknown>): Promise<unknown>;
}

async function visiting(name: string, way: Way, options: ConnectOptions, visit: (seen: Seen) => Promise<void>): Promise<void> {
  let played: Played | undefined;
  let target: ConnectTarget;
  if (python !== undefined) {
    rmSync(transcript(name), { force: true });
    const server = file("../../fixtures/wire/python/record/server.py");
    target = {
      command: process.execPath,
      args: [file("../../fixtures/wire/python/record/tee.mjs"), transcript(name), python, server],
    };
  } else if (way === "stdio") target = { command: process.execPath, args: [file("transcript-stdio.mjs"), transcript(name)] };
  else {
    played = await playedOverHttp(transcript(name), way);
    target = played.url;
  }
  const heard: (LogMessage | Progress)[] = [];
  const faults: unknown[] = [];
  const client = await connect(target, {
    ...options,
    log: (message) => heard.push(message),
    onMessage: (message) => message.kind === "fault" && faults.push(message.reason),
  });
  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.catch(({ name: kind, code, message, data }) => ({ [kind]: code, message, ...(data !== undefined && { data }) }));
  try {
    await visit({ client, questions: [], heard, outcome });
  } finally {
    await client.close();
    await played?.close();
  }
  expect(faults).toEqual([]);
  expect(played?.faults ?? []).toEqual([]);
  expect(played?.rest() ?? []).toEqual([]);
}

const ways: readonly Way[] = python === undefined ? ["stdio", "events", "json"] : ["stdio"];
const eras = ["legacy", "modern"] as const;
const christmas = { date: "2025-12-25", party_size: 2 };
/** Only whole replies can be JSON: a legacy server with questions or notes has to stream. */
const waysOf = (isQuiet: boolean): Way[] => ways.filter((way) => way !== "json" || isQuiet);

describe.each(eras)("%s", (mode) => {
  const isModern = mode === "modern";
  const said = (words: string): object => ({ content: [{ type: "text", text: words }], structuredContent: { result: words } });

  test.each(ways)("lists, schemas and results, over %s", (way) =>
    visiting(`offers-${mode}`, way, { mode }, async ({ client, outcome }) => {
      expect([client.protocolVersion, client.serverInfo?.name, client.instructions]).toEqual([
        isModern ? "2026-07-28" : "2025-11-25",
        "Bistro",
        "Ask before you book.",
      ]);
      expect(client.serverCapabilities.tools).toEqual({ listChanged: isModern });
      const tools = await client.listTools();
      expect(tools).toHaveLength(13);
      const menu = tools.find(({ name }) => name === "menu");
      expect(menu?.inputSchema.properties).toEqual({
        course: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Course" },
      });
      // The server's word, unchanged: references stay references.
      expect(menu?.outputSchema).toMatchObject({
        properties: { dishes: { items: { $ref: "#/$defs/Dish" } } },
        $defs: { Dish: { properties: { note: { anyOf: [{ type: "string" }, { type: "null" }] } } } },
      });
      expect(tools.find(({ name }) => name === "book_table")?.inputSchema.properties).not.toHaveProperty("answer");
      const soup = { name: "Soup", price: 4.5, tags: ["hot"], note: null };
      expect((await client.callTool("menu", { course: "main" })).structuredContent).toEqual({
        dishes: [soup, { name: "Bread", price: 2, tags: [], note: "warm" }],
        by_course: { main: soup },
      });
      const prices = await client.callTool("prices", { limit: 2 });
      expect(prices.structuredContent).toEqual({ result: [4, 2] });
      expect(prices.content.map((block) => block.type === "text" && block.text)).toEqual(["4", "2"]);
      expect(await client.callTool("greet", { name: "Ann" })).toMatchObject({ content: [{ type: "text", text: "Hello, Ann!" }] });
      expect(await client.callTool("nothing")).toMatchObject({ content: [], structuredContent: { result: null } });

      const [prompt] = await client.listPrompts();
      expect(prompt).toMatchObject({
        name: "toast",
        arguments: [
          { name: "guest", required: true },
          { name: "tone", required: false },
        ],
      });
      expect((await client.getPrompt("toast", { guest: "Ann" })).messages).toEqual([
        { role: "user", content: { type: "text", text: "Raise a glass to Ann. Be warm." } },
      ]);
      expect((await client.listResources()).map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
        ["bistro://hours", "text/plain"],
        ["bistro://logo", "image/png"],
      ]);
      expect((await client.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate)).toEqual(["bistro://tables/{number}"]);
      const read = async (uri: string) => (await client.readResource(uri)).contents[0];
      expect(await read("bistro://hours")).toMatchObject({ text: "Tuesday to Sunday, 18:00 to 23:00", mimeType: "text/plain" });
      expect(await read("bistro://logo")).toMatchObject({ blob: "iVBORw==", mimeType: "image/png" });
      expect(await read("bistro://tables/7")).toMatchObject({ text: '{\n  "number": 7,\n  "seats": 4\n}' });
      await client.ping();
      expect(await outcome(client.readResource("bistro://none"))).toEqual({
        McpError: -32602,
        message: "Unknown resource: bistro://none",
        data: { uri: "bistro://none" },
      });
    }),
  );

  test.each(waysOf(isModern))("questions, over %s", (way) => {
    const questions: unknown[] = [];
    const options: ConnectOptions = {
      mode,
      elicitation: (params) => {
        questions.push(params);
        return params.mode === "url"
          ? { action: "accept" }
          : { action: "accept", content: { accept_alternative: true, date: "2025-12-27" } };
      },
      sampling: (params) => {
        questions.push(params);
        return { role: "assistant", content: { type: "text", text: "Superb." }, model: "test" };
      },
      roots: () => [{ uri: "file:///srv", name: "srv" }],
    };
    return visiting(`questions-${mode}`, way, options, async ({ client, outcome }) => {
      await client.listTools();
      expect(await client.callTool("book_table", christmas)).toMatchObject(said("Booked a table for 2 on 2025-12-27, anywhere."));
      expect(questions).toMatchObject([
        {
          mode: "form",
          message: "No tables for 2 on 2025-12-25. Would you like to try another date?",
          requestedSchema: {
            type: "object",
            properties: {
              accept_alternative: { type: "boolean", title: "Accept Alternative", description: "Try another date?" },
              date: { type: "string", default: "2025-12-26" },
              area: { type: "string", enum: ["inside", "terrace"] },
            },
            required: ["accept_alternative"],
          },
        },
      ]);
      expect(await client.callTool("book_table", { ...christmas, date: "2025-12-24" })).toMatchObject(
        said("Booked a table for 2 on 2025-12-24, anywhere."),
      );
      expect(questions).toHaveLength(1);
      expect(await client.callTool("praise", { dish: "soup" })).toMatchObject(said("Superb."));
      expect(questions[1]).toMatchObject({
        messages: [{ role: "user", content: { type: "text", text: "Praise soup in one sentence." } }],
        maxTokens: 60,
      });
      expect(await client.callTool("where")).toMatchObject(said("file:///srv"));
      // A question from inside the body: a modern Python server can't ask it.
      expect(await outcome(client.callTool("pay_deposit", { booking_id: "b1" }))).toMatchObject(
        isModern ? { McpError: -32600, message: expect.stringContaining("has no back-channel") } : said("accept"),
      );
      if (!isModern) {
        expect(questions[2]).toMatchObject({
          mode: "url",
          message: "A 20 EUR deposit confirms your booking.",
          url: "https://pay.example.com/deposit/b1",
          elicitationId: "deposit-b1",
        });
      }
    });
  });

  test.each(waysOf(isModern))("answers that are no, over %s", (way) => {
    const actions = ["decline", "cancel"] as const;
    let asked = 0;
    const elicitation: ConnectOptions["elicitation"] = () => ({ action: actions[asked++ % 2] ?? "cancel" });
    return visiting(`declined-${mode}`, way, { mode, elicitation }, async ({ client }) => {
      await client.listTools();
      expect(text(await client.callTool("book_table", christmas))).toBe("No booking made (decline).");
      expect(text(await client.callTool("book_table", christmas))).toBe("No booking made (cancel).");
      // Whoever wants the bare answer gets no body run, and an error result that has no structured content to be checked.
      const insisted = await client.callTool("insist", christmas);
      expect(insisted.isError).toBe(true);
      expect(text(insisted)).toContain("could not resolve: elicitation was decline");
      expect(insisted.structuredContent).toBeUndefined();
    });
  });

  test.each(waysOf(isModern))("refusals, over %s", (way) =>
    visiting(`refusals-${mode}`, way, { mode }, async ({ client, outcome }) => {
      const failed = async (name: string, args = {}): Promise<string> => {
        const result = await client.callTool(name, args);
        expect(result.isError).toBe(true);
        return text(result);
      };
      expect(await failed("none")).toBe("Unknown tool: none");
      expect(await failed("prices", { limit: 99 })).toContain("Input should be less than or equal to 10");
      expect(await failed("burn")).toBe("Error executing tool burn");
      expect(await outcome(client.callTool("refuse"))).toEqual({
        McpError: -32050,
        message: "closed on Mondays",
        data: { opens: "Tuesday" },
      });
      expect(await outcome(client.callTool("sign_in"))).toMatchObject({
        McpError: -32042,
        data: { elicitations: [{ mode: "url", url: "https://example.com/sign-in", elicitationId: "sign-in-1" }] },
      });
      // Nothing was declared, so that nothing is asked by resolvers; a body asks all the same and is refused.
      expect(await outcome(client.callTool("book_table", christmas))).toMatchObject({
        McpError: -32021,
        data: { requiredCapabilities: { elicitation: { form: {} } } },
      });
      expect(await outcome(client.callTool("where"))).toMatchObject({
        McpError: -32021,
        data: { requiredCapabilities: { roots: {} } },
      });
      expect(await outcome(client.callTool("pay_deposit", { booking_id: "b1" }))).toMatchObject(
        isModern ? { McpError: -32600 } : { McpError: -32601, message: "This client does not answer elicitation/create." },
      );
      expect(await outcome(client.getPrompt("none"))).toMatchObject({ McpError: isModern ? -32603 : 0 });
      if (!isModern)
        expect(await outcome(client.setLogLevel("debug"))).toMatchObject({ McpError: -32601, data: "logging/setLevel" });
    }),
  );

  test.each(waysOf(false))("log messages and progress, over %s", (way) =>
    visiting(`telling-${mode}`, way, { mode, logLevel: "info" }, async ({ client, heard }) => {
      await client.listTools();
      const result = await client.callTool("cook", { dishes: 2 }, { onProgress: (progress) => heard.push(progress) });
      expect(result).toMatchObject(said("cooked"));
      expect(heard).toEqual([
        { progress: 1, total: 2, message: "dish 1" },
        { level: "info", data: "dish 1 is done" },
        { progress: 2, total: 2, message: "dish 2" },
        { level: "info", data: "dish 2 is done" },
        ...(isModern ? [] : [{ level: "debug", data: { pan: "hot" } }]), // older connections filter nothing
      ]);
    }),
  );
});

test("the transcripts keep to the protocol", () => {
  for (const mode of eras) {
    const schema = wireSchema(mode === "modern" ? "2026-07-28" : "2025-11-25");
    for (const name of ["offers", "questions", "declined", "refusals", "telling"]) {
      const methods = new Map<unknown, string>();
      const faults = readTranscript(transcript(`${name}-${mode}`)).flatMap(({ client, server }: Step) => {
        if (client?.method !== undefined) methods.set(client.id, client.method);
        return server === undefined ? [] : schema.faults(server, methods.get(server.id));
      });
      expect(faults, `${name}-${mode}`).toEqual([]);
    }
  }
});
