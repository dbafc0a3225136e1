/** The parts of emitted checks that only schemas written by hand need: alternatives that exclude each other, negation, equality. */

import { canonicalJson } from "../json.js";
import type { Problems } from "./problems.js";

type Check = (value: unknown, path: string, problems: Problems) => void;

/** Whether a value passes a check; what is wrong with it is nobody's problem. */
export function fits(value: unknown, path: string, problems: Problems, check: Check): boolean {
  if (problems.exhausted(path)) return false;
  const trial = problems.trial();
  check(value, path, trial);
  return trial.none;
}

/** Whether a value is equal, as JSON, to one of those. */
export function isAnyOf(value: unknown, choices: readonly unknown[]): boolean {
  const text = canonicalJson(value);
  return choices.some((choice) => canonicalJson(choice) === text);
}

/** Reports unless exactly one form takes the value: the problems of the nearest form, or that several take it. */
export function exactlyOne(value: unknown, path: string, problems: Problems, forms: readonly Check[]): void {
  let taking = 0;
  let nearest: Problems | undefined;
  for (const form of forms) {
    if (problems.exhausted(path)) return;
    const trial = problems.trial();
    form(value, path, trial);
    if (trial.none) taking += 1;
    else if (nearest === undefined || trial.count < nearest.count) nearest = trial;
  }
  if (taking > 1) problems.expected(path, `a value of one form only, not of ${taking}`, value);
  else if (taking === 0 && nearest !== undefined) problems.adopt(nearest);
}
