/**
 * The official Inspector's command lists everything that the everything server has, and calls, gets and reads each thing, over HTTP and
 * stdio. It tells its roots, and lets nobody answer questions: what asks a person or a model must be refused, naming the capability.
 */

import { everything, startEverything } from "./everything.mjs";
import { inspector, install, side } from "./suite.mjs";

const given = {
  test_sampling: ["prompt=hello"],
  test_elicitation: ["message=hello"],
  test_x_mcp_header: ["region=eu"],
  json_schema_2020_12_tool: ["name=Ada", "contactMethod=phone", "phone=+1 555"],
};
const asking =
  /^test_(sampling|elicitation.*|missing_capability|streaming_elicitation|input_required_result_(?!capabilities|list_roots).*)$/;
const promptArguments = {
  test_prompt_with_arguments: ["arg1=one", "arg2=two"],
  test_prompt_with_embedded_resource: ["resourceUri=test://embedded"],
};
const addresses = ["test://static-text", "test://static-binary", "test://watched-resource", "test://template/7/data"];

const atOnce = 2;

/** The exit code. */
export async function run() {
  await install();
  const http = await startEverything();
  try {
    const overHttp = await inspect("http", [http.url, "--transport", "http"]);
    const overStdio = await inspect("stdio", everything("--stdio"));
    return overHttp && overStdio ? 0 : 1;
  } finally {
    http.stop();
  }
}

async function inspect(name, target) {
  const list = async (method, key) => JSON.parse((await inspector(target, ["--method", method])).stdout)[key];
  const tools = await list("tools/list", "tools");
  const prompts = await list("prompts/list", "prompts");
  await list("resources/templates/list", "resourceTemplates");
  const resources = await list("resources/list", "resources");
  const cases = [
    ...tools.map((tool) => ({
      what: tool.name,
      args: ["--method", "tools/call", "--tool-name", tool.name, ...pairs("--tool-arg", given[tool.name])],
      expected: tool.name === "test_error_handling" ? "isError" : asking.test(tool.name) ? "refused" : "fine",
    })),
    ...prompts.map((prompt) => ({
      what: prompt.name,
      args: ["--method", "prompts/get", "--prompt-name", prompt.name, ...pairs("--prompt-args", promptArguments[prompt.name])],
      expected: prompt.name === "test_input_required_result_prompt" ? "refused" : "fine",
    })),
    ...addresses.map((uri) => ({ what: uri, args: ["--method", "resources/read", "--uri", uri], expected: "fine" })),
  ];
  const counted = tools.length > 25 && prompts.length === 5 && resources.length === 3;
  if (!counted) console.log(`inspector ${name}: ${tools.length} tools, ${prompts.length} prompts, ${resources.length} resources`);
  const faults = (await side(cases, atOnce, (each) => faultOf(target, each))).filter((fault) => fault !== undefined);
  console.log(`inspector ${name}: ${cases.length - faults.length} passed, ${faults.length} failed`);
  for (const fault of faults) console.log(`  ${fault}`);
  return counted && faults.length === 0;
}

async function faultOf(target, { what, args, expected }) {
  const { code, output } = await inspector(target, args);
  const isAsExpected = {
    fine: code === 0,
    isError: code === 5 && output.includes('"isError": true'),
    refused: code === 1 && /did not declare the capability (elicitation\.form|sampling)/.test(output),
  }[expected];
  return isAsExpected ? undefined : `${what}: expected ${expected}, got exit code ${code}: ${output.trim().slice(0, 500)}`;
}

const pairs = (flag, values = []) => values.flatMap((value) => [flag, value]);
