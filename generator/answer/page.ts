/** The page that shows one question as an HTML form. Every text of a stranger is escaped; the only script is our own. */
import { type FormField, fieldsOf, type Value } from "./field.js";
import { demands, shown, shownInLine } from "./shown.js";
import type { Question } from "./terminal.js";

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The look of a question, and of the page that it stands on. */
export const styles = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:36rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.25rem;white-space:pre-wrap}
fieldset{border:0;padding:0;margin:1.25rem 0}
legend,label.title{font-weight:600;display:block;padding:0}
.note,.help{color:GrayText;font-size:.9rem;margin:.1rem 0}
.fault{color:#c00;font-weight:600;margin:.1rem 0 .3rem}
input[type=text],input[type=number],input[type=email],input[type=url],input[type=date],select{font:inherit;width:100%;box-sizing:border-box;padding:.4rem}
button{font:inherit;padding:.45rem 1.1rem;margin:.5rem .5rem 0 0}
.host{font-size:1.4rem;font-weight:700;word-break:break-all}
code{word-break:break-all}
`;

/** A whole page; `version` tells the script what is on it, so that it reloads when that changes. */
export function page(body: string, version: number, nonce: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>mcp-gen call</title>
<style nonce="${nonce}">${styles}</style></head><body>
${body}
<script nonce="${nonce}">
(async () => {
  for (;;) {
    try {
      const answer = await fetch(location.pathname + "/changed?since=${version}");
      if (answer.status === 200) return location.replace(location.pathname);
      if (answer.status !== 204) return;
    } catch { return; }
  }
})();
</script></body></html>`;
}

export const waitingPage = (what: string): string =>
  `<h1>${escapeHtml(shown(what))}</h1><p class="note">Questions of the server appear here.</p>`;

export const donePage = (what: string): string =>
  `<h1>The call is over.</h1><pre>${escapeHtml(shown(what))}</pre><p class="note">You can close this page.</p>`;

/** What a person sent that does not fit, by field, and what was typed. */
export interface Refused {
  readonly faults: ReadonlyMap<string, string>;
  readonly typed: ReadonlyMap<string, readonly string[]>;
}

/**
 * @param id - names the question, so that an answer to an older page is not taken for this one.
 * @param prefix - tells the fields of several questions on one page apart.
 */
export function questionPage(question: Question, id: number, refused: Refused | null, prefix = ""): string {
  const buttons = (accept: string): string =>
    `<button name="action" value="accept">${accept}</button>` +
    `<button name="action" value="decline" formnovalidate>Decline</button>` +
    `<button name="action" value="cancel" formnovalidate>Cancel</button>`;
  const form = (inner: string, accept: string): string =>
    `<form method="post"><input type="hidden" name="question" value="${id}">${inner}${buttons(accept)}</form>`;
  const message = `<h1>${escapeHtml(shown(question.message))}</h1>`;
  if (question.mode === "url") {
    const { url = "" } = question;
    const host = URL.canParse(url) ? new URL(url).host : "nowhere that can be told";
    return `${message}<p>The server asks you to open a link. It leads to:</p><p class="host">${escapeHtml(shownInLine(host))}</p>
<p><code>${escapeHtml(shownInLine(url))}</code></p><p class="note">It is not opened for you. Open it only if you trust that place.</p>${form("", "Accept")}`;
  }
  const fields = fieldsOf(question.requestedSchema ?? { properties: {} });
  const inner = fields.map((field, index) => fieldHtml(field, index, refused, prefix)).join("\n");
  return `${message}${form(inner, "Send")}`;
}

/** Fields are named by their place: their own names are a stranger's. */
export const inputName = (index: number): string => `field-${index}`;

function fieldHtml(field: FormField, index: number, refused: Refused | null, prefix: string): string {
  const { title, description, required, preset, schema } = field;
  const name = inputName(index);
  const element = prefix + name;
  const typed = refused?.typed.get(field.name) ?? presetTexts(preset);
  const fault = refused?.faults.get(field.name);
  const note = [demands(schema), required || preset !== undefined ? "" : "optional"].filter((part) => part !== "").join("; ");
  const notes = [
    description === "" || description === title ? "" : `<p class="help">${escapeHtml(shown(description))}</p>`,
    note === "" ? "" : `<p class="note">${escapeHtml(note)}</p>`,
    fault === undefined ? "" : `<p class="fault" role="alert">${escapeHtml(shownInLine(fault))}</p>`,
  ].join("");
  const heading = escapeHtml(shownInLine(title));
  if (field.kind === "choices") {
    const boxes = field.choices.map(({ value, title: label }) => {
      const isOn = typed.includes(value) ? " checked" : "";
      return `<label><input type="checkbox" name="${name}" value="${escapeHtml(value)}"${isOn}> ${escapeHtml(shownInLine(label))}</label><br>`;
    });
    return `<fieldset><legend>${heading}</legend>${notes}${boxes.join("")}</fieldset>`;
  }
  if (field.kind === "yes-no") {
    const radio = (value: string, label: string): string =>
      `<label><input type="radio" name="${name}" value="${value}"${typed[0] === value ? " checked" : ""}${required ? " required" : ""}> ${label}</label> `;
    return `<fieldset><legend>${heading}</legend>${notes}${radio("true", "Yes")}${radio("false", "No")}</fieldset>`;
  }
  const label = `<label class="title" for="${element}">${heading}</label>${notes}`;
  if (field.kind === "choice") {
    const options = field.choices.map(({ value, title: text }) => {
      const isOn = typed[0] === value ? " selected" : "";
      return `<option value="${escapeHtml(value)}"${isOn}>${escapeHtml(shownInLine(text))}</option>`;
    });
    return `<fieldset>${label}<select id="${element}" name="${name}"${required ? " required" : ""}><option value=""></option>${options.join("")}</select></fieldset>`;
  }
  const value = typed[0] === undefined ? "" : ` value="${escapeHtml(typed[0])}"`;
  return `<fieldset>${label}<input id="${element}" name="${name}" ${inputAttributes(field)}${value}${required ? " required" : ""}></fieldset>`;
}

/** The browser's own checks for what the keywords demand. */
function inputAttributes({ kind, schema }: FormField): string {
  const attribute = (name: string, value: unknown): string => (typeof value === "number" ? ` ${name}="${value}"` : "");
  if (kind === "number") {
    const step = schema.type === "integer" ? "1" : "any";
    return `type="number" step="${step}"${attribute("min", schema.minimum)}${attribute("max", schema.maximum)}`;
  }
  const type = new Map<unknown, string>([
    ["date", "date"],
    ["email", "email"],
    ["uri", "url"],
  ]).get(schema.format);
  return `type="${type ?? "text"}"${attribute("minlength", schema.minLength)}${attribute("maxlength", schema.maxLength)}`;
}

const presetTexts = (preset: Value | undefined): readonly string[] =>
  preset === undefined ? [] : Array.isArray(preset) ? preset.map(String) : [String(preset)];
