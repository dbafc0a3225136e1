/** The annotation for a tool whose input schema is written by hand. */

/**
 * The whole argument object of a tool, with a JSON Schema (2020-12) of one's own: `input: JsonSchema<Contact, typeof contactSchema>`,
 * where `contactSchema` is a constant object literal. The schema is advertised as it stands, and every call is checked against
 * it; that it describes a `T` is the author's word. The parameter is the only argument of its tool.
 */
export type JsonSchema<T extends object, Schema extends object> = [Schema] extends [object] ? T : never;
