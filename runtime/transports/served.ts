/** The property through which a client in the same process reaches a server, without either side importing the other. */
export const served: unique symbol = Symbol.for("mcp-gen.served") as never;
