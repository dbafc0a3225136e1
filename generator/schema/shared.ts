/** What the checking statements of one emitted file share: helpers, constants, functions declared beside them. */
import type { Definitions, Json, TypeModel } from "../model.js";

export type What = "check" | "read";

export interface Shared {
  readonly definitions: Definitions;
  /** The strict profile: null in the place of what may be absent means absent. */
  readonly strict: boolean;
  /** Notes that a name of the runtime is used. */
  readonly use: (helper: string) => void;
  /** The name of a constant that holds the choices. */
  readonly choices: (values: readonly Json[], wish: string) => string;
  /** The name of a constant that holds a regular expression. */
  readonly pattern: (pattern: string, wish: string) => string;
  /** The name of a constant that lists functions. */
  readonly functions: (names: readonly string[], wish: string) => string;
  /**
   * The name of the function that checks a value of any type, or reads it: checks and gives it converted and filled in.
   * Declared on first use.
   */
  readonly whole: (what: What, type: TypeModel, wish: string) => string;
  /** The name of a function that checks a value by the statements given; `identity` tells equal ones. Declared on first use. */
  readonly declared: (identity: string, wish: string, lines: () => readonly string[]) => string;
}

type Setting = Pick<Shared, "definitions" | "strict">;

/** Whether reading a value gives another one: something below is converted or filled in. A default of its own does not count. */
export function changes(shared: Setting, type: TypeModel, seen: ReadonlySet<string> = new Set()): boolean {
  const below = (each: TypeModel): boolean => changes(shared, each, seen);
  switch (type.kind) {
    case "instance":
      return true;
    case "array":
      return below(type.items);
    case "tuple":
      return type.elements.some(below) || (type.rest !== null && below(type.rest));
    case "union":
      return type.members.some(below);
    case "object":
      return (
        type.rest.some((each) => below(each.type)) ||
        type.properties.some((each) => each.type.keywords.default !== undefined || below(each.type) || meansAbsent(shared, each))
      );
    case "reference": {
      const definition = shared.definitions[type.id];
      return definition !== undefined && !seen.has(type.id) && changes(shared, definition.type, new Set([...seen, type.id]));
    }
    default:
      return false;
  }
}

/** Whether null stands for a value that is not there. */
export const meansAbsent = (
  { strict, definitions }: Setting,
  { required, type }: { readonly required: boolean; readonly type: TypeModel },
): boolean => strict && !required && !takesNull(type, definitions);

function takesNull(type: TypeModel, definitions: Definitions): boolean {
  if (type.kind === "union") return type.members.some((member) => takesNull(member, definitions));
  if (type.kind === "reference") {
    const definition = definitions[type.id];
    return definition !== undefined && definition.type.kind !== "object" && takesNull(definition.type, {});
  }
  return type.kind === "null" || (type.kind === "unknown" && type.of === "unknown");
}

const instanceReaders = { Date: "readDate", URL: "readUrl", Uint8Array: "readBytes" } as const;

/** The expression that reads a value which changes. */
export function readExpression(shared: Shared, type: TypeModel, expression: string, path: string, wish: string): string {
  if (type.kind !== "instance") return `${shared.whole("read", type, wish)}(${expression}, ${path}, problems)`;
  shared.use(instanceReaders[type.of]);
  return `${instanceReaders[type.of]}(${expression}, ${path}, problems)`;
}

/** A function for a type, of the file or of the runtime. */
export function functionName(shared: Shared, what: What, type: TypeModel, wish: string): string {
  if (what === "check" || type.kind !== "instance") return shared.whole(what, type, wish);
  shared.use(instanceReaders[type.of]);
  return instanceReaders[type.of];
}
