/**
 * Answers questions in a terminal: draws the form line by line. Ctrl+D declines, Ctrl+C cancels; a link is shown whole, with its host
 * by itself, and never opened.
 */
import { createInterface } from "node:readline/promises";
import { type Fits, faultOf } from "./fault.js";
import { type FormField, type FormLike, fieldsOf, readTyped, type Value } from "./field.js";
import { demands, shown, shownInLine } from "./shown.js";

export interface Screen {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whether bold text may be used. */
  readonly styled: boolean;
}

export interface Question {
  readonly mode: "form" | "url";
  readonly message: string;
  readonly url?: string;
  readonly requestedSchema?: FormLike;
}

export type PersonAnswer =
  | { readonly action: "accept"; readonly content?: Record<string, Value> }
  | { readonly action: "decline" | "cancel" };

type Way = "decline" | "cancel";

class Left extends Error {
  constructor(readonly way: Way) {
    super(way);
  }
}

export class TerminalAnswerer {
  readonly #screen: Screen;
  readonly #fits: Fits;
  /** Questions come one at a time before a person, however many are put at once. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(screen: Screen, fits: Fits) {
    this.#screen = screen;
    this.#fits = fits;
  }

  answer(question: Question, signal: AbortSignal): Promise<PersonAnswer> {
    const turn = this.#turn.then(() => this.#ask(question, signal));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #ask(question: Question, signal: AbortSignal): Promise<PersonAnswer> {
    const lines = new Lines(this.#screen, signal);
    try {
      return question.mode === "url" ? await this.#link(question, lines) : await this.#form(question, lines);
    } catch (thrown) {
      if (thrown instanceof Left) {
        this.#say(thrown.way === "decline" ? "Declined." : "Cancelled.");
        return { action: thrown.way };
      }
      throw thrown;
    } finally {
      lines.close();
    }
  }

  async #link({ message, url = "" }: Question, lines: Lines): Promise<PersonAnswer> {
    const host = URL.canParse(url) ? new URL(url).host : "";
    this.#say(`\n${this.#bold("The server asks you to open a link.")}\n${indented(shown(message))}`);
    this.#say(
      `  ${shownInLine(url)}\n  It leads to: ${this.#bold(shownInLine(host === "" ? "nowhere that can be told" : host))}`,
    );
    this.#say("It is not opened for you. Open it only if you trust that place.");
    for (;;) {
      const typed = (await lines.read("(a)ccept, (d)ecline or (c)ancel? ")).trim().toLowerCase();
      if (typed === "a" || typed === "accept") return { action: "accept" };
      leaveWhen(typed);
    }
  }

  async #form({ message, requestedSchema = { properties: {} } }: Question, lines: Lines): Promise<PersonAnswer> {
    const fields = fieldsOf(requestedSchema);
    this.#say(`\n${this.#bold("The server asks:")}\n${indented(shown(message))}`);
    this.#say("(Ctrl+D declines, Ctrl+C cancels.)");
    for (;;) {
      const content: Record<string, Value> = {};
      for (const field of fields) {
        const value = await this.#field(field, requestedSchema, lines);
        if (value !== undefined) Object.defineProperty(content, field.name, { value, enumerable: true, configurable: true });
      }
      const sent = Object.entries(content).map(
        ([name, value]) => `  ${shownInLine(name)}: ${shownInLine(JSON.stringify(value))}`,
      );
      if (sent.length > 0) this.#say(`You are about to send:\n${sent.join("\n")}`);
      for (;;) {
        const typed = (await lines.read("(s)end, (e)dit, (d)ecline or (c)ancel? ")).trim().toLowerCase();
        if (typed === "s" || typed === "send") return { action: "accept", content };
        if (typed === "e" || typed === "edit") break;
        leaveWhen(typed);
      }
    }
  }

  /** Asks until the value fits; undefined when an optional field is left out. */
  async #field(field: FormField, form: FormLike, lines: Lines): Promise<Value | undefined> {
    const { title, description, kind, choices, required, preset } = field;
    const notes = [demands(field.schema), required || preset !== undefined ? "" : "optional"].filter((note) => note !== "");
    this.#say(`\n${this.#bold(shownInLine(title))}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`);
    if (description !== "" && description !== title) this.#say(indented(shown(description)));
    choices.forEach((choice, index) => {
      this.#say(`  ${index + 1}. ${shownInLine(choice.title)}`);
    });
    const how = { text: "", number: "", "yes-no": "y/n", choice: "number", choices: "numbers, with commas" }[kind];
    const given = preset === undefined ? "" : `[${shownInLine(titleOf(field, preset))}]`;
    const prompt = `${[how, given].filter((part) => part !== "").join(" ")}> `;
    for (;;) {
      const typed = await lines.read(prompt);
      const isBlank = typed.trim() === "";
      if (isBlank && preset !== undefined) return preset;
      if (isBlank && !required) return undefined;
      const value = isBlank && kind !== "choices" ? undefined : readTyped(field, typed);
      const fault = faultOf(this.#fits, form, field.name, value);
      if (fault === null) return value;
      this.#say(`  ${shownInLine(fault)}`);
    }
  }

  #say(text: string): void {
    this.#screen.output.write(`${text}\n`);
  }

  #bold(text: string): string {
    return this.#screen.styled ? `\u001b[1m${text}\u001b[22m` : text;
  }
}

function leaveWhen(typed: string): void {
  if (typed === "d" || typed === "decline") throw new Left("decline");
  if (typed === "c" || typed === "cancel") throw new Left("cancel");
}

/** A value as the person would choose it. */
function titleOf({ kind, choices }: FormField, value: Value): string {
  const named = (one: Value): string => choices.find((choice) => choice.value === one)?.title ?? String(one);
  if (kind === "yes-no") return value === true ? "y" : "n";
  return Array.isArray(value) ? value.map(named).join(", ") : named(value);
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");

/** Lines that a person types, and the two keys that leave. */
class Lines {
  readonly #reader;
  readonly #queue: string[] = [];
  #left: Left | undefined;
  #wake: () => void = () => {};

  constructor({ input, output }: Screen, signal: AbortSignal) {
    this.#reader = createInterface({ input, output, terminal: "isTTY" in input && input.isTTY === true });
    this.#reader.on("line", (line) => {
      this.#queue.push(line);
      this.#wake();
    });
    const leave = (way: Way): void => {
      this.#left ??= new Left(way);
      this.#wake();
    };
    this.#reader.on("SIGINT", () => leave("cancel"));
    this.#reader.on("close", () => leave("decline"));
    if (signal.aborted) leave("cancel");
    signal.addEventListener("abort", () => leave("cancel"), { once: true });
  }

  async read(prompt: string): Promise<string> {
    this.#reader.setPrompt(prompt);
    this.#reader.prompt();
    for (;;) {
      const line = this.#queue.shift();
      if (line !== undefined) return line;
      if (this.#left !== undefined) throw this.#left;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#reader.close();
  }
}
