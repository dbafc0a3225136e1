// Lets Node 20 run the scripts of this folder as they stand, with the hooks that `mcp-gen serve` has: `npm run compile` first.
import { register } from "node:module";

register("../../dist/generator/commands/typescript-hooks.js", import.meta.url);
