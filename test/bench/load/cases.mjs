// What is measured: one operation of each case, on any lane (lanes.mjs), with every answer checked. A wrong one throws, which
// fails the whole run: a figure of a server that answers wrongly is worth nothing.

import { accepted, answered, nextId, toolsCall, toolsList } from "./messages.mjs";

const toolCount = 53;

/** Cases by name; `messages` is how many messages of the client one operation takes. */
export const cases = {
  "echo-modern": { isModern: true, tool: "echo", messages: 1, run: echo },
  "add-modern": { isModern: true, tool: "add", messages: 1, run: add },
  "list-modern": { isModern: true, tool: undefined, messages: 1, run: list },
  "ask-modern": { isModern: true, tool: "ask", messages: 2, run: askInRounds },
  "echo-legacy": { isModern: false, tool: "echo", messages: 1, run: echo },
  "list-legacy": { isModern: false, tool: undefined, messages: 1, run: list },
  "ask-legacy": { isModern: false, tool: "ask", messages: 2, run: askInMidCall },
};

async function echo(lane, count, isModern) {
  const id = nextId();
  const text = `hello ${count} ${id}`;
  const reply = await lane.request(id, toolsCall(id, "echo", JSON.stringify({ text }), isModern));
  checkText(reply, id, isModern, text);
}

async function add(lane, count, isModern) {
  const id = nextId();
  const reply = await lane.request(id, toolsCall(id, "add", `{"a":${count},"b":${id}}`, isModern));
  const result = completed(reply, id, isModern);
  const isText = result.content?.[0]?.type === "text" && JSON.parse(result.content[0].text).sum === count + id;
  if (result.structuredContent?.sum !== count + id || !isText) throw wrong("another sum", reply);
}

async function list(lane, _count, isModern) {
  const id = nextId();
  const reply = await lane.request(id, toolsList(id, isModern));
  const result = completed(reply, id, isModern);
  const { tools } = result;
  if (tools?.length !== toolCount || result.nextCursor !== undefined) throw wrong(`not all ${toolCount} tools`, reply);
  if (isModern && (typeof result.ttlMs !== "number" || result.cacheScope === undefined)) throw wrong("no ttlMs", reply);
  // All of it once on each lane, afterwards the end: checking must not cost more than listing.
  const looked = lane.hasList ? tools.slice(-1) : tools;
  for (const { name, description, inputSchema } of looked) {
    if (typeof description !== "string" || inputSchema?.type !== "object") throw wrong(`no schema of ${name}`, reply);
    if (name.startsWith("tool_") && inputSchema.properties?.times?.maximum !== 9) throw wrong(`another ${name}`, reply);
  }
  lane.hasList = true;
}

async function askInRounds(lane, count) {
  const ok = count % 2 === 0;
  const first = nextId();
  const topic = `topic-${first}`;
  const args = JSON.stringify({ topic });
  const asked = await lane.request(first, toolsCall(first, "ask", args, true));
  const { resultType, inputRequests = {}, requestState } = resultOf(asked, first);
  const keys = Object.keys(inputRequests);
  if (resultType !== "input_required" || keys.length !== 1 || typeof requestState !== "string") throw wrong("no question", asked);
  checkQuestion(inputRequests[keys[0]], topic);
  const second = nextId();
  const reply = await lane.request(second, toolsCall(second, "ask", args, true, answered(keys[0], ok, requestState)));
  checkText(reply, second, true, `${topic}: ok=${ok}`);
}

async function askInMidCall(lane, count) {
  const ok = count % 2 === 0;
  const id = nextId();
  const topic = `topic-${id}`;
  let questions = 0;
  const reply = await lane.request(id, toolsCall(id, "ask", JSON.stringify({ topic }), false), topic, (question) => {
    questions += 1;
    checkQuestion(question, topic);
    return accepted(question.id, ok);
  });
  if (questions !== 1) throw wrong(`${questions} questions`, reply);
  checkText(reply, id, false, `${topic}: ok=${ok}`);
}

const wrong = (what, message) => new Error(`Wrong answer, ${what}: ${JSON.stringify(message)?.slice(0, 500)}`);

function resultOf(reply, id) {
  if (reply?.jsonrpc !== "2.0" || reply.id !== id || typeof reply.result !== "object") throw wrong("no result", reply);
  return reply.result;
}

function completed(reply, id, isModern) {
  const result = resultOf(reply, id);
  if (result.isError === true || (isModern && result.resultType !== "complete")) throw wrong("not complete", reply);
  return result;
}

function checkText(reply, id, isModern, text) {
  const { content } = completed(reply, id, isModern);
  if (content?.length !== 1 || content[0].type !== "text" || content[0].text !== text) throw wrong("another text", reply);
}

function checkQuestion(question, topic) {
  const { method, params } = question;
  const isForm = params?.requestedSchema?.properties?.ok?.type === "boolean";
  if (method !== "elicitation/create" || !isForm || !params.message.includes(topic)) throw wrong("another question", question);
}
