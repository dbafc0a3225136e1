/** Whether the types that code was emitted for are still those of the source. Types only. */

type Leaf = string | number | boolean | bigint | symbol | null | undefined | Date | URL | Uint8Array;

/** A type with everything that matters made visible to assignability: whether a property may be missing is part of its type. */
type Shape<T> = unknown extends T
  ? { readonly any: true }
  : T extends Leaf
    ? T
    : T extends readonly unknown[]
      ? {
          // As an object, whose members are looked at only when they are compared: a list may contain itself. It has no name,
          // because types of one name are compared by their arguments alone.
          readonly item: Shape<Exclude<T[number], undefined>>;
          readonly length: T["length"];
          readonly each: { readonly [K in keyof T as K extends `${number}` ? K : never]: Shape<Exclude<T[K], undefined>> };
        }
      : { readonly [K in keyof T]-?: readonly [Shape<Exclude<T[K], undefined>>, IsOptional<T, K>] };

type IsOptional<T, K extends keyof T> = Pick<T, never> extends Pick<T, K> ? "optional" : "required";

type Same<A, B> = [Shape<A>] extends [Shape<B>] ? ([Shape<B>] extends [Shape<A>] ? true : false) : false;

/** Each type without the `undefined` of a parameter that may be left out. */
type Given<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/**
 * Compiles while every emitted type is the source's. A source that was changed since the last build does not match, and the
 * remedy is to run `mcp-gen build`.
 */
export type Agree<
  Emitted extends readonly unknown[],
  Source extends Same<Given<Emitted>, Given<Source>> extends true
    ? readonly unknown[]
    : "run mcp-gen build: the source's types have changed",
> = readonly [Emitted, Source];
