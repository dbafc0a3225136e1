/** What templates need of TypeScript: whether an output parses, and a helpers file as JavaScript. The only file here that uses the compiler. */
import { ts } from "../compiler.js";

export interface SyntaxFault {
  readonly offset: number;
  readonly reason: string;
}

/** The first fault of a text that claims to be code by its name; null when it parses. */
export function syntaxFault(path: string, text: string): SyntaxFault | null {
  if (path.endsWith(".json")) return jsonFault(text);
  if (!/\.[cm]?[jt]sx?$/.test(path)) return null;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false);
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  const [first] = parseDiagnostics;
  if (first === undefined) return null;
  return { offset: first.start, reason: ts.flattenDiagnosticMessageText(first.messageText, " ") };
}

function jsonFault(text: string): SyntaxFault | null {
  const { parseDiagnostics } = ts.parseJsonText("output.json", text) as unknown as {
    readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[];
  };
  const [first] = parseDiagnostics;
  if (first !== undefined) return { offset: first.start, reason: ts.flattenDiagnosticMessageText(first.messageText, " ") };
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    // What TypeScript takes beyond JSON: comments, other quotes, a comma at the end. V8 tells the place in its text only.
    const offset = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    return { offset, reason: "comments, single quotes and commas at the end are not JSON." };
  }
}

export interface HelperSignature {
  readonly name: string;
  readonly parameters: readonly { readonly kind: "text" | "number" | "boolean" | "json"; readonly isOptional: boolean }[];
  readonly isRest: boolean;
  readonly gives: "text" | "number" | "boolean";
}

export interface HelperModule {
  readonly signatures: readonly HelperSignature[];
  /** CommonJS. */
  readonly script: string;
}

/** The exported functions of a helpers file; or why there are none, with the place. */
export function readHelpers(path: string, text: string): HelperModule | SyntaxFault {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const fault = syntaxFault(path, text);
  if (fault !== null) return fault;
  const signatures: HelperSignature[] = [];
  for (const statement of file.statements) {
    const offset = statement.getStart();
    if (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
      return { offset, reason: "it imports something that is no type" };
    const isExported =
      ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported !== true && !ts.isExportDeclaration(statement) && !ts.isExportAssignment(statement)) continue;
    if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) continue;
    if (!ts.isFunctionDeclaration(statement) || statement.name === undefined)
      return { offset, reason: "it exports something that is no function with a name" };
    if (
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword || kind === ts.SyntaxKind.DefaultKeyword)
    )
      return { offset, reason: "a helper is neither async nor a default export" };
    signatures.push({
      name: statement.name.text,
      parameters: statement.parameters.map(({ type, questionToken, initializer }) => ({
        kind: kindOf(type),
        isOptional: questionToken !== undefined || initializer !== undefined,
      })),
      isRest: statement.parameters.at(-1)?.dotDotDotToken !== undefined,
      gives: givenBy(statement.type),
    });
  }
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  return { signatures, script: outputText };
}

function kindOf(type: ts.TypeNode | undefined): "text" | "number" | "boolean" | "json" {
  const item =
    type !== undefined && ts.isArrayTypeNode(type) && ts.isParameter(type.parent) && type.parent.dotDotDotToken
      ? type.elementType
      : type;
  if (item?.kind === ts.SyntaxKind.StringKeyword) return "text";
  if (item?.kind === ts.SyntaxKind.NumberKeyword) return "number";
  return item?.kind === ts.SyntaxKind.BooleanKeyword ? "boolean" : "json";
}

function givenBy(type: ts.TypeNode | undefined): "text" | "number" | "boolean" {
  const kind = kindOf(type);
  return kind === "json" ? "text" : kind;
}
