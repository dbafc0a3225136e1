// All types of a project with ts-json-schema-generator in one program: node ts-json-schema-generator.mjs <folder> <tools>

import { createFormatter, createParser, createProgram, SchemaGenerator } from "ts-json-schema-generator";
import { typesIn } from "./synthetic.mjs";

const [folder, tools] = process.argv.slice(2);
const config = {
  path: `${folder}/src/*.ts`,
  tsconfig: `${folder}/tsconfig.json`,
  type: "*",
  expose: "export",
  jsDoc: "extended",
  skipTypeCheck: true,
};
const program = createProgram(config);
const generator = new SchemaGenerator(program, createParser(program, config), createFormatter(config), config);
for (const { types } of typesIn(Number(tools))) {
  for (const type of types) if (generator.createSchema(type).definitions === undefined) throw new Error(`no ${type}`);
}
