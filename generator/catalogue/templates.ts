/** MG5xxx: templates of the project's own. */
import { entry } from "./entry.js";

const nearest = (name: string, others: string): string => (name === "" ? others : `did you mean '${name}'?`);

export const templateCatalogue = {
  MG5001: entry<{ reason: string }>({
    severity: "error",
    message: ({ reason }) => `This is no template: ${reason}.`,
    help: () => "repair the tag; `mcp-gen templates check` looks at all templates without building.",
    explanation: `Templates are written in Handlebars: {{field}}, {{helper field}}, {{#if}}, {{#unless}}, {{#each}}, {{#with}}, partials
{{> name this}} and blocks {{#> name}}...{{/name}}. Other block helpers, partials whose name is computed, and partials and
decorators declared inside a template are not there: a template must say what it uses, so that it can be checked.`,
  }),
  MG5002: entry<{ field: string; nearest: string; fields: string }>({
    severity: "error",
    message: ({ field }) => `The context has no '${field}' here.`,
    help: ({ nearest: near, fields }) => nearest(near, fields === "" ? "nothing has fields here." : `there is: ${fields}.`),
    explanation: `What a template sees is its context, version 1: every field stands in templates/README.md and, for programs, in
templates/context-v1.schema.json. A field that is not there would print nothing, so it is refused before anything is
written. {{#each}} and {{#with}} change the context; {{../field}} reaches the one around them.`,
  }),
  MG5003: entry<{ helper: string; nearest: string; helpers: string }>({
    severity: "error",
    message: ({ helper }) => `There is no helper '${helper}'.`,
    help: ({ nearest: near, helpers }) => nearest(near, `there is: ${helpers}.`),
    explanation: `Helpers make text safe for its place: str, prop, comment, jsdoc, literal and others that templates/README.md lists.
Helpers of a project's own are the exported functions of the file that "helpers" in the configuration names. Block helpers
are if, unless, each and with, and no others.`,
  }),
  MG5004: entry<{ file: string; reason: string; nearest: string }>({
    severity: "error",
    message: ({ file, reason }) => `Nothing uses the template ${file}: ${reason}.`,
    help: ({ nearest: near }) =>
      near === ""
        ? "`mcp-gen templates list` shows what can be overridden; remove the file, or rename it."
        : `did you mean ${near}?`,
    explanation: `A file in the folder of templates replaces what has its name: <template>.hbs a whole template,
<template>/<block>.hbs one block of it, partials/<name>.hbs a partial; extra/<any name>.hbs is an output of its own. A file
that replaces nothing would be ignored in silence, so it is refused. A template that was replaced as a whole uses only the
blocks that it still contains.`,
  }),
  MG5005: entry<{ name: string; nearest: string; names: string }>({
    severity: "error",
    message: ({ name }) => `There is no partial or block '${name}' here.`,
    help: ({ nearest: near, names }) => nearest(near, names === "" ? "remove it." : `there is: ${names}.`),
    explanation: `The tag {{> name this}} puts in partials/name.hbs, of the project or of mcp-gen. {{#> name}}default{{/name}} is a block: its name
is one of the template's own blocks, so that <template>/<name>.hbs can replace it. {{> @partial-block}} puts in what a block
held by default, and stands only in what replaces a block.`,
  }),
  MG5006: entry<{ what: string; place: string; remedy: string }>({
    severity: "error",
    message: ({ what, place }) => `${what} is not safe in ${place}.`,
    help: ({ remedy }) => remedy,
    explanation: `Names, titles and descriptions are somebody's words: quotes, line ends and */ in them would become code. So they reach
an output through the helper of their place: {{str x}} is a whole string literal, {{prop x}} a key, {{comment x}} stands in a
comment, {{jsdoc x}} is a whole doc comment, {{ident x}}, {{camel x}}, {{pascal x}}, {{kebab x}} and {{snake x}} are harmless
everywhere. Fields whose type is Code in the reference stand in code as they are. In outputs that are no code, such as
Markdown, everything may stand as it is.`,
  }),
  MG5007: entry<{ problem: string; remedy: string }>({
    severity: "error",
    message: ({ problem }) => `${problem}.`,
    help: ({ remedy }) => remedy,
    explanation: `Every helper takes a number of values of a certain kind, and options by name (see templates/README.md). A list or an
object printed as it is would read [object Object]; use {{#each}}, a field of it, or {{json value}}. A field that may be null
is given to a helper only inside {{#if field}} or {{#with field}}.`,
  }),
  MG5008: entry<{ output: string; owner: string; reason: string }>({
    severity: "error",
    message: ({ output, owner, reason }) =>
      `What this line makes in ${output}${owner} is no ${output.endsWith(".json") ? "JSON" : "TypeScript"}: ${reason}`,
    help: () => "repair the template; the place is where the compiler gave up, so the cause may stand just before it.",
    explanation: `Every output is parsed before anything is written. The place is that of the template line which wrote the faulty
text, and the message names the output and the tool, prompt or resource it was made for.`,
  }),
  MG5009: entry<{ problem: string }>({
    severity: "error",
    message: ({ problem }) => `The head of this extra output is wrong: ${problem}.`,
    help: () => "begin the file with three lines and a fourth: ---, out: docs/{{kebab tool.name}}.md, per: tool, ---",
    explanation: `A template in extra/ makes files of its own. It begins with a head between two lines of three hyphens: "out" is the
path of the output inside the generated folder, itself a template; "per" is "tool" for one file a tool, or "project" for one
file in all. With "in: project" the path begins in the project's folder instead.`,
  }),
  MG5010: entry<{ path: string; reason: string }>({
    severity: "error",
    message: ({ path, reason }) => `The output cannot be called '${path}': ${reason}.`,
    help: () =>
      "give 'out' a path that is different for every tool, inside the generated folder, or with 'in: project' the project.",
    explanation: `Extra outputs lie in the generated folder or, with "in: project" in their head, elsewhere in the project, and never behind a
link that leads out of it. The manifest says which files are mcp-gen's: others are never overwritten, and what is no longer
made is taken away. Two outputs may not have one path, also where the system does not tell capitals from small letters.
TypeScript lies in the generated folder, where it is no source of the next build.`,
  }),
  MG5011: entry<{ file: string; reason: string }>({
    severity: "error",
    message: ({ file, reason }) => `The helpers in ${file} cannot be used: ${reason}.`,
    help: () => "export plain functions: export function shout(text: string): string { ... }",
    explanation: `The setting "helpers" of the configuration names one TypeScript file. Each function that it exports is a helper of that name, and
its parameters, of type string, number, boolean or any other, are what templates must give it. The file imports nothing but
types, and has no clock, no randomness, no disk and no network: what it gives depends on what it is given alone, so that two
builds make the same bytes.`,
  }),
  MG5012: entry<{ helper: string; reason: string }>({
    severity: "error",
    message: ({ helper, reason }) => `The helper '${helper}' ${reason}.`,
    help: () => "make it give text, a number, true or false for everything that it may be given.",
    explanation: `A helper gets the values that stand in the tag, frozen, and gives text, a number, true or false. It must give the same
for the same values, each time.`,
  }),
  MG5014: entry<{ formatter: string; output: string; owner: string; reason: string }>({
    severity: "error",
    message: ({ formatter, output, owner, reason }) =>
      `${formatter} cannot read what this line makes in ${output}${owner === "" ? "" : owner.slice(0, -1)}: ${reason}.`,
    help: () => "repair the template, or have the formatter ignore that output.",
    explanation: `The setting "formatter" has every output formatted by the project's own formatter, those of extra templates too. The place
is that of the template line which wrote the faulty text. What the formatter's own configuration ignores, and what it has no
language for, stays as the template made it.`,
  }),
  MG5013: entry<{ version: string; supported: string }>({
    severity: "error",
    message: ({ version }) => `This is for version ${version} of the context of templates, which this mcp-gen does not have.`,
    help: ({ supported }) =>
      `this mcp-gen has version ${supported}: use a mcp-gen that has the other, or write the templates anew.`,
    explanation: `The context has a version, in "contextVersion" of the configuration and in the first line of ejected templates. Within
a version fields and helpers are only added, so templates keep working; a new version may take some away.`,
  }),
} as const;
