// All types of a project with typescript-json-schema: node typescript-json-schema.mjs <folder> <tools>

import { buildGenerator, programFromConfig } from "typescript-json-schema";
import { typesIn } from "./synthetic.mjs";

const [folder, tools] = process.argv.slice(2);
const program = programFromConfig(`${folder}/tsconfig.json`);
const generator = buildGenerator(program, { ignoreErrors: true, required: true, strictNullChecks: true });
for (const { types } of typesIn(Number(tools))) {
  for (const type of types) if (typeof generator.getSchemaForSymbol(type) !== "object") throw new Error(`no ${type}`);
}
