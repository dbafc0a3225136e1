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

/** What becomes of some work, or of its failure, whether it throws now or rejects later. What `next` throws is nobody's. */
export function either<T, R>(work: () => Awaitable<T>, next: (value: T) => R, failed: (thrown: unknown) => R): Awaitable<R> {
  let value: Awaitable<T>;
  try {
    value = work();
  } catch (thrown) {
    return failed(thrown);
  }
  return isPromise(value) ? value.then(next, failed) : next(value);
}

/** Some work, or what becomes of its failure. */
export function orElse<T>(work: () => Awaitable<T>, failed: (thrown: unknown) => T): Awaitable<T> {
  return either(work, same, failed);
}

const same = <T>(value: T): T => value;
