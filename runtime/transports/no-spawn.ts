/** Stands in for `spawn.ts` where there are no processes: browsers and edge runtimes. */

import type { Channel } from "../jsonrpc/channel.js";
import type { Command } from "./spawn.js";

export function spawnChannel(_target: Command): Channel {
  throw new Error("A server process can only be started on Node. Connect to a URL instead.");
}
