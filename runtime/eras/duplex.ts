/** One app on a duplex for both eras: one legacy session at most, and modern requests at any time. */

import type { App } from "../core/app.js";
import { INVALID_REQUEST, PARSE_ERROR } from "../errors.js";
import type { Channel } from "../jsonrpc/channel.js";
import { errorText, type RpcRequest } from "../jsonrpc/message.js";
import { type ServeOptions, serving } from "./era.js";
import { LegacyServer } from "./legacy/server.js";
import { LegacySession } from "./legacy/session.js";
import { ModernDuplex } from "./modern/duplex.js";
import { ModernServer } from "./modern/server.js";
import { isModern, parseMessage, refusedHandshake, supportedBy } from "./select.js";

/** Serves until the channel closes; what it returns ends it earlier. */
export function serveChannel(app: App, channel: Channel, options: ServeOptions = {}): () => void {
  const settings = serving(app, options);
  const supported = supportedBy(settings);
  const modern = new ModernDuplex(new ModernServer(settings, supported));
  const legacy = new LegacyServer(settings);
  const session = new LegacySession();
  const send = (text: string | undefined): void => {
    if (text !== undefined) channel.send(text);
  };
  const answer = async (request: RpcRequest): Promise<void> => {
    if (isModern(request)) return send(await modern.answer(request));
    if (settings.legacy) return send(await legacy.handle(request, session, send));
    send(refusedHandshake(request, settings, supported) ?? (await modern.answer(request)));
  };
  const receive = (text: string): void | Promise<void> => {
    const message = parseMessage(text);
    if (message === undefined) send(errorText(undefined, PARSE_ERROR, "The line is not JSON."));
    else if (message.kind === "malformed") send(errorText(message.id, INVALID_REQUEST, `Invalid message: ${message.reason}.`));
    else if (message.kind === "request") return answer(message);
    else if (message.kind !== "notification") session.peer.settle(message);
    else if (!modern.notice(message)) legacy.notice(message, session);
  };
  const close = (): void => {
    modern.close();
    session.close("the connection is closed");
  };
  channel.open(receive, close);
  return close;
}
