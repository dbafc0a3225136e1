/** What one server object offers at the moment: found by name or address, as far as the caller may see it. */

import type { Fields } from "../json.js";
import type { App, Offer, Prompt, Resource, ResourceTemplate, Tool } from "./app.js";
import { holdsScope } from "./caller.js";
import { Changes } from "./changes.js";
import type { Auth } from "./domain.js";

/** The lists as clients know them. */
export interface Lists {
  readonly tools: Tool;
  readonly prompts: Prompt;
  readonly resources: Resource;
  readonly resourceTemplates: ResourceTemplate;
}

/** What a change notice can name; templates belong to the resources. */
export type ListName = "tools" | "prompts" | "resources";

/** Longer addresses belong to nothing: patterns are not let loose on whole request bodies. In characters. */
const longestAddress = 8192;

/** A resource or template together with the values of the template's variables. */
export interface Found {
  readonly resource: Resource | ResourceTemplate;
  readonly variables: Fields;
}

/** The property of a server under which its offering stands; absent from a plain definition. */
export const offering: unique symbol = Symbol.for("mcp-gen.offering") as never;

export class Offering {
  readonly app: App;
  readonly changes = new Changes();
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #prompts: ReadonlyMap<string, Prompt>;
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #templates: ReadonlyMap<string, ResourceTemplate>;
  readonly #hidden = new Set<Offer>();
  /** Definitions do not change: what decides over a list is looked up once, not for each request. */
  readonly #scopes = new Map<keyof Lists, readonly string[]>();
  #edition = 0;

  /** @throws Error when two of a kind have one name or address. */
  constructor(app: App) {
    this.app = app;
    this.#tools = table(app, "tools named", app.tools, ({ name }) => name);
    this.#prompts = table(app, "prompts named", app.prompts ?? [], ({ name }) => name);
    this.#resources = table(app, "resources with the address", app.resources ?? [], ({ uri }) => uri);
    this.#templates = table(app, "templates with the address", app.resourceTemplates ?? [], ({ uriTemplate }) => uriTemplate);
  }

  /** Grows whenever something is hidden or shown: what was prepared for an older edition is out of date. */
  get edition(): number {
    return this.#edition;
  }

  tool(name: string, auth: Auth | undefined): Tool | undefined {
    return this.#seen(this.#tools.get(name), auth);
  }

  prompt(name: string, auth: Auth | undefined): Prompt | undefined {
    return this.#seen(this.#prompts.get(name), auth);
  }

  /** The resource at an address, or the first template that fits it. */
  resource(uri: string, auth: Auth | undefined): Found | undefined {
    const found = this.#find(uri);
    return found !== undefined && this.#isSeen(found.resource, auth) ? found : undefined;
  }

  /** A template by its own text, or the one that an address fits. */
  template(uri: string, auth: Auth | undefined): ResourceTemplate | undefined {
    const template = this.#seen(this.#templates.get(uri), auth);
    const found = template ?? this.resource(uri, auth)?.resource;
    return found !== undefined && "uriTemplate" in found ? found : undefined;
  }

  /** What a caller sees of a list, in the order of definition. */
  list<K extends keyof Lists>(kind: K, auth: Auth | undefined): Lists[K][] {
    return this.#all(kind).filter((offer) => this.#isSeen(offer, auth));
  }

  /** The scopes that decide what is seen of a list. */
  scopesOf(kind: keyof Lists): readonly string[] {
    let scopes = this.#scopes.get(kind);
    if (scopes === undefined) {
      scopes = [...new Set(this.#all(kind).flatMap((offer) => offer.scopes ?? []))].sort();
      this.#scopes.set(kind, scopes);
    }
    return scopes;
  }

  /** The scopes that a caller lacks for something that is there; undefined when nothing is lacking or nothing is there. */
  scopesLacking(kind: ListName, key: string, auth: Auth | undefined): readonly string[] | undefined {
    const tables = {
      tools: () => this.#tools.get(key),
      prompts: () => this.#prompts.get(key),
      resources: () => this.#find(key)?.resource,
    };
    const offer: Offer | undefined = tables[kind]();
    if (offer === undefined || this.#hidden.has(offer) || holds(offer, auth)) return undefined;
    return offer.scopes;
  }

  /** Shows or hides something, and tells those who listen. @param key - the name; of a resource its address, of a template its text. */
  setAvailable(list: ListName, key: string, available: boolean): void {
    const offer: Offer | undefined =
      list === "tools"
        ? this.#tools.get(key)
        : list === "prompts"
          ? this.#prompts.get(key)
          : (this.#resources.get(key) ?? this.#templates.get(key));
    if (offer === undefined) throw new RangeError(`The server ${this.app.name} has nothing named ${key} among its ${list}.`);
    if (this.#hidden.has(offer) !== available) return;
    if (available) this.#hidden.delete(offer);
    else this.#hidden.add(offer);
    this.#edition += 1;
    this.changes.publish({ list });
  }

  #all<K extends keyof Lists>(kind: K): Lists[K][] {
    const tables = { tools: this.#tools, prompts: this.#prompts, resources: this.#resources, resourceTemplates: this.#templates };
    return [...(tables[kind] as unknown as ReadonlyMap<string, Lists[K]>).values()];
  }

  #find(uri: string): Found | undefined {
    const resource = this.#resources.get(uri);
    if (resource !== undefined && !this.#hidden.has(resource)) return { resource, variables: {} };
    if (uri.length > longestAddress) return undefined;
    for (const template of this.#templates.values()) {
      const variables = this.#hidden.has(template) ? undefined : variablesOf(template, uri);
      if (variables !== undefined) return { resource: template, variables };
    }
    return undefined;
  }

  #seen<O extends Offer>(offer: O | undefined, auth: Auth | undefined): O | undefined {
    return offer !== undefined && this.#isSeen(offer, auth) ? offer : undefined;
  }

  #isSeen(offer: Offer, auth: Auth | undefined): boolean {
    return !this.#hidden.has(offer) && holds(offer, auth);
  }
}

/** The offering of a server, or a new one for a definition that is served as it stands. */
export function offeringOf(app: App): Offering {
  return (app as App & { readonly [offering]?: Offering })[offering] ?? new Offering(app);
}

function table<O>(app: App, what: string, offers: readonly O[], keyOf: (offer: O) => string): ReadonlyMap<string, O> {
  const found = new Map<string, O>();
  for (const offer of offers) {
    const key = keyOf(offer);
    if (found.has(key)) throw new Error(`The server ${app.name} has two ${what} ${key}.`);
    found.set(key, offer);
  }
  return found;
}

/** Whether the caller holds every scope that something asks for. */
function holds({ scopes }: Offer, auth: Auth | undefined): boolean {
  return scopes === undefined || scopes.every((scope) => holdsScope(auth, scope));
}

/** The decoded values of a template's variables; undefined for an address that does not fit. */
function variablesOf({ pattern, variables }: ResourceTemplate, uri: string): Fields | undefined {
  pattern.lastIndex = 0; // a pattern with a flag that remembers must not depend on the address before
  const match = pattern.exec(uri);
  if (match === null) return undefined;
  const values: Fields = Object.create(null) as Fields;
  for (const [index, variable] of variables.entries()) {
    const group = match[index + 1];
    if (group === undefined) continue;
    try {
      values[variable] = decodeURIComponent(group);
    } catch {
      return undefined; // malformed percent-encoding
    }
  }
  return values;
}
