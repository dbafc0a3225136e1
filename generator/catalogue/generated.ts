/** MG01xx: what `build --check` finds in the generated folder. */
import { entry } from "./entry.js";

export const generatedCatalogue = {
  MG0101: entry<{ file: string }>({
    severity: "error",
    message: ({ file }) => `${file} is missing.`,
    help: () => "run 'mcp-gen build' and commit the result.",
    explanation: `The sources declare something whose generated file is not there. \`build --check\` writes nothing; it compares
the generated folder with what \`build\` would write, and exits with 3 when they differ.`,
  }),
  MG0102: entry<{ file: string }>({
    severity: "error",
    message: ({ file }) => `${file} is stale: it is not what the sources say now.`,
    help: () => "run 'mcp-gen build' and commit the result.",
    explanation: `The file is as mcp-gen wrote it, and the sources, the configuration or mcp-gen itself have changed since.
Formatting and line endings make no file stale.`,
  }),
  MG0103: entry<{ file: string }>({
    severity: "error",
    message: ({ file }) => `${file} was changed by hand.`,
    help: () => "make the change in the source, run 'mcp-gen build' and commit the result: a build overwrites the file.",
    explanation: `The manifest holds a fingerprint of each generated file, and this one's text does not fit it. What formatters
move (white space, quotes, commas, semicolons, brackets) is no part of the fingerprint.`,
  }),
  MG0104: entry<{ file: string }>({
    severity: "error",
    message: ({ file }) => `${file} is orphaned: nothing in the sources stands behind it.`,
    help: () => "run 'mcp-gen build', which removes it, and commit the result.",
    explanation: `An earlier build wrote the file, as the manifest or its first line says, and its declaration was renamed or
removed since. Files of your own in the generated folder are left alone.`,
  }),
} as const;
