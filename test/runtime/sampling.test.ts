/** What a prompt for the client's model must look like (specification: client/sampling, tool results). */

import type { SamplingMessage } from "@mcp-gen/runtime";
import { describe, expect, test } from "vitest";
import { checkSampling } from "../../runtime/dist/core/sampling.js";

const text = { type: "text", text: "t" } as const;
const use = (id: string) => ({ type: "tool_use", id, name: "weigh", input: {} });
const result = (toolUseId: string) => ({ type: "tool_result", toolUseId, content: [] });
const user = (...content: readonly object[]): SamplingMessage => ({ role: "user", content: content as never });
const assistant = (...content: readonly object[]): SamplingMessage => ({ role: "assistant", content: content as never });
const check = (...messages: SamplingMessage[]): void => checkSampling({ messages, maxTokens: 1 });

describe("a prompt for the model", () => {
  test.each<[string, SamplingMessage[]]>([
    ["without tools", [user(text), assistant(text), { role: "user", content: text }]],
    ["with the result of a use", [user(text), assistant(text, use("1")), user(result("1")), assistant(text)]],
    ["with results in another order", [assistant(use("1"), use("2")), user(result("2"), result("1"))]],
    ["with uses one after another", [assistant(use("1")), user(result("1")), assistant(use("2")), user(result("2"))]],
  ])("is fine %s", (_what, messages) => expect(() => check(...messages)).not.toThrow());

  test.each<[string, SamplingMessage[], string]>([
    ["a use without a result", [assistant(use("1")), user(text)], "messages[1] must hold the result of the tool use '1'."],
    ["a use at the end", [assistant(use("1"))], "the result of the tool use '1' is missing after the last message."],
    [
      "one result of two",
      [assistant(use("1"), use("2")), user(result("1"))],
      "messages[1] must hold the result of the tool use '2'.",
    ],
    ["a stray result", [user(result("9"))], "messages[0] has a result for '9', which the message before did not use."],
    ["a result late", [assistant(use("1")), user(result("1")), user(result("1"))], "messages[2] has a result for '1'"],
    ["a result among texts", [assistant(use("1")), user(text, result("1"))], "messages[1] has results of tools"],
    ["a result of the assistant", [assistant(use("1")), assistant(result("1"))], "messages[1] has results of tools"],
    ["a use of the user", [user(use("1")), user(result("1"))], "messages[0] uses tools: it must be of the assistant."],
  ])("is refused: %s", (_what, messages, why) => expect(() => check(...messages)).toThrow(why));
});
