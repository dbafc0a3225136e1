/** Holds messages of a server against the official JSON schema of the revision that they are spoken in. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

export interface Heard {
  readonly jsonrpc: "2.0";
  readonly id?: string | number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: messages of any shape are looked into
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: messages of any shape are looked into
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const results: Readonly<Record<string, string>> = {
  initialize: "InitializeResult",
  ping: "EmptyResult",
  "server/discover": "DiscoverResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "resources/subscribe": "EmptyResult",
  "resources/unsubscribe": "EmptyResult",
  "logging/setLevel": "EmptyResult",
  "completion/complete": "CompleteResult",
  "subscriptions/listen": "SubscriptionsListenResult",
};

export class WireSchema {
  readonly #ajv: Ajv;
  readonly #names: readonly string[];
  readonly #root: "definitions" | "$defs";

  constructor(version: string) {
    const path = fileURLToPath(new URL(`../../fixtures/wire/schema/${version}/schema.json`, import.meta.url));
    const schema = JSON.parse(readFileSync(path, "utf8")) as Record<string, object>;
    this.#root = "$defs" in schema ? "$defs" : "definitions";
    this.#names = Object.keys(schema[this.#root] ?? {});
    const Class = this.#root === "$defs" ? Ajv2020 : Ajv;
    this.#ajv = new Class({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    this.#ajv.addSchema(schema, "mcp");
  }

  /** What is wrong with a message; nothing when it is fine. @param method - of the request that a reply answers. */
  faults(message: Heard, method: string | undefined): string[] {
    if (message.method !== undefined && message.id === undefined) return this.#check("ServerNotification", message);
    if (message.method !== undefined) return this.#check("ServerRequest", message);
    if (message.error !== undefined) return this.#check(this.#first("JSONRPCErrorResponse", "JSONRPCError"), message);
    const envelope = this.#check(this.#first("JSONRPCResultResponse", "JSONRPCResponse"), message);
    if (method === undefined) return [...envelope, "a reply to nothing"];
    const type = message.result?.resultType === "input_required" ? "InputRequiredResult" : results[method];
    return type === undefined ? [`no result is known for ${method}`] : [...envelope, ...this.#check(type, message.result)];
  }

  #first(...names: string[]): string {
    return names.find((name) => this.#names.includes(name)) ?? "";
  }

  #check(name: string, value: unknown): string[] {
    const validate = this.#ajv.getSchema(`mcp#/${this.#root}/${name}`) as ValidateFunction | undefined;
    if (validate === undefined) return [`the revision has no ${name}: ${JSON.stringify(value)}`];
    if (validate(value)) return [];
    return [`${name}: ${this.#ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`];
  }
}

const known = new Map<string, WireSchema>();

export function wireSchema(version: string): WireSchema {
  const schema = known.get(version) ?? new WireSchema(version);
  known.set(version, schema);
  return schema;
}
