/** Unions of constants and enums -> a choice, in declared order. */
import { ts } from "ts-morph";
import type { Choice, ChoiceType, Reference } from "../model.js";
import { compareNames } from "../names.js";
import { docOf } from "./jsdoc.js";
import type { Scope } from "./scope.js";
import type { Place } from "./type.js";
import { constantOf, writtenOrder } from "./type-node.js";

/** Null when something was reported. */
export function readChoice(
  scope: Scope,
  members: readonly ts.Type[],
  place: Pick<Place, "path" | "node" | "at">,
): ChoiceType | null {
  const values = members.map(constantOf).filter((value) => value !== null);
  const declarations = members.map(enumMemberOf);
  const enums = new Set(declarations.map((declaration) => declaration?.parent));
  let enumeration: Reference | null = null;
  const [only] = enums;
  if (only !== undefined || enums.size > 1) {
    if (only === undefined || enums.size > 1) {
      const type = place.node?.getText() ?? members.map((each) => scope.print(each)).join(" | ");
      scope.report("MG1104", scope.span(place.node ?? place.at), { path: place.path, type });
      return null;
    }
    const symbol = scope.symbolAt(only.name);
    enumeration = symbol === undefined ? null : scope.exportedAs(symbol, only.getSourceFile());
    if (enumeration === null || !scope.isSource(only.getSourceFile())) {
      scope.report("MG1106", scope.span(place.node ?? place.at), { path: place.path, name: only.name.text });
      return null;
    }
  }
  const titles = new Map<unknown, string | null>(
    declarations.flatMap((each) => (each === undefined ? [] : [titleOf(scope, each)])),
  );
  const order = enumOrder(scope, only) ?? (place.node === undefined ? [] : writtenOrder(scope, place.node));
  const choices: Choice[] = inOrder(values, order).map((value) => ({ value, title: titles.get(value) ?? null }));
  const isWhole = only === undefined || only.members.length === choices.length;
  const names = declarations.flatMap((each) => (each === undefined ? [] : [each.name.getText()])).sort(compareNames);
  return { kind: "choice", choices, enumeration, members: isWhole ? null : names, keywords: {} };
}

function enumMemberOf(type: ts.Type): ts.EnumMember | undefined {
  if ((type.flags & ts.TypeFlags.EnumLiteral) === 0) return undefined;
  const declaration = type.getSymbol()?.valueDeclaration;
  if (declaration !== undefined && ts.isEnumMember(declaration)) return declaration;
  // An enum of one member is its member's type.
  return declaration !== undefined && ts.isEnumDeclaration(declaration) ? declaration.members[0] : undefined;
}

function titleOf(scope: Scope, member: ts.EnumMember): readonly [string | number | undefined, string | null] {
  const title = docOf(member).tags.find(({ name }) => name === "title");
  return [scope.checker.getConstantValue(member), title === undefined || title.text === "" ? null : title.text];
}

const enumOrder = (scope: Scope, declaration: ts.EnumDeclaration | undefined): (string | number)[] | null =>
  declaration?.members.flatMap((member) => scope.checker.getConstantValue(member) ?? []) ?? null;

/** As written; what is written nowhere (a computed type) comes behind, sorted. */
function inOrder<T extends string | number | boolean>(values: readonly T[], order: readonly unknown[]): T[] {
  const rank = (value: T): number => {
    const index = order.indexOf(value);
    return index === -1 ? order.length : index;
  };
  return [...new Set(values)].sort((a, b) => rank(a) - rank(b) || compareNames(String(a), String(b)));
}
