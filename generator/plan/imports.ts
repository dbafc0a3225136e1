/** The imports of one emitted file: names handed out without collisions, lists sorted as formatters sort them. */
import type { Reference } from "../model.js";
import { compareImported, compareNames, type NameScope } from "../names.js";
import type { ImportedName, ImportView } from "../views.js";

export const runtimeModule = "@mcp-gen/runtime/generated/v1";

export class Imports {
  readonly #modules = new Map<string, Map<string, ImportedName>>();
  readonly #scope: NameScope;
  readonly #specifier: (file: string) => string;

  /** `specifier` gives the module specifier of a source file as seen from the emitted file. */
  constructor(scope: NameScope, specifier: (file: string) => string) {
    this.#scope = scope;
    this.#specifier = specifier;
  }

  /** A name of the runtime: always under its own name, which the scope keeps free. */
  runtime(name: string, type = false): void {
    this.#add(runtimeModule, { name, as: name, isType: type });
  }

  /** The name in this file of an exported name of a source. */
  source({ file, name: path }: Reference, type = false): string {
    const [name = path, ...members] = path.split(".");
    const as = this.#named(file, name, type);
    return [as, ...members].join(".");
  }

  #named(file: string, name: string, type: boolean): string {
    const module = /\.[mc]?tsx?$/.test(file) ? this.#specifier(file) : file;
    const known = this.#modules.get(module)?.get(name);
    if (known !== undefined) {
      if (known.isType && !type) this.#add(module, { ...known, isType: false });
      return known.as;
    }
    const as = this.#scope.take(name);
    this.#add(module, { name, as, isType: type });
    return as;
  }

  views(): ImportView[] {
    return [...this.#modules]
      .sort(([a], [b]) => rank(a) - rank(b) || compareNames(a, b))
      .map(([module, found]) => {
        const names = [...found.values()].sort((a, b) => compareImported(a.name, b.name));
        const typeOnly = names.every(({ isType }) => isType);
        return { module, typeOnly, names };
      });
  }

  #add(module: string, name: ImportedName): void {
    const names = this.#modules.get(module) ?? new Map<string, ImportedName>();
    this.#modules.set(module, names.set(name.name, name));
  }
}

/** Packages first, then what is furthest away. */
const rank = (module: string): number => {
  if (!module.startsWith(".")) return 0;
  return module.startsWith("../") ? 100 - module.split("../").length : 200;
};

/** The relative specifier from the emitted file `from` to the file `to`, both relative to the project folder. */
export function relativeSpecifier(from: string, to: string, extension: string): string {
  const [source, target] = [from.split("/").slice(0, -1), to.split("/")];
  let common = 0;
  while (common < source.length && common < target.length - 1 && source[common] === target[common]) common++;
  const up = source.slice(common).map(() => "..");
  const path = [...(up.length === 0 ? ["."] : up), ...target.slice(common)].join("/");
  return withEnding(path, extension);
}

/** `.mts` and `.cts` name their kind of module: they keep a letter of their own under every setting. */
function withEnding(path: string, extension: string): string {
  const match = /\.([mc]?)tsx?$/.exec(path);
  if (match === null || extension === ".ts") return path;
  const [ending = "", letter = ""] = match;
  const bare = path.slice(0, -ending.length);
  return letter !== "" ? `${bare}.${letter}js` : bare + extension;
}
