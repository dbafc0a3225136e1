/** Types of arguments that say more than string or number. Plain values are assignable; the generator reads the names. */

/** Never there: it only gives each alias a type of its own, so that its name survives. */
declare const says: unique symbol;

/** A whole number. */
export type Integer = number & { readonly [says]?: "integer" };
/** An e-mail address. */
export type Email = string & { readonly [says]?: "email" };
/** An absolute URI. */
export type Uri = string & { readonly [says]?: "uri" };
/** A day: 2025-12-26 (RFC 3339 full-date). */
export type DateOnly = string & { readonly [says]?: "date" };
/** A date and time with its offset: 2025-12-26T19:30:00Z (RFC 3339 date-time). */
export type DateTime = string & { readonly [says]?: "date-time" };
