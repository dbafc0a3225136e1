/**
 * Templates of addresses (RFC 6570): text -> parts, and parts -> the pattern that an address of the template matches. Modifiers
 * (`{list*}`, `{name:3}`) and path-style parameters (`{;name}`) say things that no parameter of text could hold.
 */
import type { UriExpression, UriTemplate } from "./model.js";

const operators = new Set(["+", "#", ".", "/", "?", "&"]);
const isQuery = ({ operator }: UriExpression): boolean => operator === "?" || operator === "&";

/** The template, or what is wrong with it, in words. */
export function parseUriTemplate(text: string): UriTemplate | { readonly fault: string } {
  const parts: (string | UriExpression)[] = [];
  const seen = new Set<string>();
  let inside = false;
  let opened = 0;
  for (const piece of text.split(/([{}])/).filter((each) => each !== "")) {
    if (piece === "{" || piece === "}") {
      if (inside === (piece === "{")) return { fault: inside ? "a '{' stands inside '{ }'" : "a '}' has no '{'" };
      if (inside && parts.length === opened) return { fault: "'{}' names no variable" };
      inside = !inside;
      opened = parts.length;
    } else if (inside) {
      const expression = parseExpression(piece);
      if ("fault" in expression) return expression;
      const again = expression.variables.find((name, index) => seen.has(name) || expression.variables.indexOf(name) !== index);
      if (again !== undefined) return { fault: `the variable '${again}' is there twice` };
      for (const name of expression.variables) seen.add(name);
      parts.push(expression);
    } else parts.push(piece);
  }
  if (inside) return { fault: "a '{' has no '}'" };
  const fault = faultOfOrder(parts) ?? faultOfAddress(parts);
  return fault === null ? { parts } : { fault };
}

function parseExpression(text: string): UriExpression | { readonly fault: string } {
  const first = text.charAt(0);
  const isOperator = !/[\w%]/.test(first) && first !== "";
  if (isOperator && !operators.has(first)) return { fault: `the operator '${first}' is not supported` };
  const names = (isOperator ? text.slice(1) : text).split(",");
  const modified = names.find((name) => /[*:]/.test(name));
  if (modified !== undefined) return { fault: `the modifier of '${modified}' is not supported` };
  const bad = names.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (bad === "") return { fault: `'{${text}}' names no variable` };
  if (bad !== undefined) return { fault: `'${bad}' is no name that a parameter could have` };
  return { operator: (isOperator ? first : "") as UriExpression["operator"], variables: names };
}

function faultOfOrder(parts: UriTemplate["parts"]): string | null {
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (before === undefined || typeof before === "string") continue;
    if (isQuery(before) && (typeof part === "string" || !(part.operator === "&" || part.operator === "#"))) {
      return "something follows the query";
    }
    const isBare = typeof part !== "string" && (part.operator === "" || part.operator === "+");
    if (isBare) return `nothing tells '${before.variables.at(-1)}' and '${part.variables[0]}' apart`;
  }
  return null;
}

/** Whatever the variables hold, it has to be an address. */
function faultOfAddress(parts: UriTemplate["parts"]): string | null {
  const sample = parts.map((part) => (typeof part === "string" ? part : part.operator === "?" ? "?v=v" : "v")).join("");
  return isAddress(sample) ? null : "it is no absolute URI";
}

export const isAddress = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/.test(text) && /^[!-~]*$/.test(text) && URL.canParse(text);

export const variablesOf = ({ parts }: UriTemplate): string[] =>
  parts.flatMap((part) => (typeof part === "string" ? [] : part.variables));

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/**
 * The pattern of the addresses, with one group a variable in their order. A variable that is not `required` may be absent.
 * Each part can match in one way only, so that no address takes long: of two variables in one segment the first takes what it can.
 */
export function patternOf({ parts }: UriTemplate, required: ReadonlySet<string>): string {
  let pattern = "";
  /** The text since the variable before; null before the first. */
  let since: string | null = null;
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string") {
      pattern += escaped(part);
      if (since !== null) since += part;
      continue;
    }
    if (isQuery(part)) {
      const previous = parts[index - 1];
      if (typeof previous === "object" && isQuery(previous)) continue; // taken together with it
      const following = parts.slice(index).filter((each): each is UriExpression => typeof each === "object" && isQuery(each));
      pattern += queryPattern(
        part.operator === "?",
        following.flatMap(({ variables }) => variables),
      );
      continue;
    }
    const toEnd = !parts.slice(index + 1).some((each) => (typeof each === "string" ? each.includes("?") : isQuery(each)));
    for (const [position, name] of part.variables.entries()) {
      const separator = separatorOf(part, position);
      const between: string | null = since === null && separator !== "." ? null : (since ?? "") + separator;
      const group = `(${characters(part.operator, between, toEnd)}+)`;
      const isOptional = !required.has(name);
      pattern +=
        separator === ""
          ? group + (isOptional ? "?" : "")
          : isOptional
            ? `(?:${escaped(separator)}${group})?`
            : escaped(separator) + group;
      since = "";
    }
  }
  return `^${pattern}$`;
}

const separatorOf = ({ operator }: UriExpression, position: number): string => {
  if (operator === "/" || operator === ".") return operator;
  return position > 0 ? "," : operator === "#" ? "#" : "";
};

/** What one character of a variable may be; `between` is what separates it from the variable before. */
function characters(operator: UriExpression["operator"], between: string | null, toEnd: boolean): string {
  if (operator === "#") return ".";
  if (operator === "+") return toEnd ? "." : "[^?#]";
  if (between === null || between === "" || /[/?#]/.test(between)) return "[^/?#]";
  return between.length === 1 ? `[^/?#${between.replace(/[\\\]^-]/, "\\$&")}]` : `(?:(?!${escaped(between)})[^/?#])`;
}

/** `name=value` pairs in any order, each looked for from the start of the query. */
function queryPattern(isWhole: boolean, names: readonly string[]): string {
  const any = `(?:${names.join("|")})=[^&#]*`;
  if (isWhole) {
    const looks = names.map((name) => `(?=(?:(?:[^&#]*&)*?${name}=([^&#]*))?)`).join("");
    return `(?:\\?${looks}${any}(?:&${any})*)?`;
  }
  const looks = names.map((name) => `(?=(?:(?:&[^&#]*)*?&${name}=([^&#]*))?)`).join("");
  return `${looks}(?:&${any})*`;
}
