/** Values that may still be on their way. What is here already goes on at once: a promise would cost more than the step does. */

export type Awaitable<T> = T | Promise<T>;

export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

/** The next step, now or when the value is there. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPromise(value) ? value.then(next) : next(value);
}
