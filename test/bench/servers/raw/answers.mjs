// The physical limit: answers of the right shape and about the right size, put together from constant texts. Checks nothing,
// protects nothing: what a server costs that only parses JSON and writes it.

const serverInfo = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bench-raw","version":"1.0.0"}}';
const versionKey = "io.modelcontextprotocol/protocolVersion";

const schema = (properties, required) => ({ type: "object", properties, required, additionalProperties: false });
const label = { type: "string", description: "what to repeat" };
const times = { type: "integer", description: "How often.", minimum: 1, maximum: 9, default: 1 };
const tools = [
  {
    name: "add",
    description: "Adds two numbers.",
    inputSchema: schema({ a: { type: "number" }, b: { type: "number" } }, ["a", "b"]),
    outputSchema: schema({ sum: { type: "number" } }, ["sum"]),
  },
  { name: "ask", description: "Asks the user a yes/no question.", inputSchema: schema({ topic: { type: "string" } }, ["topic"]) },
  { name: "echo", description: "Returns the text it was given.", inputSchema: schema({ text: { type: "string" } }, ["text"]) },
  ...Array.from({ length: 50 }, (_, index) => ({
    name: `tool_${String(index + 1).padStart(2, "0")}`,
    description: `Trivial tool number ${index + 1}: repeats its label a few times and returns the text.`,
    inputSchema: schema({ label, times }, ["label"]),
  })),
];
const legacyList = `{"tools":${JSON.stringify(tools)}}`;
const modernList = `{"resultType":"complete","tools":${JSON.stringify(tools)},"ttlMs":60000,"cacheScope":"public",${serverInfo}}`;
const discovery = `{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"tools":{}},"ttlMs":60000,"cacheScope":"public",${serverInfo}}`;
const handshake = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"bench-raw","version":"1.0.0"}}`;
const form =
  '"mode":"form","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean","title":"Ok"}},"required":["ok"]}';

const reply = (id, result) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
const complete = (members, isModern) => (isModern ? `{"resultType":"complete",${members},${serverInfo}}` : `{${members}}`);
const text = (value) => `"content":[{"type":"text","text":${JSON.stringify(value)}}]`;
const question = (topic) => `{${form},"message":${JSON.stringify(`Go on with ${topic}?`)}}`;

let lastQuestion = 0;
const waiting = new Map();

/**
 * The reply to a message, if there is one now. `later(text, isLast)` gets what a legacy question makes come afterwards: the
 * question, and the reply once the client has answered.
 */
export function answer(message, later) {
  const { id, method, params } = message;
  const isModern = params?._meta?.[versionKey] !== undefined;
  switch (method) {
    case "tools/call":
      return call(id, params, isModern, later);
    case "tools/list":
      return reply(id, isModern ? modernList : legacyList);
    case "server/discover":
      return reply(id, discovery);
    case "initialize":
      return reply(id, handshake);
    case undefined: {
      const finish = waiting.get(id);
      waiting.delete(id);
      finish?.(message.result);
      return undefined;
    }
    default:
      return undefined; // a notification
  }
}

function call(id, params, isModern, later) {
  const { name, arguments: args } = params;
  if (name === "echo") return reply(id, complete(text(args.text), isModern));
  if (name === "add") {
    const sum = `{"sum":${args.a + args.b}}`;
    return reply(id, complete(`${text(sum)},"structuredContent":${sum}`, isModern));
  }
  if (name !== "ask") return reply(id, complete(text(args.label.repeat(args.times ?? 1)), isModern));
  if (!isModern) {
    const asked = `q${++lastQuestion}`;
    waiting.set(asked, ({ content }) => later(reply(id, complete(text(`${args.topic}: ok=${content.ok}`), false)), true));
    later(`{"jsonrpc":"2.0","id":"${asked}","method":"elicitation/create","params":${question(args.topic)}}`, false);
    return undefined;
  }
  const given = params.inputResponses?.goOn;
  if (given === undefined) {
    const state = JSON.stringify(Buffer.from(args.topic).toString("base64url"));
    const asks = `{"goOn":{"method":"elicitation/create","params":${question(args.topic)}}}`;
    return reply(id, `{"resultType":"input_required","inputRequests":${asks},"requestState":${state},${serverInfo}}`);
  }
  const topic = Buffer.from(params.requestState, "base64url").toString();
  return reply(id, complete(text(`${topic}: ok=${given.content.ok}`), true));
}
