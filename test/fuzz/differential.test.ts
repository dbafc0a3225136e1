/**
 * Random programs and random answers, played on both eras: the same result, the body once, no question put twice. More with
 * FUZZ_PROGRAMS, another run with FUZZ_SEED.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect, type ElicitAnswer } from "@mcp-gen/runtime/client";
import type { Server } from "@mcp-gen/runtime/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskHost } from "../../generator/host.js";
import { buildFolder, root, writeText } from "../generator/harness.js";
import { text } from "../runtime/matrix.js";
import { program, projectFiles } from "./programs.js";
import { percentOf, seed } from "./random.js";

const count = Number(process.env.FUZZ_PROGRAMS ?? 200);
const programs = Array.from({ length: count }, (_, index) => program(index, seed));

let folder = "";
let server: Server;
let runs: Map<string, number>;

beforeAll(async () => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/fuzz-"));
  for (const [path, source] of projectFiles(programs)) writeText(join(folder, path), source);
  const built = await buildFolder(folder, diskHost);
  if (built.files === null) throw new Error(built.text);
  ({ server } = (await import(join(folder, "src/mcp/server.ts"))) as { server: Server });
  ({ runs } = (await import(join(folder, "src/support.ts"))) as { runs: Map<string, number> });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a user answers depends on the question alone. */
function answerTo(message: string, script: string): ElicitAnswer {
  const percent = percentOf(`${script} ${message}`);
  if (percent < 80) return { action: "accept", content: { v: `${percent}` } };
  if (percent < 87) return { action: "decline" };
  return percent < 94 ? { action: "cancel" } : ({ action: "accept", content: { v: percent } } as unknown as ElicitAnswer);
}

interface Played {
  readonly result: string;
  readonly isError: boolean;
  readonly bodies: number;
  readonly asked: readonly string[];
}

async function play(mode: "legacy" | "modern", calls: readonly { tool: string; script: string }[]): Promise<Played[]> {
  let asked: string[] = [];
  let script = "";
  const client = await connect(server, {
    mode,
    maxRounds: 20,
    elicitationAnswers: "as they are",
    elicitation: ({ message }) => {
      asked.push(message);
      return answerTo(message, script);
    },
  });
  const played: Played[] = [];
  for (const call of calls) {
    asked = [];
    script = call.script;
    const before = runs.get(call.tool) ?? 0;
    const result = await client.callTool(call.tool, { seed: call.script });
    played.push({ result: text(result), isError: result.isError === true, bodies: (runs.get(call.tool) ?? 0) - before, asked });
  }
  await client.close();
  return played;
}

test(`${count} programs, two scripts each (seed ${seed})`, { timeout: 600_000 }, async () => {
  const calls = programs.flatMap(({ tool }) => ["a", "b"].map((script) => ({ tool, script })));
  const quiet = console.error;
  console.error = () => {}; // programs that throw are logged with their stacks
  const [legacy, modern] = [await play("legacy", calls), await play("modern", calls)];
  console.error = quiet;
  let exact = 0;
  let questions = 0;
  for (const [index, call] of calls.entries()) {
    const [one, two] = [legacy[index] as Played, modern[index] as Played];
    const where = `${call.tool} with script ${call.script}, seed ${seed}: ${JSON.stringify({ legacy: one, modern: two })}`;
    for (const { asked, bodies, isError } of [one, two]) {
      expect(new Set(asked).size, `asked twice: ${where}`).toBe(asked.length);
      expect(bodies, `bodies: ${where}`).toBe(isError ? 0 : 1);
    }
    expect(two.isError, where).toBe(one.isError);
    // With two failures in one call the eras may meet another one first: a round puts all questions that it can.
    const failures = new Set([...one.asked, ...two.asked].filter((message) => percentOf(`${call.script} ${message}`) >= 80));
    const isThrown = [one, two].some(({ result }) => result.includes("broken"));
    if (failures.size + (isThrown ? 1 : 0) <= 1 || !one.isError) {
      expect(two.result, where).toBe(one.result);
      if (!one.isError) expect([...two.asked].sort(), where).toEqual([...one.asked].sort());
      exact += 1;
    }
    questions += two.asked.length;
  }
  expect(exact).toBeGreaterThan(calls.length * 0.8);
  expect(questions).toBeGreaterThan(calls.length / 2);
  expect(modern.filter(({ isError }) => !isError).length).toBeGreaterThan(calls.length / 4);
});
