/** Whether a request asks for something that its caller lacks scopes for. */

import type { Auth } from "../core/domain.js";
import type { ListName } from "../core/offering.js";
import { own } from "../json.js";
import type { RpcRequest } from "../jsonrpc/message.js";
import type { Serving } from "./era.js";

/** The methods of either era that run something, and where they name it. */
const running: ReadonlyMap<string, readonly [ListName, string]> = new Map([
  ["tools/call", ["tools", "name"]],
  ["prompts/get", ["prompts", "name"]],
  ["resources/read", ["resources", "uri"]],
  ["resources/subscribe", ["resources", "uri"]],
]);

/**
 * The scopes that what is asked for wants, when the caller lacks one of them; undefined for every other request. Where a
 * transport has an answer for that (HTTP: 403), it asks here first; elsewhere what may not be used is as good as not there.
 */
export function lackingScopes({ offering }: Serving, request: RpcRequest, auth: Auth | undefined): readonly string[] | undefined {
  const [list, field] = running.get(request.method) ?? [];
  const key = field === undefined ? undefined : own(request.params, field);
  return list === undefined || typeof key !== "string" ? undefined : offering.scopesLacking(list, key, auth);
}
