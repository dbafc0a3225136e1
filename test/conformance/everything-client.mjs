/**
 * The client that the suite starts, one process a scenario: `node everything-client.mjs <url>`. It stands on nothing but what
 * users have. Its exit code is 0 unless something failed.
 */

import { existsSync } from "node:fs";
import { connect } from "@mcp-gen/runtime/client";

const url = new URL(process.argv.at(-1));
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");

/** Takes every default, and makes up what has none. */
const elicitation = ({ requestedSchema }) => ({ action: "accept", content: argumentsFor(requestedSchema) });

const scenarios = {
  "http-custom-headers": async (client) => {
    await client.listTools();
    for (const { name, arguments: args } of context.toolCalls) await client.callTool(name, args);
  },

  "http-standard-headers": async (client) => {
    await callEveryTool(client);
    for (const { uri } of await client.listResources()) await client.readResource(uri);
    for (const prompt of await client.listPrompts()) {
      await client.getPrompt(prompt.name, Object.fromEntries((prompt.arguments ?? []).map(({ name }) => [name, "x"])));
    }
  },

  "json-schema-ref-no-deref": async (client) => {
    await client.listTools();
  },

  "json-schema-2020-12-preservation": async (client) => {
    const tools = await client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === "json_schema_2020_12_tool");
    await client.callTool("json_schema_echo", { schema: inputSchema });
  },
};

async function callEveryTool(client) {
  for (const { name, inputSchema } of await client.listTools()) await client.callTool(name, argumentsFor(inputSchema));
}

/** Something for every required argument that has no default. */
function argumentsFor(schema) {
  const required = (schema?.required ?? []).filter((name) => schema.properties?.[name]?.default === undefined);
  return Object.fromEntries(required.map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]));
}

function sampleOf({ type, enum: choices }) {
  if (choices !== undefined) return choices[0];
  return { string: "x", integer: 2, number: 2, boolean: true, array: [], object: {} }[type] ?? null;
}

async function play() {
  const client = await connect(url, { clientInfo: { name: "everything-client", version: "1.0.0" }, elicitation });
  try {
    await (scenarios[scenario] ?? callEveryTool)(client);
  } finally {
    await client.close();
  }
}

/** Scenarios of authorization stand in a file of their own. */
async function playAuth() {
  const file = new URL("./auth-scenarios.mjs", import.meta.url);
  if (!existsSync(file)) throw new Error(`${scenario} needs auth-scenarios.mjs, which is not here.`);
  const { runAuthScenario } = await import(file.href);
  await runAuthScenario(scenario, url, context);
}

await (scenario.startsWith("auth/") ? playAuth() : play());
