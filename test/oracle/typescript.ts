/**
 * The third judge: the TypeScript checker, asked whether literals are assignable to a tool's own types. One program for
 * everything that is asked, one statement a literal, one line a statement.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Project, ts } from "ts-morph";
import { readText, root, writeText } from "../generator/harness.js";

/** The types of a tool as the source has them, in words of TypeScript. */
export interface ToolTypes {
  /** Where the function is, relative to the project. */
  readonly source: string;
  /** The object of all arguments. */
  readonly input: string;
  readonly output: string;
}

const noArguments = "Record<string, never>";

/** Finds the function behind `@tool name` in a source file. */
export function typesOf(project: string, source: string, tool: string): ToolTypes {
  const text = readFileSync(join(project, source), "utf8");
  const tag = new RegExp(`@tool ${tool.replaceAll(".", "\\.")}(?![\\w.-])`).exec(text);
  const found = /export (?:async )?(?:function|const) (\w+)/.exec(text.slice(tag?.index ?? text.length));
  const name = found?.[1];
  if (name === undefined) throw new Error(`${source} has no tool ${tool}.`);
  const file = ts.createSourceFile(source, text, ts.ScriptTarget.Latest, true);
  const parameters = parametersOf(file, name);
  const members = parameters.flatMap((parameter, index) => {
    const annotation = parameter.type?.getText() ?? "";
    if (/^(Context|Resolve)\b/.test(annotation)) return [];
    const type = `Parameters<typeof source.${name}>[${index}]`;
    if (!ts.isIdentifier(parameter.name)) return [{ whole: type }];
    const optional =
      parameter.questionToken !== undefined || parameter.initializer !== undefined || allowsUndefined(parameter.type);
    return [{ whole: `{ ${JSON.stringify(parameter.name.text)}${optional ? "?" : ""}: ${type} }` }];
  });
  return {
    source,
    input: members.length === 0 ? noArguments : members.map(({ whole }) => whole).join(" & "),
    output: `Awaited<ReturnType<typeof source.${name}>>`,
  };
}

const allowsUndefined = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined && ts.isUnionTypeNode(type) && type.types.some(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword);

function parametersOf(file: ts.SourceFile, name: string): readonly ts.ParameterDeclaration[] {
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement.parameters;
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: variable, initializer } of statement.declarationList.declarations) {
      if (variable.getText() !== name || initializer === undefined) continue;
      if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) return initializer.parameters;
    }
  }
  throw new Error(`${file.fileName} has no function ${name}.`);
}

export interface Question {
  /** A name of its own, used for the file. */
  readonly id: string;
  readonly types: ToolTypes;
  readonly type: string;
  /** As the client sends it: the source's type itself, or that with dates as strings and so on. */
  readonly onTheWire: boolean;
  /** Expressions. */
  readonly literals: readonly string[];
}

export interface Answers {
  /** By the id of the question: for each literal whether it may be assigned. */
  readonly verdicts: ReadonlyMap<string, readonly boolean[]>;
  /** The same with excess properties forgotten. */
  readonly openly: ReadonlyMap<string, readonly boolean[]>;
  /** What the compiler says of the sources themselves. */
  readonly faults: readonly string[];
}

/**
 * A call tells by its overload whether its argument may be assigned, excess properties and all. A declaration with a type
 * would say the same in a diagnostic, and the words of a hundred thousand diagnostics take minutes. The second argument
 * keeps the second overload out of the pass that prefers subtypes.
 */
const question = [
  "declare const anything: any;",
  "declare function ask(value: Target, other: unknown): true;",
  "declare function ask(value: unknown, other: { readonly never: 1 }): false;",
];

/** The bit of an object literal's type that has its excess properties refused; the public interface does not name it. */
const freshLiteral = 1 << 13;

/** The type of a literal with excess properties forgotten all the way down: the literal's own, which nothing else looks at. */
function stale(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  if (type.isUnion()) for (const each of type.types) stale(checker, each);
  if ((type.flags & ts.TypeFlags.Object) === 0) return type;
  const object = type as ts.ObjectType & { objectFlags: number };
  if ((object.objectFlags & freshLiteral) !== 0) object.objectFlags &= ~freshLiteral;
  if (checker.isArrayLikeType(type)) {
    for (const element of checker.getTypeArguments(type as ts.TypeReference)) stale(checker, element);
  } else if ((object.objectFlags & ts.ObjectFlags.ObjectLiteral) !== 0) {
    for (const property of type.getProperties()) stale(checker, checker.getTypeOfSymbol(property));
  }
  return type;
}

/** Asks everything at once. */
export function ask(project: string, questions: readonly Question[]): Answers {
  writeText(join(project, "wire-type.ts"), readText(join(root, "test/oracle/wire-type.ts")) ?? "");
  const files = questions.map(({ id, types, type, onTheWire, literals }) => {
    const [folder = ""] = types.source.split("/");
    const name = join(project, folder, "input", `oracle ${id}.ts`);
    const specifier = `./${types.source.slice(folder.length + "/input/".length).replace(/\.ts$/, ".js")}`;
    const text = [
      `import type * as source from ${JSON.stringify(specifier)};`,
      `import type { Wire } from "../../wire-type.js";`,
      `type Target = ${onTheWire && type !== noArguments ? `Wire<${type}>` : type};`,
      ...question,
      ...literals.flatMap((literal) => [`const v: Target = ${literal};`, `ask(${literal}, anything);`]),
      "",
    ];
    writeText(name, text.join("\n"));
    return { id, name };
  });
  const asked = new Project({
    tsConfigFilePath: join(project, "tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    // `exactOptionalPropertyTypes` would tell `undefined` from nothing, and JSON has only nothing.
    compilerOptions: { exactOptionalPropertyTypes: false, noEmit: true },
  });
  for (const { name } of files) asked.addSourceFileAtPath(name);
  const program = asked.getProgram().compilerObject;
  const checker = program.getTypeChecker();
  const verdicts = new Map<string, boolean[]>();
  const openly = new Map<string, boolean[]>();
  const faults: string[] = [];
  for (const { id, name } of files) {
    const file = program.getSourceFile(name);
    if (file === undefined) throw new Error(`${name} is not in the program.`);
    for (const { messageText } of program.getSyntacticDiagnostics(file))
      faults.push(`${id}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
    const verdict: boolean[] = [];
    const possible: boolean[] = [];
    let target: ts.Type | undefined;
    let isPossible = false;
    for (const statement of file.statements) {
      if (ts.isTypeAliasDeclaration(statement) && statement.name.text === "Target") {
        target = checker.getTypeAtLocation(statement);
        if ((target.flags & ts.TypeFlags.Any) !== 0) faults.push(`${id}: the type is any`);
      }
      // What is not assignable with its excess properties forgotten needs no second question, which costs three times as much.
      const literal = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0]?.initializer : undefined;
      if (literal !== undefined && target !== undefined) {
        isPossible = checker.isTypeAssignableTo(stale(checker, checker.getTypeAtLocation(literal)), target);
        possible.push(isPossible);
      }
      if (ts.isExpressionStatement(statement))
        verdict.push(isPossible && checker.typeToString(checker.getTypeAtLocation(statement.expression)) === "true");
    }
    verdicts.set(id, verdict);
    openly.set(id, possible);
  }
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.startsWith(project) || file.fileName.includes("/oracle ")) continue;
    for (const { messageText } of program.getSemanticDiagnostics(file))
      faults.push(`${file.fileName.slice(project.length)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  }
  return { verdicts, openly, faults };
}
