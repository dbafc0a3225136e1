/** Requests to authorization servers: bounded in time and size, never redirected. */

import { AuthorizationError } from "../errors.js";
import type { Fields } from "../json.js";
import type { Fetch } from "../transports/http-client.js";
import { parsedFields } from "./fields.js";

const patienceMs = 30_000;
const largestBody = 1_048_576;

/** What `fetch` is for authorization servers. */
export type AuthFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** The whole body is read here, so that nobody after this waits for a stranger or fills the memory. */
export function boundedFetch(fetcher: Fetch): AuthFetch {
  return async (url, init = {}) => {
    const address = new URL(url);
    const timeOut = AbortSignal.timeout(patienceMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeOut]) : timeOut;
    try {
      const response = await fetcher(address, { ...init, redirect: "manual", signal });
      const body = await readBody(response);
      if (response.status < 200) throw new AuthorizationError(`${place(address)} redirects, which is not followed.`);
      const headers = new Headers(response.headers);
      headers.delete("content-encoding");
      headers.delete("content-length");
      return new Response([204, 205, 304].includes(response.status) ? null : body, { status: response.status, headers });
    } catch (thrown) {
      if (thrown instanceof AuthorizationError) throw thrown;
      const why = timeOut.aborted ? `did not answer within ${patienceMs / 1000} s` : "can't be reached";
      throw new AuthorizationError(`${place(address)} ${why}.`);
    }
  };
}

/** The address without a query, which may hold what is nobody's business. */
function place(address: URL): string {
  return `${address.origin}${address.pathname}`;
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const bytes of response.body ?? []) {
    size += bytes.byteLength;
    if (size > largestBody) throw new AuthorizationError(`A reply of more than ${largestBody} bytes was refused.`);
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** A metadata document, or undefined where there is none: then the next address is tried. @throws AuthorizationError for a server in trouble. */
export async function getDocument(fetcher: AuthFetch, url: URL): Promise<Fields | undefined> {
  const response = await fetcher(url.href, { method: "GET", headers: { accept: "application/json" } });
  if (response.status >= 500) throw new AuthorizationError(`${url.href} answered with HTTP ${response.status}.`);
  if (response.status !== 200) return undefined;
  return parsedFields(await response.text());
}
