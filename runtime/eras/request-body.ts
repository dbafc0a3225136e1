/** The body of a POST as a JSON value: read here, or taken from what has read it in front (Express, Fastify and their kin). */

import { type Awaitable, andThen } from "../core/awaitable.js";
import { INVALID_REQUEST, PARSE_ERROR } from "../errors.js";
import { BodyNotText, type Exchange } from "../transports/http.js";

export type Body = { readonly value: unknown } | { readonly status: 400 | 415; readonly code: number; readonly refusal: string };

/** @throws BodyTooLarge, BodyNotText */
export function readBody(exchange: Exchange, limit: number): Awaitable<Body> {
  const type = exchange.header("content-type");
  if (type !== "application/json") {
    const refusal = refusedType(type ?? "");
    if (refusal !== undefined) return { status: 415, code: INVALID_REQUEST, refusal };
  }
  return andThen(exchange.parsed ?? exchange.body(limit), parsed);
}

function parsed(body: unknown): Body {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return { value: body };
  try {
    return { value: JSON.parse(typeof body === "string" ? body : decoded(body)) };
  } catch (thrown) {
    if (thrown instanceof BodyNotText) throw thrown;
    return { status: 400, code: PARSE_ERROR, refusal: "The body is not JSON." };
  }
}

/** JSON is UTF-8 (RFC 8259, 8.1), of which ASCII is a part. */
function refusedType(type: string): string | undefined {
  const [media = "", ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  if (media !== "application/json") return "The Content-Type has to be application/json.";
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (charset === undefined || /^"?(utf-?8|us-ascii)"?$/.test(charset)) return undefined;
  return "The charset of the body has to be UTF-8.";
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BodyNotText();
  }
}
