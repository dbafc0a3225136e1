import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@mcp-gen/runtime/client";
import type { Server } from "@mcp-gen/runtime/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { diskHost } from "../../generator/host.js";
import { text } from "../runtime/matrix.js";
import { buildFolder, root, writeText } from "./harness.js";

let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/packages-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files: Readonly<Record<string, string>> = {
  "node_modules/desk/package.json": JSON.stringify({
    name: "desk",
    version: "1.0.0",
    type: "module",
    exports: { ".": "./index.js" },
  }),
  "node_modules/desk/index.d.ts": `import type { Elicit } from "@mcp-gen/runtime";
export interface Signature { initials: string; }
export declare function sign(topic: string): Signature | Elicit<Signature>;
export declare class Office { static sign(topic: string): Elicit<Signature>; }
export interface Deep { inner: { a: string }; }
export declare function dig(): Elicit<Deep>;
`,
  "node_modules/desk/index.js": `import { elicit } from "@mcp-gen/runtime";
export const sign = (topic) => (topic === "free" ? { initials: "-" } : elicit("Sign " + topic + "?"));
export class Office { static sign(topic) { return elicit("Office, sign " + topic + "?"); } }
export const dig = () => elicit("Dig?");
`,
  "tsconfig.json": JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2022", strict: true, types: ["node"] } }),
  "mcp-gen.config.json": JSON.stringify({ name: "packages", version: "1.0.0" }),
};

it("takes resolvers from packages: named, renamed, through a namespace, static", async () => {
  for (const [path, content] of Object.entries(files)) writeText(join(folder, path), content);
  writeText(
    join(folder, "src/tools.ts"),
    `import type { Resolve } from "@mcp-gen/runtime";
import { type Signature, sign, sign as again, Office } from "desk";
import * as desk from "desk";

/** Sign. @tool sign_all */
export function signAll(
  topic: string,
  a: Resolve<Signature, typeof sign>,
  b: Resolve<Signature, typeof Office.sign>,
  c: Resolve<Signature, typeof desk.sign>,
  d: Resolve<Signature, typeof again>,
): string {
  return [topic, a.initials, b.initials, c.initials, d.initials].join(" ");
}
`,
  );
  const built = await buildFolder(folder, diskHost);
  expect(built.text).toContain("0 errors");
  const emitted = built.files?.find(({ path }) => path.endsWith("sign_all.ts"))?.text;
  expect(emitted).toContain('import { Office, sign } from "desk";');
  expect(emitted).toContain("() => sign(args.topic)");
  expect(emitted).toContain("() => Office.sign(args.topic)");
  const { server } = (await import(join(folder, "src/mcp/server.ts"))) as { server: Server };
  const asked: string[] = [];
  const client = await connect(server, {
    elicitation: ({ message }) => {
      asked.push(message);
      return { action: "accept", content: { initials: String(asked.length) } };
    },
  });
  expect(text(await client.callTool("sign_all", { topic: "deed" }))).toBe("deed 1 2 1 1");
  expect(asked).toEqual(["Sign deed?", "Office, sign deed?"]);
  await client.close();
});

it("refuses a package's question that no form could show where the sources name it", async () => {
  writeText(
    join(folder, "src/tools.ts"),
    `import type { Resolve } from "@mcp-gen/runtime";
import { type Deep, dig } from "desk";

/** Dig. @tool dig */
export function digDeep(deep: Resolve<Deep, typeof dig>): string {
  return deep.inner.a;
}
`,
  );
  const built = await buildFolder(folder);
  expect(built.files).toBeNull();
  expect(built.codes).toContain("MG2001");
  expect(built.text).toContain("resolver dig, for parameter 'deep' of tool dig");
});
