/** What the compiler itself refuses, before mcp-gen runs: each `@ts-expect-error` fails `npm run typecheck` when nothing is wrong behind it. */

import { type Context, type Elicit, type ElicitationResult, elicit, type Resolve } from "@mcp-gen/runtime";
import type { FormAnswer } from "@mcp-gen/runtime/generated/v1";
import { type BistroQuestions, bistro } from "../../fixtures/projects/bistro/src/mcp/client.js";

interface Confirm {
  ok: boolean;
}
interface Other {
  name: string;
}
declare function confirmDelete(path: string): Promise<Confirm | Elicit<Confirm>>;
declare function pickNight(): Other;

export type Whole = Resolve<ElicitationResult<Confirm>, typeof confirmDelete>;
export type Bare = Resolve<Confirm, typeof confirmDelete>;
export type Computed = Resolve<Other, typeof pickNight>;
export type ComputedOutcome = Resolve<ElicitationResult<Other>, typeof pickNight>;

// @ts-expect-error the function gives a Confirm
export type Wrong = Resolve<Other, typeof confirmDelete>;
// @ts-expect-error the function gives a Confirm
export type WrongOutcome = Resolve<ElicitationResult<Other>, typeof confirmDelete>;
// @ts-expect-error an annotation is no filter: the user may decline
export type AcceptedOnly = Resolve<{ action: "accept"; data: Confirm }, typeof confirmDelete>;

export function wholeOutcome(confirm: Whole): boolean {
  // @ts-expect-error data exists only after the action was checked
  const early = confirm.data;
  return confirm.action === "accept" ? confirm.data.ok : early === undefined;
}

export function bareModel(confirm: Bare): boolean {
  return confirm.ok;
}

export function asks(): Elicit<Confirm> {
  return elicit("Sure?");
}

export function asksForTheWrongModel(): Elicit<Confirm> {
  // @ts-expect-error another model
  return elicit<Other>("Sure?");
}

/* ---- forms are flat, says the compiler too ---- */

interface Everything {
  text: string;
  note?: string;
  amount: number;
  sure: boolean;
  size: "small" | "large";
  extras: readonly ("nuts" | "milk")[];
}
interface Nested {
  name: string;
  address: { street: string };
}
interface WithDate {
  when: Date;
}
interface Nullable {
  name: string | null;
}

export const flat = (): Elicit<Everything> => elicit("Fill in.");
export function maybe(path: string): Everything | Elicit<Everything> | Promise<Everything | Elicit<Everything>> {
  return elicit(path);
}
// @ts-expect-error an object in a form
export type AsksNested = Elicit<Nested>;
// @ts-expect-error a Date in a form
export type AsksDate = Elicit<WithDate>;
// @ts-expect-error null in a form
export type AsksNullable = Elicit<Nullable>;
// @ts-expect-error an object in a form
export const nested = () => elicit<Nested>("Fill in.");

export async function inside(ctx: Context<{ sure: Confirm }>): Promise<boolean> {
  const answer = await ctx.elicit("sure", "Sure?");
  // @ts-expect-error no such question
  await ctx.elicit("other", "Sure?");
  // @ts-expect-error data exists only after the action was checked
  void answer.data;
  return answer.action === "accept" && answer.data.ok;
}

export async function insideWithoutQuestions(ctx: Context): Promise<void> {
  // @ts-expect-error this tool names no question
  await ctx.elicit("sure", "Sure?");
}

/* ---- generated clients ---- */

const server = new URL("http://127.0.0.1:1/mcp");
const alternativeDate: BistroQuestions["alternativeDate"] = () => ({ action: "accept", content: { acceptAlternative: true } });
const url: BistroQuestions["url"] = () => ({ action: "decline" });

export async function stubs(): Promise<string> {
  await bistro.connect(server, {});
  await bistro.connect(server, { questions: { alternativeDate, fallback: () => ({ action: "decline" }) } });
  // @ts-expect-error a question without a callback
  await bistro.connect(server, { questions: { alternativeDate } });
  const client = await bistro.connect(server, { questions: { alternativeDate, url } });
  // @ts-expect-error an argument is missing
  await client.bookTable({ date: "2025-12-25" });
  // @ts-expect-error no such argument
  await client.bookTable({ date: "2025-12-25", partySize: 2, confirm: true });
  return client.bookTable({ date: "2025-12-25", partySize: 2 });
}

export type Answer = FormAnswer<Other>;
export const accepted: Answer = { action: "accept", content: { name: "x" } };
// @ts-expect-error an accepted form has content
export const withoutContent: Answer = { action: "accept" };
// @ts-expect-error of the model's type
export const wrongContent: Answer = { action: "accept", content: { name: 1 } };
