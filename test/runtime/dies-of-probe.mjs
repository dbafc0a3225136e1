/** A legacy server on standard input and output that ends when its first message is not the handshake. */

import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin });
lines.once("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (method !== "initialize") process.exit(1);
  const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "mortal", version: "1" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
});
lines.once("close", () => process.exit(0));
