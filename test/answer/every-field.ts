/** A server whose one tool asks with a form of every kind of field, with texts of a stranger who means no good. */

import { elicit } from "@mcp-gen/runtime";
import { defineForm, defineServer, defineTool, noArguments, textResult } from "@mcp-gen/runtime/generated/v1";

export const hostile = "\u001b[2J\u001b]0;owned\u0007";

export const everyField = {
  type: "object",
  properties: {
    name: { type: "string", title: `Name <script>alert(1)</script>${hostile}`, minLength: 2 },
    mail: { type: "string", title: "Mail", format: "email" },
    seats: { type: "integer", title: "Seats", minimum: 1, maximum: 8 },
    vegan: { type: "boolean", title: "Vegan", default: false },
    wine: {
      type: "string",
      title: "Wine",
      oneOf: [
        { const: "r", title: 'Red "<b>"' },
        { const: "w", title: "White" },
      ],
    },
    extras: { type: "array", title: "Extras", items: { type: "string", enum: ["bread", "olives", "cake"] }, maxItems: 2 },
    __proto__note: { type: "string", title: "Note" },
  },
  required: ["name", "mail", "seats", "wine"],
} as const;

const form = defineForm<Record<string, unknown>>({
  model: "Everything",
  requestedSchema: everyField as never,
  check: () => {},
});

export const server = defineServer({
  name: "every-field",
  version: "1.0.0",
  tools: [
    defineTool({
      name: "order",
      description: "Order dinner.",
      inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
      async handle(call) {
        call.read(noArguments);
        const order = call.outcome(
          "order",
          form,
          () => elicit(`What shall it be?${hostile}\n<img src=x onerror=alert(1)>`) as never,
        );
        await call.ready();
        return textResult(JSON.stringify(await order));
      },
    }),
  ],
});
