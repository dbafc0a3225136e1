/** Ten thousand ways to bend a requestState: none is taken, and no two refusals differ. More with FUZZ_STATES. */

import { expect, test } from "vitest";
import { webCipher } from "../../runtime/dist/core/cipher.js";
import { serving } from "../../runtime/dist/eras/era.js";
import { type Binding, type State, StateSealer } from "../../runtime/dist/eras/modern/state.js";
import { nodeCipher } from "../../runtime/dist/transports/node-cipher.js";
import { randomFrom, seed } from "./random.js";

const tries = Number(process.env.FUZZ_STATES ?? 10_000);
const start = 1_800_000_000_000;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const app = (name: string) => ({ name, version: "1", tools: [] });
const clock = { now: start };
const silent = { warn: () => {}, error: () => {} };
const sealer = (name: string, key: string, cipher = nodeCipher): StateSealer =>
  new StateSealer(serving(app(name), { stateKeys: [key], now: () => clock.now, log: silent, cipher }));

const binding: Binding = { method: "tools/call", target: "pay", input: { amount: 5, to: ["a", { b: 1 }] }, principal: "ada" };
const state: State = {
  answers: new Map([["who", { answer: { action: "accept", content: { name: "Ada \ud800" } }, question: "q1" }]]),
  asked: new Map([["sure", "q2"]]),
  held: undefined,
  byHand: true,
  own: "stage",
};

test(`${tries} tries (seed ${seed})`, { timeout: 120_000 }, async () => {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const here = sealer("bistro", "k".repeat(32));
  const others = [sealer("bistro", "o".repeat(32)), sealer("library", "k".repeat(32))];
  const changes: readonly ((token: string) => Promise<[string, Binding, number, StateSealer]>)[] = [
    async (token) => {
      const at = below(token.length);
      const other = alphabet[below(alphabet.length)] ?? "A";
      return [
        token.slice(0, at) + (token[at] === other ? (other === "A" ? "B" : "A") : other) + token.slice(at + 1),
        binding,
        0,
        here,
      ];
    },
    async (token) => [token.slice(0, below(token.length)), binding, 0, here],
    async (token) => [token + alphabet[below(alphabet.length)], binding, 0, here],
    async (token) => {
      const other = await here.seal({ ...state, own: "other" }, { ...binding, target: "refund" });
      const [, , mine = ""] = token.split(".");
      const [version, id, theirs = ""] = other.split(".");
      const at = 16 + below(Math.min(mine.length, theirs.length) - 16); // so much of two nonces is never the same
      return [`${version}.${id}.${theirs.slice(0, at)}${mine.slice(at)}`, binding, 0, here];
    },
    async (token) => [token, { ...binding, target: ["refund", "pay ", "Pay", ""][below(4)] ?? "" }, 0, here],
    async (token) => [token, { ...binding, method: "prompts/get" }, 0, here],
    async (token) => [token, { ...binding, principal: ["eve", undefined, ""][below(3)] }, 0, here],
    async (token) => [token, { ...binding, input: { ...binding.input, amount: 6 + below(100) } }, 0, here],
    async (token) => [token, { ...binding, input: { ...binding.input, [`extra${below(9)}`]: null } }, 0, here],
    async (token) => [token, binding, 600_000 + below(1e9), here],
    async (token) => [token, binding, -60_001 - below(1e9), here],
    async (token) => [token, binding, 0, others[below(2)] as StateSealer],
    async () => [Array.from({ length: below(400) }, () => alphabet[below(64)]).join(""), binding, 0, here],
  ];
  const refusals = new Set<string>();
  for (let index = 0; index < tries; index += 1) {
    clock.now = start;
    const token = await here.seal(state, binding);
    const change = changes[index % changes.length] as (typeof changes)[number];
    const [bent, claimed, offset, opener] = await change(token);
    clock.now = start + offset;
    const opened = (async () => opener.open(bent, claimed))(); // it may refuse at once
    const outcome = await opened.then(
      () => `taken: ${bent}`,
      ({ code, message, data }: { code: number; message: string; data: unknown }) => JSON.stringify({ code, message, data }),
    );
    refusals.add(outcome);
  }
  expect([...refusals]).toEqual([
    JSON.stringify({ code: -32602, message: "Invalid or expired requestState", data: { reason: "invalid_request_state" } }),
  ]);
});

test("what was not bent opens, with either cipher, and says what was sealed", async () => {
  clock.now = start;
  for (const [seals, opens] of [
    [nodeCipher, webCipher],
    [webCipher, nodeCipher],
  ] as const) {
    const token = await sealer("bistro", "k".repeat(32), seals).seal(state, binding);
    const reordered = { ...binding, input: { to: ["a", { b: 1 }], amount: 5 } };
    expect(await sealer("bistro", "k".repeat(32), opens).open(token, reordered)).toEqual(state);
  }
});
