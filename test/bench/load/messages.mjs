// The messages of a client of each generation, as texts.

const clientInfo = '{"name":"bench","version":"1.0.0"}';
const capabilities = '{"elicitation":{"form":{}}}';
const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":${clientInfo},"io.modelcontextprotocol/clientCapabilities":${capabilities}}`;

let lastId = 0;
export const nextId = () => ++lastId;

export const modernVersion = "2026-07-28";
export const legacyVersion = "2025-11-25";

export const initialize = (id) =>
  `{"jsonrpc":"2.0","id":${id},"method":"initialize","params":{"protocolVersion":"${legacyVersion}","capabilities":${capabilities},"clientInfo":${clientInfo}}}`;
export const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

export const toolsList = (id, isModern) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{${isModern ? meta : ""}}}`;

/** @param round - more members of the params, with a comma before each. */
export const toolsCall = (id, name, args, isModern, round = "") =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}${round}${isModern ? `,${meta}` : ""}}}`;

export const answered = (key, ok, requestState) =>
  `,"inputResponses":{${JSON.stringify(key)}:{"action":"accept","content":{"ok":${ok}}}},"requestState":${JSON.stringify(requestState)}`;

export const accepted = (id, ok) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"action":"accept","content":{"ok":${ok}}}}`;
