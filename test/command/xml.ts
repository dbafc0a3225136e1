/** Reads the XML that the tests meet, and refuses what is not well-formed: elements, attributes, text and the five named entities. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const token = /<\?xml version="1\.0" encoding="UTF-8"\?>|<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/y;

export function parseXml(source: string): XmlElement {
  // XML 1.0 has no control characters but these three.
  if (Array.from(source).some((each) => each < " " && !"\t\n\r".includes(each)))
    throw new Error("a character that XML cannot have");
  const document: Open = { name: "", attributes: {}, children: [], text: "" };
  const open: Open[] = [document];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const found = token.exec(source);
    if (found === null) throw new Error(`no XML at ${at}: ${source.slice(at, at + 40)}`);
    const [, end, start, attributes = "", isEmpty, text] = found;
    const top = open.at(-1) as Open;
    if (text !== undefined) top.text += entities(text);
    if (start !== undefined) {
      const element: Open = { name: start, attributes: {}, children: [], text: "" };
      for (const [, key = "", value = ""] of attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
        if (Object.hasOwn(element.attributes, key)) throw new Error(`two attributes ${key}`);
        element.attributes[key] = entities(value);
      }
      top.children.push(element);
      if (isEmpty === "") open.push(element);
    }
    if (end !== undefined && open.pop()?.name !== end) throw new Error(`</${end}> closes nothing`);
  }
  const [root, ...others] = document.children;
  if (root === undefined || others.length > 0 || open.length !== 1) throw new Error("not one closed root");
  return root;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function entities(text: string): string {
  return text.replaceAll(/&(\w*;?)/g, (_, name: string) => {
    const value = name.endsWith(";") ? named[name.slice(0, -1)] : undefined;
    if (value === undefined) throw new Error(`&${name} is no entity`);
    return value;
  });
}
