/** The fourth stage: model + options -> the files to write, each with its template and view. Runs only without errors. */
import type { ClientInput } from "./client/client-input.js";
import type { Staged } from "./diagnostics.js";
import type { GeneratedFile } from "./manifest.js";
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
import type { Schema } from "./schema/json-schema.js";
import type { Plan, PlannedFile, ServerFileView } from "./views.js";

/** The file that was made of an offer, by what else it was made of: its place, and the options. */
export type OfferTexts = ReadonlyMap<OfferModel, { readonly place: string; readonly file: GeneratedFile }>;

interface OfferPlan extends Plan {
  /** What the file at a path is made of. */
  readonly made: ReadonlyMap<string, { readonly offer: OfferModel; readonly place: string }>;
}

/** `before`: files that an earlier build made of offers, with the same templates. */
export async function plan(
  model: Model,
  options: Options,
  importExtension: string,
  before: OfferTexts | null = null,
): Promise<Staged<OfferPlan>> {
  const constants = new NameScope(["server", "defineServer"]);
  const files = new NameScope([], (path) => path.toLowerCase());
  const places = sortedOffers(model).map((offer) => ({
    offer,
    file: `${options.out}/${files.take(`${offer.kind}s/${fileName(offer)}`)}.ts`,
    constant: constants.take(camelCase(`${offer.name} ${offer.kind}`)),
    importExtension,
  }));
  const strict = options.profile === "strict";
  const planned: PlannedFile[] = [];
  const takenOver: GeneratedFile[] = [];
  const made = new Map<string, { readonly offer: OfferModel; readonly place: string }>();
  for (const { offer, ...at } of places) {
    const path = at.file.slice(options.out.length + 1);
    const place = JSON.stringify([at, strict]);
    const known = before?.get(offer);
    made.set(path, { offer, place });
    if (known?.place === place) takenOver.push(known.file);
    else planned.push(offerFile(model, offer, at, strict, path));
  }
  const server = `${options.out}/server.ts`;
  const imports = new Imports(new NameScope(["server", "defineServer"]), (file) =>
    relativeSpecifier(server, file, importExtension),
  );
  imports.runtime("defineServer");
  for (const { file, constant } of places) imports.source({ file, name: constant });
  const states = statesOf(model.offers.flatMap((offer) => functionsOf(model, offer))).map((state) => imports.source(state, true));
  const { name, version, title, instructions, description, websiteUrl, icons } = options.server;
  const constantsOf = (wanted: (offer: OfferModel) => boolean): string[] =>
    places.filter(({ offer }) => wanted(offer)).map(({ constant }) => constant);
  const view: ServerFileView = {
    imports: imports.views(),
    name,
    version,
    title,
    instructions,
    description,
    websiteUrl,
    icons: icons as readonly Schema[] | null,
    states,
    tools: constantsOf(({ kind }) => kind === "tool"),
    prompts: constantsOf(({ kind }) => kind === "prompt"),
    resources: constantsOf((offer) => offer.kind === "resource" && offer.template === null),
    resourceTemplates: constantsOf((offer) => offer.kind === "resource" && offer.template !== null),
  };
  planned.push({ path: "server.ts", template: "server.ts", view });
  planned.push({ path: "client.ts", template: "client.ts", view: await clientFileView(clientInput(model, options)) });
  const outputs = places.map(({ offer, constant, file }) => ({ offer, constant, file: file.slice(options.out.length + 1) }));
  const project = () => projectOutput(model, outputs, options);
  return { value: { out: options.out, files: planned, takenOver, made, project }, diagnostics: [] };
}

/** What a later plan may take over. */
export function textsOf({ made }: OfferPlan, files: readonly GeneratedFile[]): OfferTexts {
  return new Map(
    files.flatMap((file) => {
      const of = made.get(file.path);
      return of === undefined ? [] : [[of.offer, { place: of.place, file }] as const];
    }),
  );
}

/** The same for a client alone, which has no server of its own around it. */
export async function planClient(input: ClientInput): Promise<Plan> {
  const view = await clientFileView(input);
  const server = {
    name: view.server,
    version: "",
    title: null,
    instructions: null,
    description: null,
    websiteUrl: null,
    icons: null,
  };
  return {
    out: "",
    files: [{ path: "client.ts", template: "client.ts", view }],
    takenOver: [],
    project: () => ({ server, tools: [], prompts: [], resources: [] }),
  };
}

/** Its own name, but for what file systems and compilers give a meaning of their own. */
function fileName({ kind, name }: OfferModel): string {
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
  const isSpecial = /^\.|\.$|\.(d|test|spec)$/i.test(name);
  return isReserved || isSpecial ? `${kind}-${name.replaceAll(".", "-")}` : name;
}
