/** The fourth stage: model + options -> the files to write, each with its template and view. Runs only without errors. */
import type { Staged } from "./diagnostics.js";
import type { Model, ToolModel } from "./model.js";
import { camelCase, compareNames, NameScope } from "./names.js";
import type { Options } from "./options.js";
import { clientFileView } from "./plan/client-file.js";
import { Imports, relativeSpecifier } from "./plan/imports.js";
import { toolFileView } from "./plan/tool-file.js";
import type { PlannedFile, ServerFileView } from "./views.js";

export async function plan(model: Model, options: Options, importExtension: string): Promise<Staged<readonly PlannedFile[]>> {
  const tools = [...model.tools].sort((a, b) => compareNames(a.name, b.name));
  const constants = new NameScope(["server", "defineServer"]);
  const files = new NameScope([], (name) => name.toLowerCase());
  const places = tools.map((tool) => ({
    tool,
    file: `${options.out}/tools/${files.take(fileName(tool))}.ts`,
    constant: constants.take(camelCase(`${tool.name} tool`)),
    importExtension,
  }));
  const inside = (path: string): string => path.slice(options.out.length + 1);
  const planned: PlannedFile[] = places.map(({ tool, ...place }) => ({
    path: inside(place.file),
    template: "tool.ts",
    view: toolFileView(model, tool, place, options.profile === "strict"),
  }));
  const server = `${options.out}/server.ts`;
  const imports = new Imports(new NameScope(), (file) => relativeSpecifier(server, file, importExtension));
  imports.runtime("defineServer");
  for (const { file, constant } of places) imports.source({ file, name: constant });
  const { name, version, title, instructions } = options.server;
  const view: ServerFileView = {
    imports: imports.views(),
    name,
    version,
    title,
    instructions,
    tools: places.map(({ constant }) => constant),
  };
  planned.push({ path: "server.ts", template: "server.ts", view });
  planned.push({ path: "client.ts", template: "client.ts", view: await clientFileView(model, tools, options) });
  return { value: planned, diagnostics: [] };
}

/** The tool's own name, but for what file systems and compilers give a meaning of their own. */
function fileName({ name }: ToolModel): string {
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
  const isSpecial = /^\.|\.$|\.(d|test|spec)$/i.test(name);
  return isReserved || isSpecial ? `tool-${name.replaceAll(".", "-")}` : name;
}
