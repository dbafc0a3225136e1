/** Where in the output a tag stands: in code, in a string, or in a comment. Follows the text of a template, tag by tag. */

/** `text` is output that is no code, such as Markdown; `json` is JSON outside its strings. */
export type PlaceKind = "code" | "string" | "comment" | "text" | "json";

export interface Place {
  readonly kind: PlaceKind;
  /** What the place is nested in, outermost first: quotes, `//`, `/*`, and `{` of a template literal. */
  readonly within: readonly string[];
}

const startOf = (kind: PlaceKind): Place => ({ kind, within: [] });

/** The place at the beginning of an output, by its name. */
export function startPlace(path: string): Place {
  if (/\.[cm]?[jt]sx?$/.test(path)) return startOf("code");
  return startOf(/\.json$/.test(path) ? "json" : "text");
}

/** The place behind some text. */
export function advance(place: Place, text: string): Place {
  if (place.kind === "text") return place;
  const outer = place.kind === "json" || place.within[0] === "json" ? ["json"] : [];
  const stack = place.within.filter((each) => each !== "json");
  const isJson = outer.length > 0;
  for (let index = 0; index < text.length; index++) {
    const [top, two, one] = [stack.at(-1), text.slice(index, index + 2), text.charAt(index)];
    if (top === "//") {
      if (one === "\n") stack.pop();
    } else if (top === "/*") {
      if (two === "*/") {
        stack.pop();
        index++;
      }
    } else if (top === '"' || top === "'" || top === "`") {
      if (one === "\\") index++;
      else if (one === top || (one === "\n" && top !== "`")) stack.pop();
      else if (top === "`" && two === "${") {
        stack.push("{");
        index++;
      }
    } else if (!isJson && (two === "//" || two === "/*")) {
      stack.push(two);
      index++;
    } else if (one === '"' || (!isJson && (one === "'" || one === "`"))) stack.push(one);
    else if (top === "{" && one === "{") stack.push("{");
    else if (top === "{" && one === "}") stack.pop();
  }
  const top = stack.at(-1);
  const plain = isJson ? "json" : "code";
  const kind = top === undefined || top === "{" ? plain : top.startsWith("/") ? "comment" : "string";
  return { kind, within: [...outer, ...stack] };
}
