/** Answers the questions of servers with the callbacks of the user; registering one is declaring the capability. */

import type { FormSchema } from "../core/domain.js";
import { INTERNAL_ERROR, INVALID_PARAMS, McpError, METHOD_NOT_FOUND, messageOf } from "../errors.js";
import { type Fields, isFields, own } from "../json.js";

/** A form to fill in. `requestedSchema` is the server's, unchanged. */
export interface FormParams {
  readonly mode: "form";
  readonly message: string;
  readonly requestedSchema: FormSchema;
  readonly _meta?: Fields;
}
/** A link to open, after the user has seen it whole and agreed. */
export interface UrlParams {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  readonly elicitationId?: string;
  readonly _meta?: Fields;
}
export type ElicitParams = FormParams | UrlParams;

export interface ElicitAnswer {
  readonly action: "accept" | "decline" | "cancel";
  /** The fields of an accepted form. */
  readonly content?: { readonly [field: string]: string | number | boolean | readonly string[] };
}

export interface QuestionContext {
  /** Aborts when the answer is not wanted any more. */
  readonly signal: AbortSignal;
}

export type ElicitationCallback = (params: ElicitParams, context: QuestionContext) => ElicitAnswer | Promise<ElicitAnswer>;

export type ElicitationMode = "form" | "url";

export class Answering {
  readonly #callback: ElicitationCallback | undefined;
  readonly #modes: readonly ElicitationMode[];

  constructor(callback: ElicitationCallback | undefined, modes: readonly ElicitationMode[] = ["form", "url"]) {
    this.#callback = callback;
    this.#modes = modes;
  }

  get capabilities(): Fields {
    if (this.#callback === undefined || this.#modes.length === 0) return {};
    return { elicitation: Object.fromEntries(this.#modes.map((mode) => [mode, {}])) };
  }

  /** @throws McpError for a kind of question that is not answered here, a malformed one, and a callback that refuses or fails. */
  async answer(method: string, params: Fields, signal: AbortSignal): Promise<ElicitAnswer> {
    if (method !== "elicitation/create" || this.#callback === undefined) {
      throw new McpError(METHOD_NOT_FOUND, `This client does not answer ${method}.`, { method });
    }
    const question = readQuestion(params, this.#modes);
    try {
      return checked(await this.#callback(question, { signal }), question.mode);
    } catch (thrown) {
      if (thrown instanceof McpError) throw thrown;
      throw new McpError(INTERNAL_ERROR, `The elicitation callback failed: ${messageOf(thrown)}`);
    }
  }
}

function readQuestion(params: Fields, modes: readonly ElicitationMode[]): ElicitParams {
  const mode = own(params, "mode") ?? "form";
  const { message, requestedSchema, url } = params;
  if (mode !== "form" && mode !== "url") throw new McpError(INVALID_PARAMS, "Unknown elicitation mode.");
  if (!modes.includes(mode)) throw new McpError(INVALID_PARAMS, `This client does not answer elicitations of mode ${mode}.`);
  if (typeof message !== "string") throw new McpError(INVALID_PARAMS, "An elicitation needs a message.");
  if (mode === "url") {
    if (typeof url !== "string" || !URL.canParse(url))
      throw new McpError(INVALID_PARAMS, "An elicitation of mode url needs a valid url.");
    return { ...params, mode, message, url };
  }
  if (!isFields(requestedSchema)) throw new McpError(INVALID_PARAMS, "An elicitation of mode form needs a requestedSchema.");
  return { ...params, mode, message, requestedSchema: requestedSchema as unknown as FormSchema };
}

/** Content goes along only with an accepted form. */
function checked(answer: ElicitAnswer, mode: ElicitationMode): ElicitAnswer {
  const { action, content } = answer;
  if (action !== "accept" && action !== "decline" && action !== "cancel") {
    throw new TypeError("it must return an action: accept, decline or cancel");
  }
  return action === "accept" && mode === "form" && content !== undefined ? { action, content } : { action };
}
