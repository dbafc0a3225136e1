/** Answers the questions of servers with the callbacks of the user; registering one is declaring the capability. */

import type {
  ClientCapabilities,
  CreateMessageParams,
  CreateMessageResult,
  FormSchema,
  ListRootsResult,
  Root,
} from "../core/domain.js";
import { fitForm } from "../core/flat-form.js";
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
  /** The fields of an accepted form; those with a default may be left out. */
  readonly content?: { readonly [field: string]: string | number | boolean | readonly string[] };
}

export interface QuestionContext {
  /** Aborts when the answer is not wanted any more. */
  readonly signal: AbortSignal;
}

type Callback<P, R> = (params: P, context: QuestionContext) => R | Promise<R>;

export type ElicitationCallback = Callback<ElicitParams, ElicitAnswer>;
export type SamplingCallback = Callback<CreateMessageParams, CreateMessageResult>;
export type RootsCallback = (context: QuestionContext) => readonly Root[] | Promise<readonly Root[]>;

export type ElicitationMode = "form" | "url";

/** The callbacks of a client. What is left out is not declared, and refused when a server asks all the same. */
export interface Callbacks {
  /** Answers forms and links. Throwing an McpError refuses the question. */
  readonly elicitation?: ElicitationCallback;
  /** Which kinds of question `elicitation` answers; both unless given. */
  readonly elicitationModes?: readonly ElicitationMode[];
  /** "checked" unless given: an accepted form is checked against its schema, with defaults filled in, before it is sent. */
  readonly elicitationAnswers?: "checked" | "as they are";
  /** Asks the user's model for a server, with the user's consent. */
  readonly sampling?: SamplingCallback;
  /** What `sampling` can do besides; declared only together with it. */
  readonly samplingCapabilities?: NonNullable<ClientCapabilities["sampling"]>;
  /** The folders that the user works in. */
  readonly roots?: RootsCallback;
}

export class Answering {
  readonly #callbacks: Callbacks;
  readonly #modes: readonly ElicitationMode[];
  readonly #methods: ReadonlyMap<string, (params: Fields, context: QuestionContext) => Promise<object>>;

  constructor(callbacks: Callbacks) {
    const { elicitation, elicitationModes = ["form", "url"], sampling, roots } = callbacks;
    this.#callbacks = callbacks;
    this.#modes = elicitation === undefined ? [] : elicitationModes;
    const methods = new Map<string, (params: Fields, context: QuestionContext) => Promise<object>>();
    if (elicitation !== undefined && this.#modes.length > 0) {
      methods.set("elicitation/create", (params, context) => this.#elicit(elicitation, params, context));
    }
    if (sampling !== undefined) {
      methods.set("sampling/createMessage", async (params, context) => sampling(readPrompt(params, this.#callbacks), context));
    }
    if (roots !== undefined)
      methods.set("roots/list", async (_params, context): Promise<ListRootsResult> => ({ roots: await roots(context) }));
    this.#methods = methods;
  }

  get capabilities(): Fields {
    const has = (method: string): boolean => this.#methods.has(method);
    return {
      ...(has("elicitation/create") && { elicitation: Object.fromEntries(this.#modes.map((mode) => [mode, {}])) }),
      ...(has("sampling/createMessage") && { sampling: this.#callbacks.samplingCapabilities ?? {} }),
      ...(has("roots/list") && { roots: { listChanged: true } }),
    };
  }

  /** @throws McpError for a kind of question that is not answered here, a malformed one, and a callback that refuses or fails. */
  async answer(method: string, params: Fields, signal: AbortSignal): Promise<object> {
    const answer = this.#methods.get(method);
    if (answer === undefined) throw new McpError(METHOD_NOT_FOUND, `This client does not answer ${method}.`, { method });
    try {
      return await answer(params, { signal });
    } catch (thrown) {
      if (thrown instanceof McpError) throw thrown;
      throw new McpError(INTERNAL_ERROR, `The callback for ${method} failed: ${messageOf(thrown)}`);
    }
  }

  async #elicit(callback: ElicitationCallback, params: Fields, context: QuestionContext): Promise<ElicitAnswer> {
    const question = readQuestion(params, this.#modes);
    const { action, content } = await callback(question, context);
    if (action !== "accept" && action !== "decline" && action !== "cancel") {
      throw new TypeError("it must return an action: accept, decline or cancel");
    }
    if (action !== "accept" || question.mode !== "form") return { action };
    if (this.#callbacks.elicitationAnswers === "as they are") return content === undefined ? { action } : { action, content };
    const fitted = fitForm(question.requestedSchema, { ...content });
    if (!fitted.problems.none) throw new TypeError(`its answer does not fit the form:\n${fitted.problems}`);
    return { action, content: fitted.content as NonNullable<ElicitAnswer["content"]> };
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

function readPrompt(params: Fields, { samplingCapabilities }: Callbacks): CreateMessageParams {
  if (!Array.isArray(params.messages)) throw new McpError(INVALID_PARAMS, "A sampling request needs messages.");
  const usesTools = params.tools !== undefined || params.toolChoice !== undefined;
  if (usesTools && samplingCapabilities?.tools === undefined) {
    throw new McpError(INVALID_PARAMS, "This client does not let servers give tools to its model.");
  }
  return params as unknown as CreateMessageParams;
}
