// A lane carries one operation at a time to a server: a connection of its own over HTTP, a share of the one pipe over stdio.
// `request(id, text, topic, onQuestion)` settles with the reply to the id; a legacy question in mid-call goes to `onQuestion`,
// whose answer is sent back.

import { StringDecoder } from "node:string_decoder";
import { HttpConnection } from "./http-connection.mjs";
import { initialize, initialized, legacyVersion, modernVersion, nextId } from "./messages.mjs";

/** As many lanes for a case as operations are in flight. */
export function openLanes(server, { isModern, tool }, count) {
  if (server.transport === "stdio") return stdioLanes(server, isModern, count);
  return Promise.all(Array.from({ length: count }, () => httpLane(server.port, isModern, tool)));
}

const requestHead = (port, more) =>
  `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n${more}`;

async function httpLane(port, isModern, tool) {
  const connection = await HttpConnection.open(port);
  const way = isModern ? { head: modernHead(port, tool) } : await legacySession(connection, port);
  return {
    async request(id, text, _topic, onQuestion) {
      let reply;
      let answering;
      const { status, body } = await connection.post(way.head, text, (event) => {
        const message = JSON.parse(event);
        if (message.id === id && message.method === undefined) reply = message;
        else if (message.method !== undefined && message.id !== undefined)
          answering = way.back.post(way.head, onQuestion(message));
      });
      if (status !== 200) throw new Error(`HTTP ${status}: ${body}`);
      if (answering !== undefined && (await answering).status !== 202) throw new Error("the answer to a question was not taken");
      return reply ?? JSON.parse(body);
    },
    close() {
      connection.close();
      way.back?.close();
    },
  };
}

function modernHead(port, tool) {
  const target = tool === undefined ? "mcp-method: tools/list\r\n" : `mcp-method: tools/call\r\nmcp-name: ${tool}\r\n`;
  return requestHead(port, `mcp-protocol-version: ${modernVersion}\r\n${target}`);
}

/** A session, with a second connection for answers to questions: the first is busy with the call that asks. */
async function legacySession(connection, port) {
  const id = nextId();
  const events = [];
  const { body, header } = await connection.post(requestHead(port, ""), initialize(id), (event) => events.push(event));
  checkHandshake(JSON.parse(body || events[0]));
  const session = header("mcp-session-id");
  const named = session === undefined ? "" : `mcp-session-id: ${session}\r\n`;
  const head = requestHead(port, `mcp-protocol-version: ${legacyVersion}\r\n${named}`);
  await connection.post(head, initialized);
  return { head, back: await HttpConnection.open(port) };
}

async function stdioLanes(server, isModern, count) {
  server.pipe ??= new LinePipe(server.child);
  const { pipe } = server;
  if (!isModern && !pipe.hasSession) {
    const id = nextId();
    checkHandshake(await pipe.request(id, initialize(id)));
    pipe.send(initialized);
    pipe.hasSession = true;
  }
  return Array.from({ length: count }, () => ({
    request: (id, text, topic, onQuestion) => pipe.request(id, text, topic, onQuestion),
    close() {},
  }));
}

function checkHandshake(reply) {
  if (reply.result?.protocolVersion !== legacyVersion) throw new Error(`No handshake: ${JSON.stringify(reply)}`);
}

/** The pipe to a child process; what is sent in one turn goes out in one write. */
class LinePipe {
  hasSession = false;
  #child;
  #waiting = new Map();
  #questions = new Map();
  #out = "";
  #failure;

  constructor(child) {
    this.#child = child;
    const decoder = new StringDecoder("utf8");
    let rest = "";
    child.stdout.on("data", (bytes) => {
      const lines = (rest + decoder.write(bytes)).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line !== "") this.#take(JSON.parse(line));
    });
    child.stdin.on("error", () => {});
    child.on("exit", () => this.#fail(new Error("the server ended")));
  }

  request(id, text, topic, onQuestion) {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (onQuestion !== undefined) this.#questions.set(topic, onQuestion);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send(text);
    });
  }

  send(text) {
    if (this.#out === "") process.nextTick(() => this.#flush());
    this.#out += `${text}\n`;
  }

  #flush() {
    const out = this.#out;
    this.#out = "";
    this.#child.stdin.write(out);
  }

  #take(message) {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.#answer(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    waiting?.resolve(message);
  }

  /** A legacy question does not say which call it belongs to: its text does. */
  #answer(question) {
    const topic = /topic-\d+/.exec(question.params?.message)?.[0];
    const onQuestion = this.#questions.get(topic);
    this.#questions.delete(topic);
    if (onQuestion === undefined) this.#fail(new Error(`a question that no call asked: ${JSON.stringify(question)}`));
    else this.send(onQuestion(question));
  }

  #fail(error) {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
