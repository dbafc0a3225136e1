/** The tools with something to compare: an echo, a structured result, a question before the body. */

import { type Elicit, elicit, type Resolve } from "@mcp-gen/runtime";

/** Returns the text it was given. @tool */
export function echo(text: string): string {
  return text;
}

export interface Sum {
  sum: number;
}

/** Adds two numbers. @tool */
export function add(a: number, b: number): Sum {
  return { sum: a + b };
}

export interface GoOn {
  /** Go on? */
  ok: boolean;
}

export function askGoOn(topic: string): Elicit<GoOn> {
  return elicit(`Go on with ${topic}?`);
}

/** Asks the user a yes/no question. @tool */
export function ask(topic: string, goOn: Resolve<GoOn, typeof askGoOn>): string {
  return `${topic}: ok=${goOn.ok}`;
}
