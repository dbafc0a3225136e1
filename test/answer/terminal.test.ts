/** Questions answered in a real terminal. */

import { type HttpServing, serveHttp } from "@mcp-gen/runtime/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { server } from "./every-field.js";
import { callInTerminal, keys, type Session } from "./pty.js";

const christmas = [".", "book_table", "--arg", "date=2025-12-25", "--arg", "partySize=2"];

async function offered(mode: string): Promise<Session> {
  const session = callInTerminal("bistro", [...christmas, "--mode", mode]);
  await session.after("Would you like to try another date?", "");
  return session;
}

describe.each(["legacy", "modern"])("in a terminal, %s", (mode) => {
  test("the Christmas table is booked, an invalid entry is corrected first", async () => {
    const session = await offered(mode);
    await session.after("y/n> ", `perhaps${keys.enter}`);
    await session.after("This has to be true or false.", `y${keys.enter}`);
    await session.after("[2025-12-26]> ", `2025-13-45${keys.enter}`);
    await session.after("This has to be a date such as 2025-12-26.", `2025-12-27${keys.enter}`);
    await session.after("(s)end, (e)dit, (d)ecline or (c)ancel? ", `s${keys.enter}`);
    expect(await session.exit).toBe(0);
    expect(session.shown()).toContain("Booked a table for 2 on 2025-12-27.");
  });

  test("Ctrl+D declines and Ctrl+C cancels", async () => {
    const declining = await offered(mode);
    await declining.after("y/n> ", keys.decline);
    expect(await declining.exit).toBe(0);
    expect(declining.shown()).toContain("Declined.");
    const cancelling = await offered(mode);
    await cancelling.after("y/n> ", keys.cancel);
    expect(await cancelling.exit).toBe(0);
    expect(cancelling.shown()).toContain("Cancelled.");
    for (const each of [declining, cancelling]) expect(each.shown()).toContain("No booking made.");
  });

  test("an answer can be edited before it is sent, and the default is taken with Enter", async () => {
    const session = await offered(mode);
    await session.after("y/n> ", `n${keys.enter}`);
    await session.after("[2025-12-26]> ", keys.enter);
    await session.after("(s)end, (e)dit", `e${keys.enter}`);
    await session.after("y/n> ", `y${keys.enter}`);
    await session.after("[2025-12-26]> ", keys.enter);
    await session.after("(s)end, (e)dit", `s${keys.enter}`);
    expect(await session.exit).toBe(0);
    expect(session.shown()).toContain("Booked a table for 2 on 2025-12-26.");
  });

  test("a link is shown whole with its host in bold, and never opened", async () => {
    const session = callInTerminal("bistro", [".", "pay_deposit", "--arg", "bookingId=B1", "--mode", mode]);
    await session.after("(a)ccept, (d)ecline or (c)ancel? ", `a${keys.enter}`);
    expect(await session.exit).toBe(0);
    expect(session.shown()).toContain("https://pay.example.com/deposit/B1");
    expect(session.raw()).toContain("\u001b[1mpay.example.com\u001b[22m");
    expect(session.shown()).toContain("Complete the payment in your browser.");
  });
});

describe("a stranger's texts", () => {
  let http: HttpServing;
  beforeAll(async () => {
    http = await serveHttp(server, { port: 0 });
  });
  afterAll(() => http.close());

  test("every kind of field; control sequences are shown, not obeyed", async () => {
    const session = callInTerminal("bistro", [http.url, "order"]);
    await session.after("Name", "");
    const type = async (after: string, typed: string): Promise<void> => session.after(after, `${typed}${keys.enter}`);
    await type("> ", "A");
    await type("This has to be a string of at least 2 characters.", "Ada");
    await type("an e-mail address)", "nobody");
    await type("This has to be an e-mail address.", "ada@example.com");
    await type("1 to 8)", "9");
    await type("This has to be 8 or less.", "4");
    await type("Vegan", "");
    await type("2. White", "White");
    await type("3. cake", "2, 3");
    await type("Note", "");
    await type("(s)end", "s");
    expect(await session.exit).toBe(0);
    expect(session.shown()).toContain(
      '"data":{"name":"Ada","mail":"ada@example.com","seats":4,"vegan":false,"wine":"w","extras":["olives","cake"]}',
    );
    expect(session.raw()).not.toContain("owned\u0007");
    expect(session.raw()).not.toContain("\u001b[2J");
    expect(session.shown()).toContain("\\u001b[2J\\u001b]0;owned\\u0007");
  });
});
