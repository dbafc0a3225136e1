/** One app on a duplex for both eras: one legacy session at most, and modern requests at any time. */

import type { App } from "../core/app.js";
import { type Awaitable, isPromise } from "../core/awaitable.js";
import { localCaller } from "../core/caller.js";
import { INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR } from "../errors.js";
import type { Channel } from "../jsonrpc/channel.js";
import { errorText, type Malformed, type RpcRequest } from "../jsonrpc/message.js";
import { type DuplexOptions, serving } from "./era.js";
import { LegacyServer } from "./legacy/server.js";
import { LegacySession } from "./legacy/session.js";
import { ModernDuplex } from "./modern/duplex.js";
import { ModernServer } from "./modern/server.js";
import { isModern, parseMessage, refusedHandshake, supportedBy } from "./select.js";

/** Serves until the channel closes; what it returns ends it earlier. */
export function serveChannel(app: App, channel: Channel, options: DuplexOptions = {}): () => void {
  const settings = serving(app, options);
  const supported = supportedBy(settings);
  const caller = options.auth ?? localCaller;
  const modern = new ModernDuplex(new ModernServer(settings, supported), caller, (text) => channel.send(text));
  const legacy = new LegacyServer(settings);
  const session = new LegacySession(caller);
  const line = { send: (text: string) => channel.send(text), blocked: undefined };
  session.standing = line;

  const reply = (request: RpcRequest): Awaitable<string | undefined> => {
    if (modern.running.has(request.id) || session.running.has(request.id)) {
      return errorText(request.id, INVALID_REQUEST, `A request with the id ${JSON.stringify(request.id)} is still running.`);
    }
    if (isModern(request)) return modern.answer(request);
    if (settings.legacy) return legacy.handle(request, session, line);
    return refusedHandshake(request, settings, supported) ?? modern.answer(request);
  };
  const answer = async (request: RpcRequest): Promise<void> => {
    try {
      const replied = reply(request);
      const text = isPromise(replied) ? await replied : replied;
      if (text !== undefined) channel.send(text, true);
    } catch (thrown) {
      settings.log.error(`${request.method} failed`, thrown);
      channel.send(errorText(request.id, INTERNAL_ERROR, "Internal error"));
    }
  };
  const refuse = ({ seems, id, reason }: Malformed): void => {
    if (seems === "reply" && id !== undefined) session.peer.fail(id, new Error(`the client sent an invalid answer: ${reason}`));
    else if (seems !== "notification") channel.send(errorText(id, INVALID_REQUEST, `Invalid message: ${reason}.`));
  };
  const receive = (text: string): void | Promise<void> => {
    const message = parseMessage(text);
    if (message === undefined) channel.send(errorText(undefined, PARSE_ERROR, "The line is not JSON."));
    else if (message.kind === "malformed") refuse(message);
    else if (message.kind === "request") {
      const work = answer(message);
      return modern.isLasting(message) ? undefined : work; // nobody should wait for what only ends with the pipe
    } else if (message.kind !== "notification") session.peer.settle(message);
    else if (!modern.notice(message)) legacy.notice(message, session);
  };
  const close = (): void => {
    modern.close();
    session.close("the connection is closed");
  };
  channel.open(receive, close, (reason) => session.peer.close(reason)); // no question will be answered any more
  return () => {
    modern.end();
    session.close("the server is shutting down");
  };
}
