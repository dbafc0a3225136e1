/** The annotation of a parameter that a function fills. Types only; the generator reads them, nothing is left at run time. */

import type { Elicits, ElicitUrl, ListRoots, Sample } from "./asking.js";
import type { CreateMessageResult, ElicitationResult, ListRootsResult, UrlResult } from "./domain.js";

/**
 * A parameter that the function F fills instead of the model: `confirm: Resolve<Confirm, typeof confirmDelete>`.
 *
 * T is what F returns or asks for. A plain T ends the call with an error result when the user declines or cancels;
 * `ElicitationResult<Model>` hands the tool the whole outcome. A resolver that sends the user to a link gives a `UrlResult`,
 * one that asks the client's model a `CreateMessageResult`, one that asks for the client's folders a `ListRootsResult`. The compiler refuses a T that F can't give.
 */
export type Resolve<T, F extends Resolver<T>> = F extends Resolver<T> ? T : never;

/** A function that can fill a parameter of type T. Its own parameters are classified like a tool's. */
export type Resolver<T> = (...parameters: never[]) => Gives<T> | Promise<Gives<T>>;

type Gives<T> = [T] extends [ElicitationResult<infer Model>]
  ? [ElicitationResult<Model>] extends [T]
    ? Model | Elicits<Model>
    : never
  : T | Elicits<T> | Other<T>;

/** What the kinds of question without a form give. */
type Other<T> =
  | (UrlResult extends T ? ElicitUrl : never)
  | (CreateMessageResult extends T ? Sample : never)
  | (ListRootsResult extends T ? ListRoots : never);
