/** A protected MCP server and its authorization server, both real and over HTTP, with rules that a test can bend. */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toFetchHandler } from "@mcp-gen/runtime/server";
import { type CryptoKey, calculateJwkThumbprint, decodeJwt, EmbeddedJWK, jwtVerify } from "jose";
import { server as library } from "../../fixtures/projects/library/src/mcp/server.js";

type Json = Record<string, unknown>;

export interface Seen {
  readonly at: "mcp" | "as";
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** The body of a registration. */
  readonly json: Json | undefined;
}

interface Token {
  readonly scope: string;
  readonly resource: string;
  readonly jkt: string | undefined;
}

/** A client as the authorization server knows it. */
export interface Known {
  readonly method: string;
  readonly secret?: string;
  /** For private_key_jwt. */
  readonly publicKey?: CryptoKey;
  readonly redirectUris: readonly string[];
  /** What it registered for; anything unless given. */
  readonly scope?: string;
}

/** What a test bends; everything is as the specification wants it unless it does. */
export interface Rules {
  /** Documents by path that replace, or with undefined remove, what the server would publish. */
  documents: (path: string, published: Json | undefined) => Json | undefined;
  challenge: (parameters: string) => string;
  callback: (url: URL) => URL;
  token: (answer: Json, parameters: URLSearchParams) => Json;
  /** The scopes that a request to the MCP server needs. */
  needed: (body: string) => string;
  dpop: boolean;
  nonces: boolean;
}

export class World {
  readonly seen: Seen[] = [];
  readonly tokens = new Map<string, Token>();
  readonly rules: Rules = {
    documents: (_path, published) => published,
    challenge: (parameters) => parameters,
    callback: (url) => url,
    token: (answer) => answer,
    needed: () => "",
    dpop: false,
    nonces: false,
  };
  readonly clients = new Map<string, Known>();
  readonly #codes = new Map<string, URLSearchParams>();
  readonly #refreshTokens = new Map<string, { clientId: string; token: Token }>();
  readonly #servers: Server[] = [];
  #count = 0;
  issuer = "";
  /** Whose tokens the MCP server takes; another world's after a move. */
  trusts: World = this;
  url = new URL("http://localhost");

