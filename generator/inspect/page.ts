/**
 * An inspection as one HTML page that needs nothing else: each question is the form that `mcp-gen call --web` shows. No script, and
 * nothing is loaded or sent, which the page's own policy holds its texts to.
 */
import { createHash } from "node:crypto";
import { escapeHtml, questionPage, styles } from "../answer/page.js";
import { shown } from "../answer/shown.js";
import { formOf } from "./form.js";
import type { AskedOnPath, InspectedOffer, Inspection } from "./inspection.js";
import { askedWords, sizeWords } from "./text.js";

const look = `${styles}
body{max-width:48rem}
section{border-top:1px solid GrayText;margin-top:2.5rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}
td{overflow-wrap:anywhere}
article{border:1px solid GrayText;border-radius:.5rem;padding:0 1rem 1rem;margin:1rem 0}
pre{overflow:auto}
`;

export function pageOf({ server, toolsList, budget, offers }: Inspection): string {
  const hash = createHash("sha256").update(look).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'none'; base-uri 'none'`;
  const title = escapeHtml(shown(`${server.name} ${server.version}`));
  const limit = budget === null ? "" : `, of a budget of ${budget}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${look}</style></head><body>
<h1>${title}</h1>
<p>The list of tools has ${sizeWords(toolsList)}${limit}.</p>
<ul>${offers.map(({ name }, index) => `<li><a href="#offer-${index}">${escapeHtml(shown(name))}</a></li>`).join("")}</ul>
${offers.map(offerHtml).join("\n")}
</body></html>
`;
}

function offerHtml(offer: InspectedOffer, index: number): string {
  const { kind, name, source, size, parts, injected, questions, seen } = offer;
  const sizes = Object.entries(parts).map(([key, part]) => [key, sizeWords(part)]);
  const rows = injected.map(({ parameter, by, resolver, reads }) => [
    parameter,
    by === "runtime" ? "the runtime" : (resolver ?? ""),
    reads.join(", "),
  ]);
  const description = typeof seen.description === "string" ? seen.description : "";
  return `<section id="offer-${index}"><h2>${escapeHtml(shown(`${kind} ${name}`))}</h2>
<p class="note">${escapeHtml(shown(source))}; ${sizeWords(size)}</p>
<p>${escapeHtml(shown(description))}</p>
<h3>${kind === "tool" ? "What the model sees" : "What clients see"}</h3>
${table(["part", "size"], sizes)}
<details><summary>JSON</summary><pre>${escapeHtml(shown(JSON.stringify(seen, null, 2)))}</pre></details>
${rows.length === 0 ? "" : `<h3>What is injected</h3>${table(["parameter", "by", "reads"], rows)}`}
${questions.length === 0 ? "" : `<h3>What may be asked</h3>`}
${questions.map((asked, at) => questionHtml(asked, `offer-${index}-${at}-`)).join("\n")}
</section>`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((each) => `<th>${escapeHtml(each)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(shown(cell))}</td>`).join("")}</tr>`);
  return `<table><tr>${head}</tr>${body.join("")}</table>`;
}

/** The message is made when the question is asked, so its place is taken by the question's name. */
function questionHtml(asked: AskedOnPath, prefix: string): string {
  const requestedSchema = formOf(asked);
  const words = `<p class="note">${escapeHtml(shown(askedWords(asked)))}</p>`;
  if (requestedSchema === null) return `<article><h1>${escapeHtml(shown(asked.key ?? asked.kind))}</h1>${words}</article>`;
  const message = asked.key ?? asked.askedBy;
  return `<article>${questionPage({ mode: "form", message, requestedSchema }, 0, null, prefix)}${words}</article>`;
}
