/** TypeScript literals as a formatter would print them: on one line where they fit, else broken, two spaces deep. */
import type { Json } from "./model.js";
import { isIdentifier } from "./names.js";

export const lineWidth = 120;

/** Characters that a reader cannot see, or that turn the text around them, are written as escapes. */
const invisible = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\u{${code}}`;
};

// Nearly every text is plain, and that is told faster than what the other expression looks for.
const plain = /^[\n -~]*$/;

export const visible = (text: string): string => (plain.test(text) ? text : text.replace(invisible, escaped));

export const printString = (text: string): string => visible(JSON.stringify(text));

/** A property's key: quoted only when it has to be. */
export const printKey = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) && isIdentifier(name) ? name : printString(name);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stand in a source
const controls = /[\u0000-\u0008\u000b-\u001f]/g;

/** A text that is no tag where it stands in a doc comment, whatever its lines begin with: others read tags as commands. */
export const withoutTags = (text: string): string => text.replace(/^([\s*]*)@/gm, "$1\\@");

/** The text of a doc comment: it cannot end the comment, and hides nothing. */
export const commentText = (text: string): string =>
  visible(text.replaceAll("*/", "*\\/").replace(/\r\n?/g, "\n").replace(controls, escaped));

/** A doc comment, one line or more, at a depth; empty without text. */
export function printDoc(text: string, indent: number): string {
  const pad = " ".repeat(indent);
  const lines = commentText(text).split("\n");
  const [only = ""] = lines;
  if (text === "") return "";
  if (lines.length === 1 && indent + only.length + 7 <= lineWidth) return `${pad}/** ${only} */\n`;
  return [`${pad}/**`, ...lines.map((line) => `${pad} * ${line}`.trimEnd()), `${pad} */`, ""].join("\n");
}

export interface Room {
  /** The depth of the line that the literal starts on. */
  readonly indent: number;
  /** Characters on that line before it. */
  readonly used: number;
  /** Characters behind it, such as a comma. */
  readonly after?: number;
}

export function printLiteral(value: Json, room: Room, expand = false): string {
  const isContainer = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!isContainer) return printSingle(value);
  const single = expand ? null : printWithin(value, lineWidth - room.used - (room.after ?? 1));
  if (single !== null) return single;
  const indent = room.indent + 2;
  const pad = " ".repeat(indent);
  if (isArray(value)) {
    return broken(
      "[",
      value.map((item) => pad + printLiteral(item, { indent, used: indent })),
      "]",
      room.indent,
    );
  }
  const members = Object.entries(value).map(([name, inner]) => {
    const key = `${pad}${printKey(name)}: `;
    return key + printLiteral(inner, { indent, used: key.length });
  });
  return broken("{", members, "}", room.indent);
}

const printSingle = (value: Json): string => printWithin(value, Number.POSITIVE_INFINITY) ?? "";

/** The value on one line; null as soon as it is longer than `most`, so that nothing is printed to its end at every depth. */
function printWithin(value: Json, most: number): string | null {
  const fits = (text: string): string | null => (text.length <= most ? text : null);
  if (typeof value === "string") return value.length > most ? null : fits(printString(value));
  if (typeof value !== "object" || value === null) return fits(Object.is(value, -0) ? "0" : JSON.stringify(value));
  const isList = isArray(value);
  let text = "";
  for (const [key, inner] of Object.entries(value) as [string, Json][]) {
    const before = `${text}${text === "" ? "" : ", "}${isList ? "" : `${printKey(key)}: `}`;
    const printed = printWithin(inner, most - before.length);
    if (printed === null) return null;
    text = before + printed;
  }
  return fits(isList ? `[${text}]` : text === "" ? "{}" : `{ ${text} }`);
}

const broken = (open: string, lines: readonly string[], close: string, indent: number): string =>
  [open, ...lines.map((line) => `${line},`), " ".repeat(indent) + close].join("\n");

/** `before` + the items in brackets + `after`, one a line when they do not fit. */
export function printList(
  before: string,
  open: string,
  items: readonly string[],
  close: string,
  after: string,
  indent: number,
): string {
  const space = open === "{" && items.length > 0 ? " " : "";
  const single = `${before}${open}${space}${items.join(", ")}${space}${close}${after}`;
  const lastLine = single.slice(single.lastIndexOf("\n") + 1);
  if (items.length === 0 || (indent + lastLine.length <= lineWidth && !single.includes("\n"))) return single;
  const pad = " ".repeat(indent + 2);
  return [before + open, ...items.map((item) => `${pad}${item},`), " ".repeat(indent) + close + after].join("\n");
}

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
