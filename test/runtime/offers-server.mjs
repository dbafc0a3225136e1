/** A server with everything that one can offer, written by hand and in JavaScript, so that a child process can serve it as well. */

import { elicit, inputRequired, McpError, ResourceNotFound } from "@mcp-gen/runtime";
import {
  defineForm,
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  promptResult,
  rawResult,
  resourceResult,
  structuredResult,
  textResult,
} from "@mcp-gen/runtime/generated/v1";

const initials = defineForm({
  model: "Initials",
  requestedSchema: { type: "object", properties: { handle: { type: "string" } }, required: ["handle"] },
  check: ({ handle }, problems) => {
    if (typeof handle !== "string") problems.expected("handle", "a string", handle);
  },
});

const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const icons = [{ src: "https://example.com/icon.png", mimeType: "image/png", sizes: ["48x48"], theme: "dark" }];
const _meta = { "com.example/rank": 1 };
const annotations = { audience: ["user"], priority: 0.5, lastModified: "2026-01-12T15:00:58Z" };
const blocks = [
  { type: "text", text: "words", annotations, _meta },
  { type: "image", data: "aGk=", mimeType: "image/png" },
  { type: "audio", data: "aGk=", mimeType: "audio/wav" },
  { type: "resource", resource: { uri: "note://one", mimeType: "text/plain", text: "one", _meta } },
  { type: "resource_link", uri: "note://one", name: "one", title: "One", icons, annotations },
];
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const unbalanced = {
  messages: [
    { role: "assistant", content: { type: "tool_use", id: "use-1", name: "weigh", input: {} } },
    { role: "user", content: { type: "text", text: "go on" } },
  ],
  maxTokens: 10,
};

