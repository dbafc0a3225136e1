/** What prompts and resources have in common: arguments that the protocol carries as text, and results of the runtime's own types. */
import { ts } from "../compiler.js";
import type { TypeModel } from "../model.js";
import { offerWords } from "../offers.js";
import { argumentsOf } from "../schema/arguments.js";
import { describeType } from "../schema/describe.js";
import { returnedNode } from "./functions.js";
import { type Common, type Offering, withoutInterim } from "./offer.js";

/** False when an argument is something else, which is reported. */
export function checkTextArguments(offering: Offering, { parameters }: Common): boolean {
  const { scope } = offering.analysis;
  let fine = true;
  for (const parameter of parameters) {
    if (parameter.kind === "options" && parameter.whole !== null) {
      const facts = { reason: "its type is no plain object", way: "write the arguments as parameters of their own." };
      scope.report("MG1008", parameter.span, facts);
      fine = false;
      continue;
    }
    for (const { name, type } of argumentsOf({ parameters: [parameter] })) {
      if (isText(type)) continue;
      scope.report("MG4003", parameter.span, { argument: name, owner: offerWords(offering), type: describeType(type) });
      fine = false;
    }
  }
  return fine;
}

function isText(type: TypeModel): boolean {
  switch (type.kind) {
    case "string":
    case "instance":
      return true;
    case "choice":
      return type.choices.every(({ value }) => typeof value === "string");
    case "union":
      return type.members.every(isText);
    default:
      return false;
  }
}

/** Null when the result is nothing that the runtime's type `name` holds, which is reported; `expected` is that type in words. */
export function checkResult(offering: Offering, whole: ts.Type, name: string, expected: string): true | null {
  const { scope } = offering.analysis;
  const { node, name: identifier } = offering.found;
  const type = withoutInterim(scope, whole);
  if (type === null) return true; // it only asks
  const declared = scope.declared(name);
  const isAny = (type.flags & ts.TypeFlags.Any) !== 0;
  // Without the runtime in the program its types are unknown; then the compiler of the project looks at objects.
  const isLikely = ((type.isUnion() ? type.types : [type]) as readonly ts.Type[]).every(
    ({ flags }) => (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Object)) !== 0,
  );
  const fits = declared === undefined ? isLikely : scope.checker.isTypeAssignableTo(type, declared);
  if (fits && !isAny) return true;
  const at = scope.span(returnedNode(node) ?? identifier);
  scope.report("MG4004", at, { owner: offerWords(offering), type: scope.print(type), expected });
  return null;
}
