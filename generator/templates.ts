/** The built-in templates, read from the folder of the package. */
import { fileURLToPath } from "node:url";
import type { Host } from "./host.js";
import type { Templates } from "./templating/template-set.js";

const names = [
  ...["tool.ts", "prompt.ts", "resource.ts", "server.ts", "client.ts"],
  ...[
    "check-constants",
    "check-functions",
    "completions",
    "declarations",
    "handle",
    "interface",
    "metadata",
    "naming",
    "nested",
  ].map((name) => `partials/${name}`),
];

/** The compiled file lies in dist/generator; the templates beside dist. */
const folder = fileURLToPath(new URL("../../templates/", import.meta.url));

export function builtInTemplates(host: Pick<Host, "read">): Templates {
  const read = (name: string): string => {
    const text = host.read(folder + name);
    if (text === null) throw new Error(`The file ${name} of the templates is missing from the package.`);
    return text;
  };
  return { sources: new Map(names.map((name) => [name, read(`${name}.hbs`)])), context: read("context-v1.schema.json") };
}
