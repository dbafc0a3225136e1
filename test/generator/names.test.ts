import { describe, expect, it } from "vitest";
import { camelCase, compareImported, NameScope, nearestName, pascalCase, titleCase } from "../../generator/names.js";
import { relativeSpecifier } from "../../generator/plan/imports.js";
import { commentText, printLiteral, printString } from "../../generator/print.js";
import { isSecretName } from "../../generator/schema/secrets.js";

describe("names", () => {
  it.each([
    ["book_table", "bookTable", "BookTable", "Book Table"],
    ["acceptAlternative", "acceptAlternative", "AcceptAlternative", "Accept Alternative"],
    ["HTTPServer", "httpServer", "HTTPServer", "HTTP Server"],
    ["delete", "delete_", "Delete", "Delete"],
    ["2fa-code", "_2faCode", "_2faCode", "2fa Code"],
    ["@acme/weather-station", "acmeWeatherStation", "AcmeWeatherStation", "Acme Weather Station"],
  ])("%s", (name, camel, pascal, title) => {
    expect([camelCase(name), pascalCase(name), titleCase(name)]).toEqual([camel, pascal, title]);
  });

  it("are handed out once", () => {
    const scope = new NameScope(["a"]);
    expect([scope.take("a"), scope.take("a"), scope.take("a", "b"), scope.take("c")]).toEqual(["a2", "a3", "b", "c"]);
  });

  it("near enough are suggested, and no others", () => {
    expect(nearestName("partysize", ["date", "partySize"])).toBe("partySize");
    expect(nearestName("tolo", ["tool"])).toBe("tool");
    expect(nearestName("colour", ["path", "name"])).toBeNull();
  });

  it("are sorted in imports as formatters sort them", () => {
    const names = ["textOf", "StubOptions", "Stub", "ConnectTarget", "connectStub", "CallOptions"];
    expect(names.sort(compareImported)).toEqual(["CallOptions", "ConnectTarget", "connectStub", "Stub", "StubOptions", "textOf"]);
  });

  it.each(["password", "newPassword", "api_key", "APIKey", "cardNumber", "CVV", "pin", "accessToken", "client-secret"])(
    "%s is a secret",
    (name) => expect(isSecretName(name)).toBe(true),
  );
  it.each(["passwordHint", "tokenCount", "pinned", "spinner", "secretary", "keyboard", "shipping"])("%s is no secret", (name) =>
    expect(isSecretName(name)).toBe(false),
  );
});

describe("specifiers", () => {
  it.each([
    ["src/mcp/tools/a.ts", "src/bookings.ts", ".js", "../../bookings.js"],
    ["src/mcp/server.ts", "src/mcp/tools/a.ts", ".js", "./tools/a.js"],
    ["src/mcp/tools/a.ts", "src/bookings.ts", ".ts", "../../bookings.ts"],
    ["src/mcp/tools/a.ts", "src/deep/b.ts", "", "../../deep/b"],
    ["generated/tools/a.ts", "lib/b.mts", ".js", "../../lib/b.mjs"],
    ["generated/tools/a.ts", "lib/view.tsx", ".js", "../../lib/view.js"],
  ])("from %s to %s", (from, to, extension, expected) => expect(relativeSpecifier(from, to, extension)).toBe(expected));
});

describe("printing", () => {
  it("shows what cannot be seen", () => {
    expect(printString("a\u2028b\u202ec\u{e0041}")).toBe(String.raw`"a\u2028b\u202ec\u{e0041}"`);
    expect(commentText("end */ here")).toBe("end *\\/ here");
  });

  it("breaks a literal only where it does not fit", () => {
    expect(printLiteral({ a: [1, "b"], "c-d": {} }, { indent: 0, used: 0 })).toBe('{ a: [1, "b"], "c-d": {} }');
    expect(printLiteral({ a: [1], b: 2 }, { indent: 2, used: 105 })).toBe("{\n    a: [1],\n    b: 2,\n  }");
  });
});
