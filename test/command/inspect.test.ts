/** What a person and a program are told about a server before anybody calls it; compared with what the server then does. */
import { join } from "node:path";
import { connect } from "@mcp-gen/runtime/client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Inspection } from "../../generator/inspect/inspection.js";
import { launchBrowser, withoutBrowser } from "../answer/browser.js";
import { writeText } from "../generator/harness.js";
import { bin, projectIn, run, smallProject, temporary, watched } from "./command.js";

const folder = temporary("inspect");
const inspect = (here: string, ...args: string[]): Inspection => JSON.parse(run(here, ["inspect", "--json", ...args]).stdout);

describe("mcp-gen inspect", () => {
  it.each(["everything", "observatory"])("shows of %s exactly what its server then lists", async (name) => {
    const here = projectIn(folder.path(), `listed-${name}`, name);
    const { toolsList, offers } = inspect(here);
    const client = await connect(
      { command: process.execPath, args: [bin, "serve", "--stdio", "--project", here] },
      { mode: "modern" },
    );
    try {
      const tools = await client.listTools();
      expect(offers.filter(({ kind }) => kind === "tool").map(({ seen }) => seen)).toEqual(tools);
      const text = JSON.stringify(tools);
      expect(toolsList).toEqual({ bytes: Buffer.byteLength(text), tokens: Math.ceil(Buffer.byteLength(text) / 4) });
    } finally {
      await client.close();
    }
  });

  it("tells what is injected and by whom, and what is asked on which path", () => {
    const here = projectIn(folder.path(), "paths", "observatory");
    writeText(
      join(here, "src/inside.ts"),
      `import type { Context } from "@mcp-gen/runtime";

/** Sum up. @tool sum_up */
export async function sumUp(ctx: Context): Promise<string> {
  const { roots } = await ctx.listRoots();
  const asked = async () => ctx.sample({ messages: [], maxTokens: roots.length });
  return (await asked()).model;
}
`,
    );
    const offers = new Map(inspect(here).offers.map((offer) => [offer.name, offer]));
    expect(offers.get("chain")?.injected).toEqual([
      { parameter: "who", by: "resolver", resolver: "src/boarding.ts#askRider", reads: [], usedBy: ["", "ok"] },
      { parameter: "ok", by: "resolver", resolver: "src/boarding.ts#confirmRider", reads: [], usedBy: [""] },
    ]);
    expect(offers.get("quote")?.injected.map(({ parameter, reads, usedBy }) => ({ parameter, reads, usedBy }))).toEqual([
      { parameter: "rate", reads: ["kg"], usedBy: ["", "total"] },
      { parameter: "total", reads: [], usedBy: [""] },
    ]);
    const asked = (name: string) =>
      offers.get(name)?.questions.map(({ key, kind, needs, path, when }) => [key, kind, needs, path, when]);
    expect(asked("mixed")).toEqual([
      ["mixed.who", "form", "elicitation", "who", "before the body"],
      ["mixed.line", "model", "sampling", "line", "before the body"],
      ["mixed.where", "roots", "roots", "where", "before the body"],
    ]);
    expect(asked("rent_locker")).toEqual([["rent_locker.paid", "link", "elicitation.url", "paid", "before the body"]]);
    expect(asked("kiosk")).toEqual([[null, "link", "elicitation.url", "", "inside"]]);
    expect(asked("sum_up")).toEqual([
      [null, "roots", "roots", "", "inside"],
      [null, "model", "sampling", "", "inside"],
    ]);
    expect(asked("by_hand")).toEqual([[null, "by hand", null, "", "inside"]]);
    expect(asked("direct")?.map(([key]) => key)).toEqual(["direct.rider", "direct.ack"]);
    expect(asked("lens")).toEqual([]);
  });

  it("reads like this", () => {
    const here = projectIn(folder.path(), "reading");
    const { status, stdout } = run(here, ["inspect", "delete_folder"]);
    expect(stdout).toBe(`files 1.0.0: 1 tool, 303 bytes, about 76 tokens

tool delete_folder  src/folders.ts:25
  301 bytes, about 76 tokens (description 64, inputSchema 144, annotations 24)
  The model sees
    Delete a folder, asking for confirmation when it is not empty.
    path: string
  Injected
    confirm: by src/folders.ts#confirmDelete from path
  May ask
    delete_folder.confirm: the user, with a form; by src/folders.ts#confirmDelete, before the body, for confirm; needs elicitation
      - Ok: yes or no
`);
    expect(status).toBe(0);
  });

  it("loads no compiler after a build, and knows what a tool is nearly called", () => {
    const here = smallProject(folder.path(), "known");
    expect(run(here, ["build"]).status).toBe(0);
    for (const args of [[], ["--json"], ["--mermaid"], ["--html"]]) {
      const { status, compilers } = watched(folder.path(), here, ["inspect", ...args]);
      expect(status).toBe(0);
      expect(compilers).toEqual([]);
    }
    const { status, stdout, stderr } = run(here, ["inspect", "shuot"]);
    expect(stderr).toContain("Did you mean 'shout'?");
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });

  it("tells what is wrong with the sources, and shows nothing then", () => {
    const here = smallProject(folder.path(), "wrong", {
      "src/shout.ts": "/** Say. @tool say */\nexport const say = (what: any): string => what;\n",
    });
    const { status, stdout, stderr } = run(here, ["inspect"]);
    expect(stderr).toContain("MG1101");
    expect(stdout).toBe("");
    expect(status).toBe(1);
  });

  it("draws a flowchart of what flows into the function", () => {
    const here = projectIn(folder.path(), "drawing");
    expect(run(here, ["inspect", "--mermaid"]).stdout).toBe(`flowchart LR
  subgraph o0_all["tool delete_folder"]
    o0["deleteFolder"]
    o0_a0(["path"])
    o0_a0 --> o0
    o0_a0 --> o0_r0
    o0_r0["confirmDelete"]
    o0_r0 -->|"confirm"| o0
    o0_q0{{"form: delete_folder.confirm"}}
    o0_q0 -.->|answers| o0_r0
  end
`);
  });
});

