/**
 * Answers questions on a web page of this machine: loopback only, behind a token in the address that is drawn for this one call.
 * Another site can neither read the page nor send to it: Host, Origin and token are checked.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Fits, faultOf } from "./fault.js";
import { fieldsOf, readTyped, type Value } from "./field.js";
import { donePage, inputName, page, questionPage, type Refused, waitingPage } from "./page.js";
import type { PersonAnswer, Question } from "./terminal.js";

interface Pending {
  readonly id: number;
  readonly question: Question;
  refused: Refused | null;
  readonly settle: (answer: PersonAnswer) => void;
}

const longestBody = 1_000_000;
const pollMs = 25_000;

export class WebAnswerer {
  /** Where the page is; the token in it is the only key. */
  readonly address: string;
  readonly #server;
  readonly #fits: Fits;
  readonly #token: string;
  readonly #what: string;
  readonly #queue: Pending[] = [];
  #done: string | null = null;
  #version = 0;
  #count = 0;
  #watchers = new Set<() => void>();

  private constructor(server: ReturnType<typeof createServer>, token: string, what: string, fits: Fits) {
    this.#server = server;
    this.#token = token;
    this.#what = what;
    this.#fits = fits;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}`;
    server.on("request", (request, response) => void this.#handle(request, response));
  }

  /** @param what - the heading while nothing is asked. */
  static async open(what: string, fits: Fits): Promise<WebAnswerer> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    return new WebAnswerer(server, randomBytes(24).toString("base64url"), what, fits);
  }

  answer(question: Question, signal: AbortSignal): Promise<PersonAnswer> {
    return new Promise((resolve) => {
      this.#count += 1;
      const pending: Pending = {
        id: this.#count,
        question,
        refused: null,
        settle: (answer) => {
          const at = this.#queue.indexOf(pending);
          if (at >= 0) this.#queue.splice(at, 1);
          this.#changed();
          resolve(answer);
        },
      };
      this.#queue.push(pending);
      this.#changed();
      if (signal.aborted) pending.settle({ action: "cancel" });
      else signal.addEventListener("abort", () => pending.settle({ action: "cancel" }), { once: true });
    });
  }

  /** Shows the result for a moment, then ends. */
  async close(result: string): Promise<void> {
    this.#done = result;
    this.#changed();
    const grace = this.#count === 0 ? 0 : 1_000;
    await new Promise((resolve) => setTimeout(resolve, grace));
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #changed(): void {
    this.#version += 1;
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch {
      if (!response.headersSent) refuse(response, 400);
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = new URL(this.address).origin;
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const [, token = "", rest = ""] = pathname.split("/");
    const sender = request.headers.origin;
    if (request.headers.host !== new URL(origin).host || (sender !== undefined && sender !== origin))
      return refuse(response, 403);
    if (!isSame(token, this.#token)) return refuse(response, 404);
    if (rest === "changed" && request.method === "GET") return this.#watch(Number(searchParams.get("since")), response);
    if (rest !== "") return refuse(response, 404);
    if (request.method === "POST") {
      if (sender !== origin) return refuse(response, 403);
      this.#take(new URLSearchParams(await bodyOf(request)));
      response.writeHead(303, { location: `/${this.#token}`, "cache-control": "no-store" }).end();
      return;
    }
    if (request.method !== "GET") return refuse(response, 405);
    this.#show(response);
  }

  #show(response: ServerResponse): void {
    const nonce = randomBytes(16).toString("base64");
    const [first] = this.#queue;
    const body =
      first !== undefined
        ? questionPage(first.question, first.id, first.refused)
        : this.#done === null
          ? waitingPage(this.#what)
          : donePage(this.#done);
    response
      .writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "same-origin" /* with less, a browser hides the origin of our own form, too */,
        "x-content-type-options": "nosniff",
        "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      })
      .end(page(body, this.#version, nonce));
  }

  /** Answers when the page is out of date: 200; or after a while: 204, ask again. */
  #watch(since: number, response: ServerResponse): void {
    const end = (status: number): void => {
      clearTimeout(timer);
      this.#watchers.delete(changed);
      response.writeHead(status, { "cache-control": "no-store" }).end();
    };
    const changed = (): void => end(200);
    const timer = setTimeout(() => end(204), pollMs);
    if (since !== this.#version) return end(200);
    this.#watchers.add(changed);
    response.on("close", () => {
      clearTimeout(timer);
      this.#watchers.delete(changed);
    });
  }

  #take(sent: URLSearchParams): void {
    const [pending] = this.#queue;
    if (pending === undefined || sent.get("question") !== String(pending.id)) return; // an older page
    const action = sent.get("action");
    if (action === "decline" || action === "cancel") return pending.settle({ action });
    if (action !== "accept") return;
    if (pending.question.mode === "url") return pending.settle({ action });
    const form = pending.question.requestedSchema ?? { properties: {} };
    const content: Record<string, Value> = {};
    const faults = new Map<string, string>();
    const typed = new Map<string, readonly string[]>();
    fieldsOf(form).forEach((field, index) => {
      const texts = sent.getAll(inputName(index));
      typed.set(field.name, texts);
      const isBlank = texts.every((text) => text.trim() === "");
      const isLeftOut = isBlank && !(field.kind === "choices" && field.required);
      const value = isLeftOut ? undefined : field.kind === "choices" ? texts : readTyped(field, texts[0] ?? "");
      const fault = faultOf(this.#fits, form, field.name, value);
      if (fault !== null) faults.set(field.name, fault);
      else if (value !== undefined) Object.defineProperty(content, field.name, { value, enumerable: true, configurable: true });
    });
    if (faults.size === 0) return pending.settle({ action, content });
    pending.refused = { faults, typed };
    this.#changed();
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "cache-control": "no-store" }).end();
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestBody) throw new Error("too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
