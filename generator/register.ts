/** `node --import mcp-gen/register`: Node runs TypeScript as it stands, as `mcp-gen serve` does. For tests without a package. */
import { register } from "node:module";

register("./commands/typescript-hooks.js", import.meta.url);
