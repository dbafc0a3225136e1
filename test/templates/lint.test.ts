/** What holds the built-in templates to their helpers: each of them is broken at each place, and the check has to see it. */
import { expect, it } from "vitest";
import { checkTemplates } from "../../generator/templating/check-templates.js";
import { builtInHelpers } from "../../generator/templating/helper-rules.js";
import { builtInSet } from "../../generator/templating/template-files.js";
import { templates } from "../generator/harness.js";

interface Tag {
  readonly name: string;
  readonly line: number;
  /** Where it stands in the text of its template. */
  readonly index: number;
  readonly tag: string;
  readonly helper: string;
  /** The field that the helper is given. */
  readonly field: string;
}

const tags: readonly Tag[] = [...templates.sources].flatMap(([name, text]) =>
  [...text.matchAll(/\{\{([a-z]+) ([@\w.]+)[^{}]*\}\}/g)]
    .filter(([, helper = ""]) => Object.hasOwn(builtInHelpers, helper))
    .map(({ 0: tag, 1: helper = "", 2: field = "", index }) => {
      return { name, line: text.slice(0, index).split("\n").length, index, tag, helper, field };
    }),
);

/** What the check says of the built-in templates when one tag of them is another. */
function saidOf({ name, tag, index, line }: Tag, other: string): string[] {
  const text = templates.sources.get(name) ?? "";
  const sources = new Map(templates.sources).set(name, text.slice(0, index) + other + text.slice(index + tag.length));
  const said = checkTemplates(builtInSet({ ...templates, sources }));
  const here = said.filter(({ span }) => span?.file === `mcp-gen/templates/${name}.hbs` && span.line === line);
  return here.map(({ code }) => code);
}

it("says nothing of the built-in templates as they are", () => {
  expect(checkTemplates(builtInSet(templates))).toEqual([]);
  expect(tags.length).toBeGreaterThan(40);
  expect(new Set(tags.map(({ helper }) => helper)).size).toBeGreaterThan(5);
});

it("sees each place where a helper is left away", () => {
  const unseen = tags.filter((each) => saidOf(each, `{{${each.field}}}`).length === 0);
  expect(unseen.map(({ name, tag }) => `${name} ${tag}`)).toEqual([]);
});

it("sees a helper of another place", () => {
  const inComments = tags.filter(({ helper }) => helper === "comment");
  const inCode = tags.filter(({ helper }) => helper === "str" || helper === "jsdoc");
  expect([inComments.length, inCode.length].every((many) => many > 0)).toBe(true);
  for (const each of inComments) expect(saidOf(each, `{{str ${each.field}}}`), each.tag).toContain("MG5006");
  for (const each of inCode) expect(saidOf(each, `{{comment ${each.field}}}`), each.tag).toContain("MG5006");
});

it("sees quotes and comments that are written round a text", () => {
  const texts = tags.filter(({ helper }) => helper === "str");
  for (const each of texts)
    for (const other of [`"{{${each.field}}}"`, `\`{{${each.field}}}\``, `/* {{${each.field}}} */ ""`, `"{{str ${each.field}}}"`])
      expect(saidOf(each, other), `${each.tag} as ${other}`).toContain("MG5006");
});

it("sees what needs no helper today and would, were it somebody's words", () => {
  // Every field that the templates print raw is code: called a text in the context, it is refused.
  const context = templates.context.replaceAll('"contentMediaType"', '"contentWas"');
  const said = checkTemplates(builtInSet({ ...templates, context }));
  const raw = [...templates.sources].flatMap(([name, text]) =>
    [...text.matchAll(/\{\{(this|[a-z]+\w*)\}\}/g)]
      .filter(([, field]) => field !== "else" && field !== "end")
      .map(({ index }) => `${name}:${text.slice(0, index).split("\n").length}`),
  );
  const seen = new Set(said.map(({ span }) => `${span?.file.replace(/^mcp-gen\/templates\/|\.hbs$/g, "")}:${span?.line}`));
  expect(raw.filter((place) => !seen.has(place))).toEqual([]);
});