export function makeServer() {
  const world = { aborted: [], started: 0 };
  const untilAborted = async (call, name) => {
    const { signal } = call.context({});
    world.started += 1;
    await new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener("abort", resolve)));
    world.aborted.push(name);
  };

  const tool = (name, handle, more = {}) =>
    defineTool({ name, description: `The tool ${name}.`, inputSchema: { type: "object" }, handle, ...more });
  const tools = [
    tool("plain", async () => textResult("plain"), {
      title: "Plain",
      icons,
      _meta,
      annotations: { title: "Plain", readOnlyHint: true },
      inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: {} },
    }),
    tool("numbers", async () => structuredResult([1, 2]), { outputSchema: { type: "array", items: { type: "integer" } } }),
    tool("raw_list", async () => rawResult({ content: [], structuredContent: [1, 2], _meta: { "com.example/trace": "t-1" } })),
    tool("around", async (call) => {
      const { meta, requestId, headers, auth, app, clientCapabilities, protocolVersion, era } = call.context({});
      const header = headers?.get("X-Test") ?? null;
      const isHttp = headers !== undefined;
      return textResult(JSON.stringify({ meta, requestId, isHttp, header, auth, app, clientCapabilities, protocolVersion, era }));
    }),
    tool("log_all", async (call) => {
      const ctx = call.context({});
      for (const level of levels) ctx.log(level, { of: level }, level === "error" ? "desk" : undefined);
      const circle = {};
      circle.self = circle;
      ctx.log("emergency", circle);
      return textResult("logged");
    }),
    tool("chatter", async (call) => {
      const ctx = call.context({});
      ctx.log("debug", "d");
      ctx.log("notice", "n");
      ctx.log("critical", "c");
      ctx.progress(2, 5, "two");
      ctx.progress(5, 5);
      return textResult("chatted");
    }),
    tool("log_wrongly", async (call) => {
      call.context({}).log("loud", "x");
      return textResult("logged");
    }),
    tool("log_late", async (call) => {
      const ctx = call.context({});
      setTimeout(() => {
        ctx.log("emergency", "late");
        ctx.progress(99);
      }, 20);
      return textResult("early");
    }),
    tool("steps", async (call) => {
      const ctx = call.context({});
      for (const done of [1, 2, 2, 1, Number.NaN, 3]) ctx.progress(done, 3, `step ${done}`);
      ctx.progress(3.5);
      return textResult("stepped");
    }),
    tool("slow_steps", async (call) => {
      const ctx = call.context({});
      for (const done of [1, 2, 3]) {
        ctx.progress(done, 3);
        await sleep(20);
      }
      return textResult("stepped");
    }),
    tool("steps_around_a_question", async (call) => {
      const ctx = call.context({ who: initials });
      ctx.progress(1);
      ctx.log("error", "before");
      const who = await ctx.elicit("who", "Who?");
      ctx.progress(2);
      ctx.log("error", "after");
      return textResult(who.action);
    }),
    tool("wait", async (call) => {
      await untilAborted(call, "tool");
      const ctx = call.context({});
      ctx.log("emergency", "after the end");
      ctx.progress(50);
      return textResult("waited");
    }),
    tool("report", async () => textResult(JSON.stringify(world))),
    tool("availability", async (call) => {
      const { list, key, available } = call.read((input) => input);
      server.setAvailable(list, key, available);
      return textResult("done");
    }),
    tool("touch", async (call) => {
      call.context({}).resourceUpdated(call.read((input) => input).uri);
      return textResult("touched");
    }),
    tool("announce", async (call) => {
      call.context({}).listChanged(call.read((input) => input).list);
      return textResult("announced");
    }),
    tool("blocks", async () => rawResult({ content: blocks })),
    tool("sample_unbalanced", async (call) => {
      await call.context({}).sample(unbalanced);
      return textResult("sampled");
    }),
    tool("sample_unbalanced_by_hand", async (call) =>
      call.anotherOr(inputRequired({ inputRequests: { line: { mode: "sample", params: unbalanced } } }), textResult),
    ),
    tool("guarded", async () => textResult("secret"), { scopes: ["vault"] }),
  ];

  const argument = (name, required) => ({ name, title: `The ${name}`, description: `A ${name}.`, required });
  const prompt = (name, handle, more = {}) =>
    definePrompt({ name, description: `The prompt ${name}.`, arguments: [], handle, ...more });
  const whoAsks = async (call) => {
    const who = call.value("who", initials, () => elicit("Who?"));
    await call.ready();
    return (await who).handle;
  };
  const whoByHand = (call, write) => {
    const { inputResponses, requestState } = call.context({});
    if (inputResponses !== undefined) {
      const { handle } = inputResponses.who.content;
      return call.anotherOr(`${handle} after ${requestState}`, write);
    }
    const who = { mode: "form", message: "Who?", requestedSchema: initials.requestedSchema };
    return call.anotherOr(inputRequired({ inputRequests: { who }, requestState: "one" }), write);
  };
  const prompts = [
    prompt(
      "greet",
      async (call) => {
        const { name, tone = "kind" } = call.read((input) => input);
        return promptResult(`Greet ${name} in a ${tone} tone.`);
      },
      {
        title: "Greet",
        icons,
        _meta,
        arguments: [argument("name", true), argument("tone", false), argument("free", false)],
        complete: {
          tone: ["kind", "Keen", "curt"],
          name: async (typed, settled) => Array.from({ length: 250 }, (_, index) => `${typed}${settled.tone ?? "none"}${index}`),
        },
      },
    ),
    prompt("scene", async () => promptResult(blocks)),
    prompt("whole", async () =>
      promptResult({ description: "of its own", messages: [{ role: "assistant", content: blocks[0] }], _meta }),
    ),
    prompt("ask", async (call) => promptResult(`for ${await whoAsks(call)}`)),
    prompt("hold", async (call) => {
      const who = await call.context({ who: initials }).elicit("who", "Who?");
      return promptResult(`held for ${who.data?.handle}`);
    }),
    prompt("by_hand", async (call) => whoByHand(call, promptResult)),
    prompt("broken", async () => {
      throw new Error("the press is jammed");
    }),
    prompt("refuses", async () => {
      throw new McpError(-31000, "closed", { until: 9 });
    }),
    prompt("wait", async (call) => {
      await untilAborted(call, "prompt");
      return promptResult("waited");
    }),
    prompt("guarded", async () => promptResult("secret"), { scopes: ["vault"], arguments: [argument("code", false)] }),
  ];

  const resource = (uri, name, handle, more = {}) =>
    defineResource({ uri, name, description: `The resource ${name}.`, handle, ...more });
  const resources = [
    resource("note://one", "one", async (call) => resourceResult(call.target, "first", "text/markdown"), {
      title: "One",
      icons,
      _meta,
      annotations,
      mimeType: "text/markdown",
      size: 5,
    }),
    resource("note://bytes", "bytes", async (call) => resourceResult(call.target, new Uint8Array([104, 105]))),
    resource("note://many", "many", async (call) =>
      resourceResult(call.target, [
        { uri: "note://many/1", text: "1", _meta },
        { uri: "note://many/2", blob: "aGk=", mimeType: "image/png" },
      ]),
    ),
    resource("note://ask", "ask", async (call) => resourceResult(call.target, `for ${await whoAsks(call)}`)),
    resource("note://hold", "hold", async (call) => {
      const who = await call.context({ who: initials }).elicit("who", "Who?");
      return resourceResult(call.target, `held for ${who.data?.handle}`);
    }),
    resource("note://by_hand", "by_hand", async (call) => whoByHand(call, (text) => resourceResult(call.target, text))),
    resource("note://broken", "broken", async () => {
      throw new Error("the shelf fell down");
    }),
    resource("note://wait", "wait", async (call) => {
      await untilAborted(call, "resource");
      return resourceResult(call.target, "waited");
    }),
    resource("note://guarded", "guarded", async (call) => resourceResult(call.target, "secret"), { scopes: ["vault"] }),
  ];
  const resourceTemplates = [
    defineResourceTemplate({
      uriTemplate: "shelf://{row}/{book}",
      name: "book",
      title: "A book",
      description: "A book on a shelf.",
      icons,
      _meta,
      annotations,
      mimeType: "text/plain",
      pattern: /^shelf:\/\/([^/?#]+)\/([^/?#]+)$/,
      variables: ["row", "book"],
      complete: { row: ["a", "b"], book: (typed, { row }) => [`${row}-${typed}`] },
      handle: async (call) => {
        const { row, book } = call.read((input) => input);
        if (book === "lost") throw new ResourceNotFound();
        await sleep(0);
        return resourceResult(call.target, `${row}:${book}`);
      },
    }),
    defineResourceTemplate({
      uriTemplate: "find://books{?q,limit}",
      name: "find",
      description: "Books that fit.",
      pattern: /^find:\/\/books(?:\?(?=(?:.*?\bq=([^&#]*))?)(?=(?:.*?\blimit=([^&#]*))?).*)?$/,
      variables: ["q", "limit"],
      handle: async (call) => resourceResult(call.target, JSON.stringify(call.read((input) => ({ ...input })))),
    }),
  ];

  const server = defineServer({
    name: "offers",
    version: "1.2.3",
    title: "Offers",
    description: "Everything that can be offered.",
    websiteUrl: "https://example.com/offers",
    icons,
    instructions: "Ask for anything.",
    extensions: { "com.example/stars": { most: 5 } },
    tools,
    prompts,
    resources,
    resourceTemplates,
  });
  return server;
}
