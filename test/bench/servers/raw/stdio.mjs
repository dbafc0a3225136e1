// The physical limit over standard input and output: lines, JSON.parse, one write for all that a piece of input asked.

import { answer } from "./answers.mjs";

let rest = "";
let out = "";
const push = (text) => {
  out += `${text}\n`;
};
process.stdin.setEncoding("utf8");
process.stdin.on("data", (piece) => {
  const lines = (rest + piece).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const text = answer(JSON.parse(line), push);
    if (text !== undefined) push(text);
  }
  if (out === "") return;
  process.stdout.write(out);
  out = "";
});
