/** The errors that cross the border between the runtime and the code of its users. */

/** The numbers that JSON-RPC 2.0 itself defines (section 5.1). MCP's own stand in the era that has them. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

const brand: unique symbol = Symbol.for("mcp-gen.McpError") as never;

/**
 * A JSON-RPC error: thrown by a tool it becomes the reply of the call, thrown by a client's callback it refuses the
 * question, and a client throws it for every error reply. `instanceof` also holds across two copies of this package.
 */
export class McpError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "McpError";
    this.code = code;
    this.data = data;
    Object.defineProperty(this, brand, { value: true });
  }

  /** By brand for this class itself; classes that extend it are told apart as usual. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class on the right of instanceof, which may be a subclass
    if (this !== McpError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === "object" && value !== null && brand in value;
  }
}

/**
 * A server wants credentials, and they could not be got: a server's metadata can't be trusted, the authorization server
 * refused, or the user did. The message holds no token, code or secret, and there is no `cause`, which could.
 */
export class AuthorizationError extends Error {
  /** The error code of OAuth (RFC 6749 section 5.2 and its registry), where a server gave one, such as "access_denied". */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.name = "AuthorizationError";
    this.code = code;
  }
}

const notFoundBrand: unique symbol = Symbol.for("mcp-gen.ResourceNotFound") as never;

/**
 * Thrown by a resource function: there is nothing at the address that is read. The client gets the error that its protocol
 * revision has for that. `instanceof` also holds across two copies of this package.
 */
export class ResourceNotFound extends Error {
  constructor(message = "Resource not found") {
    super(message);
    this.name = "ResourceNotFound";
    Object.defineProperty(this, notFoundBrand, { value: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && notFoundBrand in value;
  }
}

/** The message of whatever was thrown, without a stack. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error && typeof thrown.message === "string") return thrown.message;
  return typeof thrown === "string" ? thrown : "an unknown error";
}
