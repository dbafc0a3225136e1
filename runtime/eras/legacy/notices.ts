/** Tells legacy clients what changed: every session the lists, those that subscribed the resources. */

import type { Change } from "../../core/domain.js";
import { notificationText } from "../../jsonrpc/message.js";
import type { LegacySession } from "./session.js";

const changedLists = {
  tools: notificationText("notifications/tools/list_changed", {}),
  prompts: notificationText("notifications/prompts/list_changed", {}),
  resources: notificationText("notifications/resources/list_changed", {}),
};

/** @param offered - whether the server declared the list: nothing is told of what was never promised. */
export function tellChange(change: Change, session: LegacySession, offered: (list: keyof typeof changedLists) => boolean): void {
  if ("list" in change) {
    if (offered(change.list)) session.tell(changedLists[change.list]);
  } else if (session.subscribed.has(change.uri)) {
    session.tell(notificationText("notifications/resources/updated", { uri: change.uri }));
  }
}
