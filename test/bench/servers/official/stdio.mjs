// The official SDK over standard input and output, both generations.

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { officialServer } from "./tools.mjs";

const serving = serveStdio(officialServer);
process.stdin.on("end", () => void serving.close().finally(() => process.exit(0)));
