/** Addresses that a client may send credentials and users to, and where metadata stands (RFC 8414, RFC 9728, OIDC Discovery). */

import { AuthorizationError } from "../errors.js";

/** Whether plain HTTP is allowed, and to whom: everything else is HTTPS (OAuth 2.1 section 1.5). */
export type HttpRule = "never" | "loopback" | "anywhere";

/** A server on this machine may have its authorization server here too; one elsewhere may not send the client here. */
export function httpRule(server: URL, allowHttp: boolean): HttpRule {
  if (allowHttp) return "anywhere";
  return isLoopback(server) ? "loopback" : "never";
}

export function isLoopback(url: URL): boolean {
  return url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

/** @param what - names the address in the error. @throws AuthorizationError unless it is an address that may be used. */
export function safeUrl(text: unknown, what: string, rule: HttpRule): URL {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new AuthorizationError(`${what} is no URL.`);
  const plain = url.protocol === "http:" && (rule === "anywhere" || (rule === "loopback" && isLoopback(url)));
  if (url.protocol !== "https:" && !plain) throw new AuthorizationError(`${what} is not an HTTPS URL.`);
  if (url.username !== "" || url.password !== "") throw new AuthorizationError(`${what} holds credentials.`);
  return url;
}

/** The name of a server in the store, and its address without what is not part of it. */
export function serverKey(url: URL): string {
  const bare = new URL(url);
  bare.hash = "";
  return bare.href;
}

/** The well-known addresses of a protected resource: at the path of the server first, then at the root (RFC 9728 section 3.1). */
export function resourceMetadataUrls(server: URL): URL[] {
  const name = "/.well-known/oauth-protected-resource";
  const path = server.pathname.replace(/\/$/, "");
  const atPath = new URL(`${name}${path}${server.search}`, server);
  const atRoot = new URL(name, server);
  return atPath.href === atRoot.href ? [atRoot] : [atPath, atRoot];
}

/** The well-known addresses of an authorization server, in the order of the specification ("Authorization Server Metadata Discovery"). */
export function serverMetadataUrls(issuer: URL): URL[] {
  const path = issuer.pathname.replace(/\/$/, "");
  const at = (pathname: string) => new URL(pathname, issuer.origin);
  const inserted = [at(`/.well-known/oauth-authorization-server${path}`), at(`/.well-known/openid-configuration${path}`)];
  return path === "" ? inserted : [...inserted, at(`${path}/.well-known/openid-configuration`)];
}

/** Whether a resource identifier names the server at this address: the same origin, and the path or one above it. */
export function covers(resource: URL, server: URL): boolean {
  if (resource.origin !== server.origin || resource.hash !== "") return false;
  if (resource.search !== "" && resource.search !== server.search) return false;
  const above = resource.pathname.endsWith("/") ? resource.pathname : `${resource.pathname}/`;
  return `${server.pathname}/`.startsWith(above);
}
