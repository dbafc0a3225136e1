/** What is emitted from plain functions for prompts, resources, templates and completion, served as it stands. */
import { fileURLToPath } from "node:url";
import { serveHttp } from "@mcp-gen/runtime/node";
import type { Server } from "@mcp-gen/runtime/server";
import { describe, expect, test } from "vitest";
import { library } from "../../fixtures/projects/library/src/mcp/client.js";
import { server } from "../../fixtures/projects/library/src/mcp/server.js";
import { cells } from "./matrix.js";
import { opener } from "./offers.js";
import type { WireClient, WireOptions } from "./wire-client.js";

const open = opener();
const decline = { action: "decline" } as const;
const long = { action: "accept", content: { length: "long" } };
const options: WireOptions = { server: server as Server, capabilities: { elicitation: { form: {} } }, answer: () => long };

describe.each(cells.filter(({ transport }) => transport !== "stdio"))("the library, $transport $mode", (cell) => {
  test("lists its prompts, resources and templates", async () => {
    const client = await open(cell, options);
    const { prompts } = await client.result("prompts/list");
    expect(prompts).toMatchObject([
      { name: "discuss_book", arguments: [{ name: "isbn", required: true }, { name: "genre" }] },
      {
        name: "reading_list",
        title: "Reading list",
        description: "A reading list for a genre.",
        arguments: [
          { name: "genre", description: "What to read.", required: true },
          { name: "reader", description: "Who is to read it." },
        ],
      },
    ]);
    expect((await client.result("resources/list")).resources).toEqual([
      {
        uri: "library://hours",
        name: "hours",
        description: "When the library is open.",
        mimeType: "text/markdown",
        annotations: { audience: ["user"], priority: 0.5 },
      },
      { uri: "library://stamp", name: "stamp", description: "The stamp of the library.", mimeType: "image/png", size: 8 },
    ]);
    expect((await client.result("resources/templates/list")).resourceTemplates).toEqual([
      {
        uriTemplate: "library://books/{genre}/{isbn}",
        name: "book",
        description: "One book.",
        mimeType: "application/json",
      },
    ]);
  });

  test("reads text, bytes and what a template stands for", async () => {
    const client = await open(cell, options);
    const read = async (uri: string) => (await client.result("resources/read", { uri })).contents;
    expect(await read("library://hours")).toEqual([
      { uri: "library://hours", mimeType: "text/markdown", text: "- Monday to Friday: 10 to 18\n" },
    ]);
    expect(await read("library://stamp")).toEqual([{ uri: "library://stamp", mimeType: "image/png", blob: "iVBORw0KGgo=" }]);
    const [book] = await read("library://books/travel/978-2");
    expect(JSON.parse(book.text)).toEqual({ isbn: "978-2", title: "By Ferry to Trieste", era: cell.mode });
    expect((await client.error("resources/read", { uri: "library://books/romance/978-2" })).message).toContain(
      '- genre: expected one of "crime", "poetry", "travel", received a string',
    );
    const isModern = cell.mode === "modern";
    for (const uri of ["library://books/crime/978-2", "library://books/crime", "library://books/crime/978-0/more"]) {
      expect(await client.error("resources/read", { uri })).toMatchObject({ code: isModern ? -32602 : -32002 });
    }
  });

  test("completes choices by themselves and the rest by the function named", async () => {
    const client = await open(cell, options);
    const template = { type: "ref/resource", uri: "library://books/{genre}/{isbn}" };
    const values = async (ref: object, name: string, value: string, settled: object = {}) =>
      (await client.result("completion/complete", { ref, argument: { name, value }, context: { arguments: settled } })).completion
        .values;
    expect(await values(template, "genre", "p")).toEqual(["poetry"]);
    expect(await values(template, "isbn", "978")).toEqual(["978-0", "978-1", "978-2"]);
    expect(await values(template, "isbn", "978", { genre: "crime" })).toEqual(["978-0"]);
    expect(await values({ type: "ref/prompt", name: "discuss_book" }, "isbn", "978-1")).toEqual(["978-1"]);
    expect(await values({ type: "ref/prompt", name: "reading_list" }, "genre", "")).toEqual(["crime", "poetry", "travel"]);
  });

  test("fills in a prompt, and asks when its resolver does", async () => {
    const client = await open(cell, options);
    const poems = await get(client, { name: "reading_list", arguments: { genre: "poetry", reader: "Ada" } });
    expect(poems).toBe("Suggest short poetry books for Ada.");
    expect(await get(client, { name: "reading_list", arguments: { genre: "crime" } })).toBe(
      "Suggest long crime books for a friend.",
    );
    const { message } = await client.error("prompts/get", { name: "reading_list", arguments: { genre: "cookery" } });
    expect(message).toContain("genre: expected one of");
  });
});

/** The text of a prompt, with its question answered. */
async function get(client: WireClient, params: object): Promise<string> {
  const first = await client.result("prompts/get", params);
  if (first.resultType !== "input_required") return first.messages[0].content.text;
  expect(first.inputRequests).toMatchObject({ taste: { method: "elicitation/create" } });
  const answers = { inputResponses: { taste: long }, requestState: first.requestState };
  return (await client.result("prompts/get", { ...params, ...answers })).messages[0].content.text;
}

describe.each(cells)("its stub, $transport $mode", ({ transport, mode }) => {
  test("has a method for each prompt and resource, and routes their questions", async () => {
    const folder = fileURLToPath(new URL("../../fixtures/projects/library", import.meta.url));
    const bin = fileURLToPath(new URL("../../bin/mcp-gen.js", import.meta.url));
    const http = transport === "http" ? await serveHttp(server, { port: 0 }) : undefined;
    const command = { command: process.execPath, args: [bin, "serve", "--stdio", "--project", folder] };
    const target = http !== undefined ? new URL(http.url) : transport === "stdio" ? command : (server as Server);
    const questions = { taste: () => ({ action: "accept", content: { length: "long" } }) as const, fallback: () => decline };
    const client = await library.connect(target, { mode, questions });
    try {
      const { messages } = await client.prompts.readingList({ genre: "travel" });
      expect(messages[0]?.content).toEqual({ type: "text", text: "Suggest long travel books for a friend." });
      expect((await client.resources.hours()).contents[0]).toMatchObject({ uri: "library://hours" });
      const { contents } = await client.resources.book({ genre: "crime", isbn: "978-0" });
      expect(contents[0]).toMatchObject({ uri: "library://books/crime/978-0", mimeType: "application/json" });
      await expect(client.resources.book({ genre: "crime", isbn: "no/such" })).rejects.toThrow();
    } finally {
      await client.close();
      await http?.close();
    }
  });
});
