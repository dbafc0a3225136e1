/** Constants and enum members -> a choice, in declared order. */
import { ts } from "../compiler.js";
import type { Choice, ChoiceType, EnumMember } from "../model.js";
import { brandOf, unbranded } from "./brand.js";
import { docOf } from "./jsdoc.js";
import { memberOrder } from "./order.js";
import type { Scope } from "./scope.js";
import type { Place } from "./type.js";
import { constantOf } from "./type-node.js";

/** Null when something was reported. */
export function readChoice(
  scope: Scope,
  given: readonly ts.Type[],
  place: Pick<Place, "path" | "node" | "at"> & Partial<Pick<Place, "direction">>,
): ChoiceType | null {
  const members = given.map((each) => unbranded(scope, each));
  const enums = new Set(members.map((each) => enumMemberOf(each)?.parent));
  const [only] = enums;
  const compare = memberOrder(scope, place.node);
  // An enum is in the order of its own declaration, whatever names it.
  const order = only !== undefined && enums.size === 1 ? enumOrder(scope, only) : null;
  const sorted = [...members].sort((a, b) =>
    order === null ? compare(a, b) : order.indexOf(constantOf(a)) - order.indexOf(constantOf(b)),
  );
  const choices = new Map<string | number | boolean, Choice>();
  for (const type of sorted) {
    const value = constantOf(type);
    if (value === null || choices.has(value)) continue;
    const member = readMember(scope, type, place);
    if (member === "reported") return null;
    choices.set(value, { value, ...member });
  }
  const branded = given.some((each) => brandOf(scope, each)?.branded === true);
  return { kind: "choice", choices: [...choices.values()], branded, keywords: {} };
}

const enumOrder = (scope: Scope, { members }: ts.EnumDeclaration): unknown[] =>
  members.map((member) => scope.checker.getConstantValue(member));

function readMember(
  scope: Scope,
  type: ts.Type,
  place: Parameters<typeof readChoice>[2],
): Pick<Choice, "title" | "member"> | "reported" {
  const declaration = enumMemberOf(type);
  if (declaration === undefined) return { title: null, member: null };
  const { parent } = declaration;
  const symbol = scope.symbolAt(parent.name);
  const { enumeration, within } = referenceTo(scope, parent);
  if (enumeration === null && place.direction !== "out") {
    scope.report("MG1106", scope.span(place.node ?? place.at), { path: place.path, name: parent.name.text });
    return "reported";
  }
  const siblings = (symbol?.declarations ?? []).filter(ts.isEnumDeclaration).flatMap(({ members }) => [...members]).length;
  const title = docOf(declaration).tags.find(({ name }) => name === "title")?.text ?? "";
  return { title: title === "" ? null : title, member: { enumeration, within, name: declaration.name.getText(), siblings } };
}

/** How emitted code can name an enum: by itself, or through the namespaces around it. */
function referenceTo(scope: Scope, declaration: ts.EnumDeclaration): Pick<EnumMember, "enumeration" | "within"> {
  const file = declaration.getSourceFile();
  let within = "";
  let at: ts.EnumDeclaration | ts.ModuleDeclaration = declaration;
  while (scope.isSource(file)) {
    const symbol = scope.symbolAt(at.name);
    const enumeration = symbol === undefined ? null : scope.exportedAs(symbol, file);
    if (enumeration !== null) return { enumeration, within };
    const isExported = (ts.getCombinedModifierFlags(at) & ts.ModifierFlags.Export) !== 0;
    const outer: ts.Node = ts.isModuleBlock(at.parent) ? at.parent.parent : at.parent;
    if (!isExported || !ts.isModuleDeclaration(outer)) break;
    within = `.${at.name.text}${within}`;
    at = outer;
  }
  return { enumeration: null, within: "" };
}

function enumMemberOf(type: ts.Type): ts.EnumMember | undefined {
  if ((type.flags & ts.TypeFlags.EnumLiteral) === 0) return undefined;
  const declaration = type.getSymbol()?.valueDeclaration;
  if (declaration !== undefined && ts.isEnumMember(declaration)) return declaration;
  // An enum of one member is its member's type.
  return declaration !== undefined && ts.isEnumDeclaration(declaration) ? declaration.members[0] : undefined;
}