describe("a budget", () => {
  it("is a warning when the list of tools has outgrown it, with the largest tools", () => {
    const here = smallProject(folder.path(), "budget", { "mcp-gen.config.json": `{ "budget": 10 }` });
    const over = run(here, ["build"]);
    expect(over.stderr).toMatch(
      /warning MG0012: The list of tools has about \d+ tokens \(\d+ bytes\), and the budget is 10 tokens\./,
    );
    expect(over.stderr).toMatch(/note: +shout has about \d+ tokens\./);
    expect(over.status).toBe(0);
    expect(run(here, ["build", "--check", "--max-warnings", "0"]).status).toBe(1);
    const shown = run(here, ["inspect"]);
    expect(shown.stderr).toContain("MG0012");
    expect(shown.stdout).toContain(", of a budget of 10\n");
    const { toolsList } = inspect(here);
    writeText(join(here, "mcp-gen.config.json"), JSON.stringify({ budget: toolsList.tokens }));
    expect(run(here, ["build", "--max-warnings", "0"]).status).toBe(0);
  });
});

describe.skipIf(withoutBrowser)("the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it("shows each question as the form that a user sees, loads and sends nothing, and takes no text for HTML", async () => {
    const here = smallProject(folder.path(), "page", { "src/order.ts": order });
    const { status, stdout } = run(here, ["inspect", "--html", "--output-file", "page.html"]);
    expect(stdout).toBe("");
    expect(status).toBe(0);
    const page = await browser.newPage();
    const [requests, dialogs, complaints]: string[][] = [[], [], []];
    page.on("request", (request) => requests?.push(request.url()));
    page.on("dialog", (dialog) => {
      dialogs?.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("console", (message) => complaints?.push(message.text()));
    const address = `file://${join(here, "page.html")}`;
    await page.goto(address);
    expect(complaints).toEqual([]); // its own policy lets its own styles in
    const form = page.locator("article").filter({ hasText: "order.dish" });
    await form.getByLabel("Dish of the <day>").fill("soup");
    await form.getByLabel("Size").selectOption("large");
    await form.getByLabel("Yes").check();
    expect(await form.getByLabel("Guests").getAttribute("max")).toBe("8");
    expect(await form.getByRole("button").allInnerTexts()).toEqual(["Send", "Decline", "Cancel"]);
    // Two questions have the same fields, and a label leads to its own.
    const other = page.locator("article").filter({ hasText: "order.again" });
    expect(await other.getByLabel("Dish of the <day>").inputValue()).toBe("");
    // The style sheet is let in by the page's own policy.
    expect(await page.locator("article").first().evaluate(borderWidth)).toBe("1px");
    await form.getByLabel("Guests").fill("2");
    // Refused by the page's policy: Playwright would wait for a navigation that never comes.
    await form.getByRole("button", { name: "Send" }).evaluate((button) => (button as unknown as { click(): void }).click());
    await page.waitForTimeout(200);
    expect(page.url()).toBe(address);
    expect(requests).toEqual([address]);
    expect(await page.locator("script, img, link, iframe").count()).toBe(0);
    expect(await page.getByText("<img src=x onerror=alert(1)>").count()).toBeGreaterThan(0);
    expect(dialogs).toEqual([]);
    await page.close();
  });
});

/** Runs in the page. */
const borderWidth = (element: object): string =>
  (globalThis as unknown as { getComputedStyle(element: object): { borderTopWidth: string } }).getComputedStyle(element)
    .borderTopWidth;

const order = `import { type Context, type Elicit, elicit, type Resolve } from "@mcp-gen/runtime";

export interface Dish {
  /** @title Dish of the <day> */
  dish: string;
  size: "small" | "large";
  /** @integer @minimum 1 @maximum 8 */
  guests: number;
  spicy: boolean;
}

export const askDish = (table: number): Elicit<Dish> => elicit(\`What does table \${table} want?\`);

/** Order <img src=x onerror=alert(1)> a dish. @tool order */
export async function order(table: number, dish: Resolve<Dish, typeof askDish>, ctx: Context<{ again: Dish }>): Promise<string> {
  const again = await ctx.elicit("again", "And then?");
  return \`\${table} \${dish.dish} \${again.action}\`;
}
`;
