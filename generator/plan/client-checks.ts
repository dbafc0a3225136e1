/** The functions of a client that check results against the server's output schemas: plain source, equal ones once. */
import type { NameScope } from "../names.js";
import type { Schema } from "../schema/json-schema.js";
import { rawCheck } from "../schema/raw-schema.js";
import type { Shared } from "../schema/shared.js";
import type { ChecksView } from "../views.js";
import type { Imports } from "./imports.js";
import { Parts } from "./parts.js";

export class ResultChecks {
  readonly #parts: Parts;
  readonly #imports: Imports;

  constructor(scope: NameScope, imports: Imports) {
    this.#parts = new Parts(scope, imports, { definitions: {}, strict: false });
    this.#imports = imports;
  }

  /** The name of the function that checks a value against the schema. */
  check(schema: Schema, wish: string): string {
    this.#imports.runtime("Problems", true);
    const { shared } = this.#parts;
    const text = JSON.stringify(schema);
    // What a reference means depends on the schema around it: only without one are equal parts of two schemas the same.
    const isReferring = text.includes('"$ref"');
    const own: Shared = {
      ...shared,
      declared: (identity, name, lines) => shared.declared(isReferring ? `${text} ${identity}` : identity, name, lines),
    };
    return rawCheck(own, schema, wish);
  }

  views(): ChecksView {
    const { constants, patterns, nested, lists } = this.#parts;
    return { constants, patterns, nested, lists };
  }
}
