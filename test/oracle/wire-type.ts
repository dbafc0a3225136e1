/** The type of what travels for a value of a type: the widenings by type of wire.ts, in TypeScript's own words. */

export type Wire<T> =
  IsAny<T> extends true
    ? T
    : unknown extends T
      ? T
      : T extends string
        ? Text<T>
        : T extends number
          ? Digits<T>
          : T extends boolean | null | undefined
            ? T
            : T extends Uint8Array
              ? string
              : T extends { toJSON(): infer R }
                ? Wire<R>
                : T extends readonly unknown[]
                  ? { [K in keyof T]: Wire<T[K]> }
                  : [keyof T] extends [never]
                    ? T
                    : { [K in keyof T as IsSent<K, T[K]>]: Wire<T[K]> };

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Symbols and functions are no part of JSON. */
type IsSent<K, V> = K extends symbol ? never : NonNullable<V> extends (...all: never[]) => unknown ? never : K;

/** A member of an enum is its text; a brand is anything. */
type Text<T extends string> = Exclude<keyof T, keyof string> extends never ? `${T}` : Known<T>;
type Known<T extends string> = T extends `${infer A}${infer B}` ? `${A}${B}` : string;
type Digits<T extends number> = Exclude<keyof T, keyof number> extends never ? Member<T> : number;
type Member<T extends number> = `${T}` extends `${infer N extends number}` ? (number extends N ? T : N) : T;
