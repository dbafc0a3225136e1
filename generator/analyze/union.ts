/** Union types -> a choice, a boolean, or alternatives in declared order. */
import { ts } from "../compiler.js";
import type { TypeModel } from "../model.js";
import { brandOf } from "./brand.js";
import { readChoice } from "./choice.js";
import { memberOrder } from "./order.js";
import type { Scope } from "./scope.js";
import { isConstantLike, isUndefined, type Place, readType, withAliasDoc } from "./type.js";

export function readUnion(scope: Scope, type: ts.UnionType, place: Place): TypeModel | null {
  const isNull = (each: ts.Type): boolean => (each.flags & ts.TypeFlags.Null) !== 0;
  if (!place.omittable && type.types.some(isUndefined)) {
    scope.report("MG1111", scope.span(place.node ?? place.at), { path: place.path });
    return null;
  }
  const present = type.types.filter((each) => !isNull(each) && !isUndefined(each));
  const node = place.node ?? aliasNode(type);
  const read = readMembers(scope, absorbed(scope, present), { ...place, node, omittable: false });
  if (read === null) return null;
  const [single] = read;
  const named = node === undefined ? undefined : onlyNode(node);
  // Constants are read together, so the comment of an alias that names them all is still to be heard.
  if (read.length === 1 && single?.kind === "choice" && named !== undefined && named !== node) {
    read[0] = withAliasDoc(scope, single, named, place.path);
  }
  const members: TypeModel[] = type.types.some(isNull) ? [...read, { kind: "null", keywords: {} }] : read;
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { kind: "union", members, keywords: {} };
}

/** What a named union says, for order, when the place itself has no annotation. */
function aliasNode({ aliasSymbol, aliasTypeArguments }: ts.Type): ts.TypeNode | undefined {
  if ((aliasTypeArguments ?? []).length > 0) return undefined;
  return aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration)?.type;
}

/** `"a" | (string & {})` is any string: TypeScript keeps the constants only for editors to suggest. */
function absorbed(scope: Scope, members: readonly ts.Type[]): readonly ts.Type[] {
  const whole = (each: ts.Type): number => {
    const brand = brandOf(scope, each);
    const isPlain = brand === null || !brand.branded;
    return isPlain ? (brand?.core ?? each).flags & (ts.TypeFlags.String | ts.TypeFlags.Number) : 0;
  };
  const flags = members.reduce((sum, each) => sum | whole(each), 0);
  const isCovered = ({ flags: own }: ts.Type): boolean =>
    ((flags & ts.TypeFlags.String) !== 0 && (own & (ts.TypeFlags.StringLiteral | ts.TypeFlags.TemplateLiteral)) !== 0) ||
    ((flags & ts.TypeFlags.Number) !== 0 && (own & ts.TypeFlags.NumberLiteral) !== 0);
  return members.filter((each) => !isCovered(each));
}

function readMembers(scope: Scope, members: readonly ts.Type[], place: Place): TypeModel[] | null {
  const sorted = [...members].sort(memberOrder(scope, place.node));
  const isBoolean = (each: ts.Type): boolean => (each.flags & ts.TypeFlags.BooleanLiteral) !== 0;
  const both = sorted.filter(isBoolean).length === 2;
  const constants = sorted.filter((each) => isConstantLike(scope, each) && !(both && isBoolean(each)));
  const models: TypeModel[] = [];
  let complete = true;
  let choiceDone = false;
  let booleanDone = false;
  for (const each of sorted) {
    let model: TypeModel | null;
    if (both && isBoolean(each)) {
      if (booleanDone) continue;
      booleanDone = true;
      model = { kind: "boolean", keywords: {} };
    } else if (constants.includes(each)) {
      if (choiceDone) continue;
      choiceDone = true;
      model = readChoice(scope, constants, place);
    } else {
      // A member that is alone has the whole annotation for itself; of several, none is known to be this one's.
      const own = place.node === undefined ? undefined : onlyNode(place.node);
      const node = sorted.length === 1 ? own : memberNode(scope, each, place.node);
      model = readType(scope, each, { ...place, node: node ?? undefined, at: place.node ?? place.at });
    }
    if (model === null) complete = false;
    else models.push(model);
  }
  return complete ? models : null;
}

/** An annotation without `| null` and `| undefined`, when one part is left. */
function onlyNode(node: ts.TypeNode): ts.TypeNode | undefined {
  if (!ts.isUnionTypeNode(node)) return node;
  const isNothing = (each: ts.TypeNode): boolean =>
    each.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(each) && each.literal.kind === ts.SyntaxKind.NullKeyword);
  const rest = node.types.filter((each) => !isNothing(each));
  return rest.length === 1 ? rest[0] : node;
}

/** The part of a written union that is this member. */
function memberNode(scope: Scope, type: ts.Type, node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (node === undefined) return undefined;
  if (ts.isParenthesizedTypeNode(node)) return memberNode(scope, type, node.type);
  if (!ts.isUnionTypeNode(node)) return undefined;
  return node.types.find((each) => scope.checker.getTypeFromTypeNode(each) === type);
}
