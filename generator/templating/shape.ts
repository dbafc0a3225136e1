/** The JSON Schema of the context as a type checker needs it: fields, elements, and whether something may be null. */
import { nearestName } from "../names.js";

export const contextVersion = 1;

/** A node of the schema. An empty one is any value. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  /** Code stands in the output as it is; other text is somebody's words. */
  readonly contentMediaType?: string;
  readonly description?: string;
}

export interface ContextSchema {
  readonly properties: Readonly<Record<string, Shape>>;
  readonly $defs: Readonly<Record<string, Shape>>;
}

export const codeMedia = "text/typescript";
export const textShape: Shape = { type: "string" };
export const numberShape: Shape = { type: "number" };
export const booleanShape: Shape = { type: "boolean" };

export class Shapes {
  readonly schema: ContextSchema;

  constructor(schema: ContextSchema) {
    this.schema = schema;
  }

  root(name: string): Shape {
    return this.plain(this.schema.properties[name] ?? {});
  }

  /** Without references, and without null. */
  plain(shape: Shape): Shape {
    if (shape.$ref !== undefined) return this.plain(this.schema.$defs[shape.$ref.slice("#/$defs/".length)] ?? {});
    const other = shape.anyOf?.find(({ type }) => type !== "null");
    return other === undefined ? shape : this.plain(other);
  }

  isNullable(shape: Shape): boolean {
    return shape.anyOf?.some(({ type }) => type === "null") ?? false;
  }

  /** The field as it is declared; null when there is none. */
  field(shape: Shape, name: string): Shape | null {
    const { properties, additionalProperties, type } = this.plain(shape);
    if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name] ?? null;
    if (typeof additionalProperties === "object") return additionalProperties;
    return type === undefined ? {} : null;
  }

  fieldNames(shape: Shape): string[] {
    return Object.keys(this.plain(shape).properties ?? {});
  }

  nearestField(shape: Shape, name: string): string {
    return nearestName(name, this.fieldNames(shape)) ?? "";
  }

  /** What #each goes through; null for what is no list. */
  element(shape: Shape): Shape | null {
    const { type, items, additionalProperties, properties } = this.plain(shape);
    if (type === undefined) return {};
    if (type === "array") return items ?? {};
    return type === "object" && properties === undefined
      ? typeof additionalProperties === "object"
        ? additionalProperties
        : {}
      : null;
  }

  /** The names of all fields, wherever they stand. */
  allFields(): Set<string> {
    const names = new Set<string>();
    const visit = (shape: Shape): void => {
      for (const [name, inner] of Object.entries(shape.properties ?? {})) {
        names.add(name);
        visit(inner);
      }
      for (const inner of [...(shape.anyOf ?? []), ...(shape.items === undefined ? [] : [shape.items])]) visit(inner);
    };
    for (const shape of Object.values(this.schema.$defs)) visit(shape);
    return names;
  }
}
