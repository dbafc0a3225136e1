/** Types that a schema library infers from its own schemas: what is checked at run time by those is not in the type. */
import { ts } from "../compiler.js";
import type { Scope } from "./scope.js";

/** Warns when an annotation is such a type, by itself or through aliases of the sources. */
export function checkInferred(scope: Scope, annotation: ts.TypeNode, path: string): void {
  const seen = new Set<ts.Node>();
  let node = annotation;
  while (ts.isTypeReferenceNode(node) && !seen.has(node)) {
    seen.add(node);
    const alias = scope.symbolAt(node.typeName)?.declarations?.find(ts.isTypeAliasDeclaration);
    if (alias === undefined) return;
    const isOfSchema = node.typeArguments?.some(ts.isTypeQueryNode) ?? false;
    if (isOfSchema && isOfPackage(alias.getSourceFile())) {
      scope.report("MG1116", scope.span(annotation), { path, type: node.getText() });
      return;
    }
    node = alias.type;
  }
}

/** ReturnType and its kin take `typeof` too, and are the language's own. */
const isOfPackage = ({ isDeclarationFile, fileName }: ts.SourceFile): boolean =>
  isDeclarationFile && !/[/\\]lib\.[\w.]*d\.ts$/.test(fileName);
