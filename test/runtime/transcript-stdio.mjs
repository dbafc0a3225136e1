/** A server on standard input and output that says what a transcript says: `node transcript-stdio.mjs <transcript>`. */

import { createInterface } from "node:readline";
import { Player, readTranscript } from "./transcript.mjs";

const player = new Player(readTranscript(process.argv[2]), "server");
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  try {
    player.hear(message);
    player.next().forEach(send);
  } catch (thrown) {
    if (message.id !== undefined) send({ jsonrpc: "2.0", id: message.id, error: { code: -32099, message: String(thrown) } });
  }
});
