/** The fourth stage: model + options -> the files to write, each with its template and view. Runs only without errors. */
import type { ClientInput } from "./client/client-input.js";
import type { Staged } from "./diagnostics.js";
import type { Model, OfferModel } from "./model.js";
import { camelCase, NameScope } from "./names.js";
import { sortedOffers } from "./offers.js";
import type { Options } from "./options.js";
import { clientFileView } from "./plan/client-file.js";
import { clientInput } from "./plan/client-model.js";
import { functionsOf, statesOf } from "./plan/graph.js";
import { Imports, relativeSpecifier } from "./plan/imports.js";
import { offerFile } from "./plan/offer-file.js";
import { projectOutput } from "./plan/project-output.js";
import type { Plan, PlannedFile, ServerFileView } from "./views.js";

export async function plan(model: Model, options: Options, importExtension: string): Promise<Staged<Plan>> {
  const constants = new NameScope(["server", "defineServer"]);
  const files = new NameScope([], (path) => path.toLowerCase());
  const places = sortedOffers(model).map((offer) => ({
    offer,
    file: `${options.out}/${files.take(`${offer.kind}s/${fileName(offer)}`)}.ts`,
    constant: constants.take(camelCase(`${offer.name} ${offer.kind}`)),
    importExtension,
  }));
  const planned: PlannedFile[] = places.map(({ offer, ...place }) =>
    offerFile(model, offer, place, options.profile === "strict", place.file.slice(options.out.length + 1)),
  );
  const server = `${options.out}/server.ts`;
  const imports = new Imports(new NameScope(["server", "defineServer"]), (file) =>
    relativeSpecifier(server, file, importExtension),
  );
  imports.runtime("defineServer");
  for (const { file, constant } of places) imports.source({ file, name: constant });
  const states = statesOf(model.offers.flatMap((offer) => functionsOf(model, offer))).map((state) => imports.source(state, true));
  const { name, version, title, instructions } = options.server;
  const constantsOf = (wanted: (offer: OfferModel) => boolean): string[] =>
    places.filter(({ offer }) => wanted(offer)).map(({ constant }) => constant);
  const view: ServerFileView = {
    imports: imports.views(),
    name,
    version,
    title,
    instructions,
    states,
    tools: constantsOf(({ kind }) => kind === "tool"),
    prompts: constantsOf(({ kind }) => kind === "prompt"),
    resources: constantsOf((offer) => offer.kind === "resource" && offer.template === null),
    resourceTemplates: constantsOf((offer) => offer.kind === "resource" && offer.template !== null),
  };
  planned.push({ path: "server.ts", template: "server.ts", view });
  planned.push({ path: "client.ts", template: "client.ts", view: await clientFileView(clientInput(model, options)) });
  const outputs = places.map(({ offer, constant, file }) => ({ offer, constant, file: file.slice(options.out.length + 1) }));
  return { value: { files: planned, project: () => projectOutput(model, outputs, options) }, diagnostics: [] };
}

/** The same for a client alone, which has no server of its own around it. */
export async function planClient(input: ClientInput): Promise<Plan> {
  const view = await clientFileView(input);
  const server = { name: view.server, version: "", title: null, instructions: null };
  return {
    files: [{ path: "client.ts", template: "client.ts", view }],
    project: () => ({ server, tools: [], prompts: [], resources: [] }),
  };
}

/** Its own name, but for what file systems and compilers give a meaning of their own. */
function fileName({ kind, name }: OfferModel): string {
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
  const isSpecial = /^\.|\.$|\.(d|test|spec)$/i.test(name);
  return isReserved || isSpecial ? `${kind}-${name.replaceAll(".", "-")}` : name;
}
