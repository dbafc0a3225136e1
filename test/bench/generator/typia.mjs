// The emit of a program with typia's transformer: node typia.mjs <folder> <tools>

import ts from "typescript";
import typia from "typia/lib/transform.js";

const [folder, tools] = process.argv.slice(2);
const file = `${folder}/typia/tsconfig.json`;
const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(file, ts.sys.readFile).config,
  ts.sys,
  `${folder}/typia`,
);
const program = ts.createProgram(fileNames, { ...options, noEmit: false });
let written = 0;
const failures = [];
const transform = (typia.default ?? typia)(program, {}, { addDiagnostic: (diagnostic) => failures.push(diagnostic) });
program.emit(
  undefined,
  (path, text) => {
    if (path.includes("/typia/")) written += text.split("schemas: [").length - 1;
  },
  undefined,
  false,
  { before: [transform] },
);
if (failures.length > 0) throw new Error(ts.flattenDiagnosticMessageText(failures[0].messageText, "\n"));
if (written !== Number(tools)) throw new Error(`${written} schemas of ${tools}`);
