/** Templates of addresses (RFC 6570, section 3.2) -> an address, for clients that know the variables. */

const separators: Readonly<Record<string, readonly [first: string, between: string]>> = {
  "": ["", ","],
  "+": ["", ","],
  "#": ["#", ","],
  ".": [".", "."],
  "/": ["/", "/"],
  "?": ["?", "&"],
  "&": ["&", "&"],
};

/** The address that a template stands for once its variables are known; what is undefined is left out. */
export function expandUri(template: string, variables: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{([+#./?&]?)([^{}]*)\}/g, (_whole, operator: string, names: string) => {
    const [first, between] = separators[operator] ?? ["", ","];
    const parts = names.split(",").flatMap((name) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (value === undefined) return [];
      const text = operator === "+" || operator === "#" ? reserved(value) : strict(value);
      return [operator === "?" || operator === "&" ? `${name}=${text}` : text];
    });
    return parts.length === 0 ? "" : first + parts.join(between);
  });
}

/** Everything but unreserved characters is encoded. */
const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Reserved characters and what is encoded already stay. */
const reserved = (text: string): string =>
  encodeURI(text)
    .replace(/%25(?=[\dA-Fa-f]{2})/g, "%")
    .replace(/%5B/g, "[")
    .replace(/%5D/g, "]");
