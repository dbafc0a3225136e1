/** The user's browser on Node: a page on a loopback address that waits for the authorization server to send the browser back. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AuthorizationError } from "./errors.js";
import { longestTimer } from "./jsonrpc/patience.js";

export interface LoopbackOptions {
  /** Shows the user this address, or opens it in a browser. */
  readonly open: (url: URL) => void | Promise<void>;
  /** A free one unless given. A fixed one keeps the redirect address, and with it the registration, from run to run. */
  readonly port?: number;
  /** How long the user may take, in milliseconds; 10 minutes unless given. */
  readonly timeoutMs?: number;
}

/** Two of the options of `oauthFetch`, and an end. */
export interface LoopbackAuthorizer {
  readonly redirectUrl: string;
  readonly authorize: (url: URL) => Promise<URL>;
  close(): Promise<void>;
}

/**
 * Waits on 127.0.0.1 for the browser (RFC 8252 section 7.3). Several authorizations may be under way: each is told by its
 * `state`. Keeps the process alive only while one is.
 *
 * @throws the error of `listen` when the port is taken; `authorize` throws AuthorizationError when the user takes too long.
 */
export async function loopbackAuthorizer(options: LoopbackOptions): Promise<LoopbackAuthorizer> {
  const waiting = new Map<string, (url: URL) => void>();
  const server = createServer((request, response) => {
    const url = callbackIn(request);
    const answer = url && waiting.get(url.searchParams.get("state") ?? "");
    if (url === undefined || answer === undefined) return page(response, 404, "Nothing is waiting for this page.");
    page(response, 200, "You can close this page and go back to the application.");
    answer(url);
  });
  await new Promise<void>((ready, fail) => {
    server.once("error", fail);
    server.listen(options.port ?? 0, "127.0.0.1", ready);
  });
  server.unref();
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  const authorize = async (url: URL): Promise<URL> => {
    const state = url.searchParams.get("state") ?? "";
    server.ref();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const answered = new Promise<URL>((resolve, reject) => {
        waiting.set(state, resolve);
        const late = () => reject(new AuthorizationError("The user did not come back from the browser in time."));
        timer = setTimeout(late, Math.min(options.timeoutMs ?? 600_000, longestTimer));
      });
      const [answer] = await Promise.all([answered, options.open(url)]);
      return answer;
    } finally {
      clearTimeout(timer);
      waiting.delete(state);
      if (waiting.size === 0) server.unref();
    }
  };

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { redirectUrl: `http://127.0.0.1:${port}${path}`, authorize, close };
}

const path = "/callback";

/** The address that the browser came back to, if it is that. Another host name is a page of somebody else (DNS rebinding). */
function callbackIn({ method, url = "/", headers: { host = "" } }: IncomingMessage): URL | undefined {
  if (method !== "GET" || !/^127\.0\.0\.1:\d+$/.test(host) || !URL.canParse(url, `http://${host}`)) return undefined;
  const address = new URL(url, `http://${host}`);
  return address.host === host && address.pathname === path ? address : undefined;
}

/** Fixed texts alone: nothing of what the browser brought is shown. */
function page(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(`<!doctype html><html lang="en"><title>Sign-in</title><p>${text}</p></html>`);
}