  static async start(): Promise<World> {
    const world = new World();
    world.issuer = `http://127.0.0.1:${await world.#listen("as")}`;
    world.url = new URL(`http://127.0.0.1:${await world.#listen("mcp")}/team/mcp`);
    return world;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done).closeAllConnections())));
  }

  paths(at: Seen["at"]): string[] {
    return this.seen.filter((one) => one.at === at).map(({ path }) => path);
  }

  requests(path: string): Seen[] {
    return this.seen.filter((one) => one.path === path);
  }

  /** The user's browser: follows the redirect of the authorization server, as a user who agrees. */
  readonly browser = async (url: URL): Promise<URL> => {
    const response = await fetch(url, { redirect: "manual" });
    const back = response.headers.get("location");
    if (back === null) throw new Error(`The browser shows: ${await response.text()}`);
    return new URL(back);
  };

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  async #listen(at: Seen["at"]): Promise<number> {
    const mcp = toFetchHandler(library);
    const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const body = await read(request);
      const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
      const parameters = request.method === "POST" && isForm ? new URLSearchParams(body) : url.searchParams;
      const json = url.pathname === "/register" ? (JSON.parse(body) as Json) : undefined;
      this.seen.push({ at, path: url.pathname, parameters, headers: request.headers, json });
      if (url.pathname.includes("/.well-known/")) return this.#document(response, url.pathname, at);
      if (at === "as") return this.#authorizationServer(request, response, url.pathname, parameters, json);
      if (await this.#admit(request, response, body)) await forward(await mcp(asRequest(request, url, body)), response);
    };
    const server = createServer((request, response) => {
      handle(request, response).catch((thrown: unknown) => send(response, 500, { error: String(thrown) }));
    });
    this.#servers.push(server);
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    return (server.address() as AddressInfo).port;
  }

  #document(response: ServerResponse, path: string, at: Seen["at"]): void {
    const published = at === "mcp" ? this.#resourceMetadata(path) : this.#serverMetadata(path);
    const document = this.rules.documents(path, published);
    if (document === undefined) send(response, 404, {});
    else send(response, 200, document);
  }

  #resourceMetadata(path: string): Json | undefined {
    if (path !== "/.well-known/oauth-protected-resource/team/mcp") return undefined;
    return { resource: this.url.href, authorization_servers: [this.trusts.issuer], scopes_supported: ["read"] };
  }

  #serverMetadata(path: string): Json | undefined {
    if (path !== "/.well-known/oauth-authorization-server") return undefined;
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      registration_endpoint: `${this.issuer}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      authorization_response_iss_parameter_supported: true,
      dpop_signing_alg_values_supported: ["ES256"],
    };
  }

  async #authorizationServer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    parameters: URLSearchParams,
    json: Json | undefined,
  ): Promise<void> {
    if (path === "/register") return this.#register(response, json ?? {});
    if (path === "/authorize") return this.#authorize(response, parameters);
    if (path === "/token") return this.#token(request, response, parameters);
    send(response, 404, {});
  }

  #register(response: ServerResponse, metadata: Json): void {
    const id = `client-${this.#next()}`;
    const redirectUris = metadata.redirect_uris as string[];
    const { scope } = metadata;
    this.clients.set(id, { method: "none", redirectUris, ...(typeof scope === "string" && { scope }) });
    send(response, 201, { ...metadata, client_id: id });
  }

  #authorize(response: ServerResponse, parameters: URLSearchParams): void {
    const redirect = parameters.get("redirect_uri") ?? "";
    const client = this.clients.get(parameters.get("client_id") ?? "");
    const fine = client?.redirectUris.includes(redirect) === true && parameters.get("code_challenge_method") === "S256";
    if (!fine) return send(response, 400, { error: "invalid_request" });
    const back = new URL(redirect);
    const asked = parameters.get("scope")?.split(" ") ?? [];
    const isRegistered = client.scope === undefined || asked.every((scope) => client.scope?.split(" ").includes(scope));
    if (!isRegistered) back.searchParams.set("error", "invalid_scope");
    else {
      const code = `secret-code-${this.#next()}`;
      this.#codes.set(code, parameters);
      back.searchParams.set("code", code);
    }
    back.searchParams.set("state", parameters.get("state") ?? "");
    back.searchParams.set("iss", this.issuer);
    response.writeHead(302, { location: this.rules.callback(back).href }).end();
  }

  async #token(request: IncomingMessage, response: ServerResponse, parameters: URLSearchParams): Promise<void> {
    const client = await this.#client(request, parameters);
    // A server that tells everything it was told.
    const told = [...parameters.values(), ...basicOf(request)].join(" ");
    const refuse = (error: string) =>
      send(response, error === "invalid_client" ? 401 : 400, { error, error_description: `Refused: ${told}` });
    if (client === undefined) return refuse("invalid_client");
    const proof =
      typeof request.headers.dpop === "string" ? await this.#proof(request, `${this.issuer}/token`, undefined) : undefined;
    if (proof === "nonce") {
      response.setHeader("dpop-nonce", "as-nonce");
      return refuse("use_dpop_nonce");
    }
    const token = this.#granted(parameters, client, proof);
    if (token === undefined) return refuse("invalid_grant");
    const accessToken = `secret-token-${this.#next()}`;
    const refreshToken = `secret-refresh-${this.#count}`;
    this.tokens.set(accessToken, token);
    this.#refreshTokens.set(refreshToken, { clientId: client, token });
    const answer = {
      access_token: accessToken,
      token_type: proof === undefined ? "Bearer" : "DPoP",
      expires_in: 3600,
      refresh_token: refreshToken,
      ...(token.scope === "" ? {} : { scope: token.scope }),
    };
    send(response, 200, this.rules.token(answer, parameters));
  }

  /** The id of the client that proved itself by the method it is registered for. */
  async #client(request: IncomingMessage, parameters: URLSearchParams): Promise<string | undefined> {
    const assertion = parameters.get("client_assertion");
    if (assertion !== null) {
      const id = decodeJwt(assertion).sub ?? "";
      const { publicKey, method } = this.clients.get(id) ?? {};
      if (publicKey === undefined || method !== "private_key_jwt") return undefined;
      await jwtVerify(assertion, publicKey, { issuer: id, audience: this.issuer });
      return id;
    }
    const basic = basicOf(request);
    const method = basic.length > 0 ? "client_secret_basic" : parameters.has("client_secret") ? "client_secret_post" : "none";
    const [id, secret] =
      basic.length > 0 ? basic : [parameters.get("client_id") ?? "", parameters.get("client_secret") ?? undefined];
    const known = this.clients.get(id ?? "");
    return known?.method === method && known.secret === secret ? id : undefined;
  }

  #granted(parameters: URLSearchParams, clientId: string, jkt: string | undefined): Token | undefined {
    const resource = parameters.get("resource") ?? "";
    if (parameters.get("grant_type") === "refresh_token") {
      const kept = this.#refreshTokens.get(parameters.get("refresh_token") ?? "");
      this.#refreshTokens.delete(parameters.get("refresh_token") ?? "");
      return kept?.clientId === clientId && kept.token.resource === resource && kept.token.jkt === jkt ? kept.token : undefined;
    }
    if (parameters.get("grant_type") !== "authorization_code") return { scope: parameters.get("scope") ?? "", resource, jkt };
    const code = parameters.get("code") ?? "";
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256")
      .update(parameters.get("code_verifier") ?? "")
      .digest("base64url");
    const fine =
      asked?.get("client_id") === clientId &&
      asked.get("code_challenge") === challenge &&
      asked.get("resource") === resource &&
      asked.get("redirect_uri") === parameters.get("redirect_uri");
    return fine ? { scope: asked.get("scope") ?? "", resource, jkt } : undefined;
  }

  /** The thumbprint of the key of a proof that fits the request (RFC 9449 section 4.3). @throws for one that does not. */
  async #proof(request: IncomingMessage, htu: string, token: string | undefined): Promise<string> {
    const { payload, protectedHeader } = await jwtVerify(String(request.headers.dpop), EmbeddedJWK, { typ: "dpop+jwt" });
    const ath = token === undefined ? undefined : createHash("sha256").update(token).digest("base64url");
    if (payload.htm !== request.method || payload.htu !== htu || payload.ath !== ath) throw new Error("The proof does not fit.");
    if (this.rules.nonces && payload.nonce !== (token === undefined ? "as-nonce" : "rs-nonce")) return "nonce";
    return calculateJwkThumbprint(protectedHeader.jwk ?? { kty: "none" });
  }

  /** Whether a request may go on to the MCP server; answers it otherwise. */
  async #admit(request: IncomingMessage, response: ServerResponse, body: string): Promise<boolean> {
    const [scheme, text = ""] = (request.headers.authorization ?? "").split(" ");
    const token = this.trusts.tokens.get(text);
    const wanted = this.rules.dpop ? "DPoP" : "Bearer";
    const metadata = `resource_metadata="${this.url.origin}/.well-known/oauth-protected-resource/team/mcp"`;
    const refuse = (status: number, parameters: string) => {
      response.setHeader("www-authenticate", this.rules.challenge(`${wanted} ${parameters}`));
      send(response, status, { error: "refused" });
      return false;
    };
    if (token === undefined || scheme !== wanted || token.resource !== this.url.href) return refuse(401, metadata);
    if (this.rules.dpop) {
      const proof = await this.#proof(request, this.url.href, text);
      response.setHeader("dpop-nonce", "rs-nonce");
      if (proof === "nonce") return refuse(401, 'error="use_dpop_nonce"');
      if (proof !== token.jkt) return refuse(401, metadata);
    }
    const needed = this.rules.needed(body);
    const granted = token.scope.split(" ");
    if (needed.split(" ").every((scope) => scope === "" || granted.includes(scope))) return true;
    return refuse(403, `error="insufficient_scope", scope="${needed}", ${metadata}`);
  }
}

function asRequest({ method = "GET", headers }: IncomingMessage, url: URL, body: string): Request {
  const plain = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return new Request(url, { method, headers: plain, ...(method === "POST" ? { body } : {}) });
}

async function forward(reply: Response, response: ServerResponse): Promise<void> {
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  for await (const bytes of reply.body ?? []) response.write(bytes);
  response.end();
}

/** User and password of a Basic authorization, which are encoded as a form (RFC 6749 section 2.3.1). */
function basicOf(request: IncomingMessage): string[] {
  const [scheme, encoded = ""] = (request.headers.authorization ?? "").split(" ");
  if (scheme !== "Basic") return [];
  const parts = Buffer.from(encoded, "base64").toString().split(":");
  return parts.map((part) => decodeURIComponent(part.replaceAll("+", " ")));
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
