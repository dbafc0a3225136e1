/** Templates of addresses: what a client expands is what the pattern of the server takes apart again. */
import { describe, expect, it } from "vitest";
import { parseUriTemplate, patternOf, variablesOf } from "../../generator/uri-template.js";
import { expandUri } from "../../runtime/dist/core/uri-template.js";

function patternFor(text: string, required: readonly string[]): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const template = parseUriTemplate(text);
  if ("fault" in template) throw new Error(template.fault);
  return { pattern: new RegExp(patternOf(template, new Set(required)), "u"), names: variablesOf(template) };
}

describe("expanding and matching", () => {
  it.each<[template: string, variables: Record<string, string>, uri: string]>([
    ["shop://orders/{id}", { id: "a b/c?d#é" }, "shop://orders/a%20b%2Fc%3Fd%23%C3%A9"],
    ["shop://orders/{id}{?page,size}", { id: "1" }, "shop://orders/1"],
    ["shop://orders/{id}{?page,size}", { id: "1", size: "2&3" }, "shop://orders/1?size=2%263"],
    [
      "shop://orders/{id}{?page,size}{#part}",
      { id: "1", page: "9", size: "2", part: "top" },
      "shop://orders/1?page=9&size=2#top",
    ],
    ["shop://list?sort=up{&from,to}", { to: "z" }, "shop://list?sort=up&to=z"],
    ["file:///{+path}", { path: "a/b c.txt" }, "file:///a/b%20c.txt"],
    ["shop://{name}.{ending}", { name: "archive.tar", ending: "gz" }, "shop://archive.tar.gz"],
    ["shop://x{/lang}{.ending}", { ending: "html" }, "shop://x.html"],
    ["shop://{a}--{b}", { a: "p--q", b: "r-s" }, "shop://p--q--r-s"],
    ["shop://x{?a,b}", { a: "", b: "x" }, "shop://x?a=&b=x"],
  ])("%s with %j", (template, variables, uri) => {
    expect(expandUri(template, variables)).toBe(uri);
    const { pattern, names } = patternFor(template, Object.keys(variables));
    const found = pattern.exec(uri)?.slice(1);
    expect(found).toBeDefined();
    const decoded = names.flatMap((name, index) => {
      const value = found?.[index];
      return value === undefined ? [] : [[name, decodeURIComponent(value)]];
    });
    expect(Object.fromEntries(decoded)).toEqual(variables);
  });

  it.each([
    ["shop://orders/{id}", "shop://orders/"],
    ["shop://orders/{id}", "shop://orders/1/2"],
    ["shop://orders/{id}", "shop://orders/1?x=1"],
    ["shop://orders{?id}", "shop://orders?other=1"],
    ["shop://orders{?id}", "shop://ordersid=1"],
    ["shop://o.d", "shop://oxd"],
  ])("%s does not match %s", (template, uri) => {
    expect(patternFor(template, ["id"]).pattern.test(uri)).toBe(false);
  });

  it.each([
    ["shop://{a}-{b}-{c}/end", `shop://${"-x".repeat(4000)}`],
    ["shop://{a}.{b}{?x,y,z}", `shop://a.b?${"x=&".repeat(3000)}!`],
    ["shop://l?k=1{&x,y,z}", `shop://l?k=1${"&x=".repeat(3000)}#`],
  ])("%s takes no long time for a long address", (template, uri) => {
    const { pattern } = patternFor(template, ["a", "b", "c"]);
    const start = performance.now();
    expect(pattern.test(uri)).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
