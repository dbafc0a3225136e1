/** Questions answered on the page, in a real browser; and what the page refuses to everybody else. */

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type HttpServing, serveHttp } from "@mcp-gen/runtime/node";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { root } from "../generator/harness.js";
import { launchBrowser, withoutBrowser } from "./browser.js";
import { hostile, server } from "./every-field.js";

interface Call {
  readonly address: string;
  readonly child: ChildProcess;
  readonly result: Promise<{ readonly status: number | null; readonly stdout: string }>;
}

const running: ChildProcess[] = [];
let http: HttpServing;
beforeAll(async () => {
  http = await serveHttp(server, { port: 0 });
});
afterAll(() => http.close());
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

async function callOnPage(args: readonly string[]): Promise<Call> {
  const child = spawn(process.execPath, [join(root, "bin/mcp-gen.js"), "call", ...args, "--web"], {
    cwd: join(root, "fixtures/projects/bistro"),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let stdout = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const result = new Promise<{ status: number | null; stdout: string }>((resolve) =>
    child.once("close", (status) => resolve({ status, stdout })),
  );
  if (child.stderr === null) throw new Error("no stderr");
  for await (const line of createInterface(child.stderr)) {
    const address = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(line)?.[0];
    if (address !== undefined) return { address, child, result };
  }
  throw new Error("the command said no address");
}

const christmas = [".", "book_table", "--arg", "date=2025-12-25", "--arg", "partySize=2"];

describe.skipIf(withoutBrowser)("in a browser", () => {
  let browser: Browser;
  let page: Page;
  const dialogs: string[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterAll(() => browser?.close());

  test.each(["legacy", "modern"])("the Christmas table is booked, an invalid entry is corrected first (%s)", async (mode) => {
    const call = await callOnPage([...christmas, "--mode", mode]);
    await page.goto(call.address);
    await page.getByText("Would you like to try another date?").waitFor();
    await page.getByRole("button", { name: "Send" }).click(); // the browser itself holds it back
    expect(
      await page
        .locator("input[type=radio]")
        .first()
        .evaluate((input) => (input as unknown as { validity: { valid: boolean } }).validity.valid),
    ).toBe(false);
    await page.getByLabel("Yes").check();
    await page.getByLabel("Date").fill("2025-12-27");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("The call is over.").waitFor();
    expect(await call.result).toEqual({ status: 0, stdout: "Booked a table for 2 on 2025-12-27.\n" });
  });

  test.each(["Decline", "Cancel"])("%s", async (button) => {
    const call = await callOnPage(christmas);
    await page.goto(call.address);
    await page.getByRole("button", { name: button }).click();
    expect(await call.result).toEqual({ status: 0, stdout: "No booking made.\n" });
  });

  test("a page that was opened before the question comes shows it by itself", async () => {
    const call = await callOnPage([".", "pay_deposit", "--arg", "bookingId=B1"]);
    await page.goto(call.address);
    await page.getByText("pay.example.com", { exact: true }).waitFor();
    expect(await page.getByText("https://pay.example.com/deposit/B1").count()).toBe(1);
    expect(await page.locator("a").count()).toBe(0);
    await page.getByRole("button", { name: "Accept" }).click();
    expect((await call.result).stdout).toBe("Complete the payment in your browser.\n");
  });

  test("every kind of field; texts of a stranger stay texts", async () => {
    const call = await callOnPage([http.url, "order"]);
    await page.goto(call.address);
    await page.getByText("What shall it be?").waitFor();
    expect(await page.locator("img, script:not([nonce])").count()).toBe(0);
    expect(await page.content()).not.toContain(hostile);
    await page.locator("#field-0").fill("Ada");
    await page.locator("#field-1").fill("ada@example.com");
    await page.locator("#field-2").fill("4");
    await page.locator("#field-4").selectOption({ label: "White" });
    await page.getByLabel("olives").check();
    await page.getByLabel("cake").check();
    await page.getByRole("button", { name: "Send" }).click();
    const { stdout } = await call.result;
    expect(JSON.parse(stdout)).toEqual({
      action: "accept",
      data: { name: "Ada", mail: "ada@example.com", seats: 4, vegan: false, wine: "w", extras: ["olives", "cake"] },
    });
    expect(dialogs).toEqual([]);
  });

  test("what gets past the browser is refused at the field, and what was typed stays", async () => {
    const call = await callOnPage([http.url, "order"]);
    await page.goto(call.address);
    await page.getByText("What shall it be?").waitFor();
    await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.locator("#field-0").fill("A");
    await page.locator("#field-1").fill("nobody");
    for (const box of ["bread", "olives", "cake"]) await page.getByLabel(box).check();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("This has to be a string of at least 2 characters.").waitFor();
    expect(await page.locator(".fault").allInnerTexts()).toEqual([
      "This has to be a string of at least 2 characters.",
      "This has to be an e-mail address.",
      "This is needed.",
      "This is needed.",
      "This has to be at most 2 choices.",
    ]);
    expect(await page.locator("#field-1").inputValue()).toBe("nobody");
    await page.getByRole("button", { name: "Decline" }).click();
    expect((await call.result).stdout).toBe('{"action":"decline"}\n');
  });
});

describe("nobody else", () => {
  test("reads or answers: not without the token, not from another site, not under another name", async () => {
    const call = await callOnPage(christmas);
    const { origin } = new URL(call.address);
    const body = new URLSearchParams({ question: "1", action: "accept" });
    const status = async (address: string, init: RequestInit = {}): Promise<number> =>
      (await fetch(address, { redirect: "manual", ...init })).status;
    expect(await status(origin)).toBe(404);
    expect(await status(`${call.address.slice(0, -1)}_`)).toBe(404);
    expect(await status(call.address, { headers: { origin: "https://evil.example" } })).toBe(403);
    expect(await status(call.address, { method: "POST", body })).toBe(403); // a form of another site may hide its origin
    expect(await status(call.address, { method: "POST", body, headers: { origin: "https://evil.example" } })).toBe(403);
    expect(await status(call.address, { method: "PUT", body, headers: { origin } })).toBe(405);
    expect(await status(call.address)).toBe(200);
    const { headers } = await fetch(call.address);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });
});
