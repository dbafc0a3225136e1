/** Values that may still be on their way. What is here already goes on at once: a promise would cost more than the step does. */

export type Awaitable<T> = T | Promise<T>;

export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

/** The next step, now or when the value is there. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** The values of all, in order. */
export function allOf<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some((value) => isPromise(value)) ? Promise.all(values) : (values as readonly T[]);
}

/** Some work, or what becomes of its failure: whether it throws now or rejects later. */
export function orElse<T>(work: () => Awaitable<T>, failed: (thrown: unknown) => T): Awaitable<T> {
  try {
    const value = work();
    return isPromise(value) ? value.catch(failed) : value;
  } catch (thrown) {
    return failed(thrown);
  }
}
