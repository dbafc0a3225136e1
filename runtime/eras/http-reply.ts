/** One message as the whole reply of an exchange: in the media type that the client takes (decision W2), or a refusal. */

import { INVALID_REQUEST } from "../errors.js";
import { errorText, type RequestId } from "../jsonrpc/message.js";
import { accepts, type Exchange, jsonType } from "../transports/http.js";
import { event, streamHeaders } from "../transports/sse.js";

/** JSON unless the client takes event streams alone; a failure status always goes with JSON. */
export function sendReply(exchange: Exchange, text: string, status = 200, headers?: Readonly<Record<string, string>>): void {
  if (status !== 200 || accepts(exchange, "application/json")) {
    exchange.send(status, headers === undefined ? jsonType : { ...jsonType, ...headers }, text);
  } else exchange.send(status, headers === undefined ? streamHeaders : { ...streamHeaders, ...headers }, event(text));
}

/** An error reply to the whole request, or to the message with an id. */
export function refuse(
  exchange: Exchange,
  status: number,
  why: string,
  id?: RequestId,
  code = INVALID_REQUEST,
  headers: Readonly<Record<string, string>> = {},
): void {
  exchange.send(status, { ...jsonType, ...headers }, errorText(id, code, why));
}
