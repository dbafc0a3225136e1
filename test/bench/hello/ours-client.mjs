import { connect } from "@mcp-gen/runtime/client";

const client = await connect(new URL("http://127.0.0.1:3000/mcp"));
console.log(await client.callTool("hello", { name: "you" }));
