// The floor under a build on this compiler: load ts-morph, make the program, ask one type. node floor.mjs <folder>

import { Project } from "ts-morph";

const [folder] = process.argv.slice(2);
const project = new Project({ tsConfigFilePath: `${folder}/tsconfig.json`, skipFileDependencyResolution: true });
const program = project.getProgram().compilerObject;
const checker = program.getTypeChecker();
const file = program.getSourceFiles().find(({ fileName }) => fileName.endsWith("/tools000.ts"));
const [first] = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
if (!checker.typeToString(checker.getTypeOfSymbol(first)).startsWith("(args: Tool")) throw new Error(`no tool in ${first?.name}`);
