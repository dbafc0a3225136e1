/** Which features of the protocol a server has, alike in both eras; what it has not, it neither declares nor answers. */

import type { App } from "../core/app.js";

export interface Offered {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Whether any argument can be completed. */
  readonly completions: boolean;
}

export function offeredBy(app: App): Offered {
  const { prompts = [], resources = [], resourceTemplates = [] } = app;
  const completing = [...prompts, ...resourceTemplates].some(({ complete = {} }) => Object.keys(complete).length > 0);
  return {
    tools: app.tools.length > 0,
    prompts: prompts.length > 0,
    resources: resources.length + resourceTemplates.length > 0,
    completions: completing,
  };
}

/** Lists can change while the server runs (`setAvailable`, `listChanged`), and so can resources. Every function can log. */
export function capabilitiesOf(offered: Offered): Readonly<Record<string, object>> {
  return {
    logging: {},
    ...(offered.completions && { completions: {} }),
    ...(offered.tools && { tools: { listChanged: true } }),
    ...(offered.prompts && { prompts: { listChanged: true } }),
    ...(offered.resources && { resources: { listChanged: true, subscribe: true } }),
  };
}

/** The lists of each feature and the methods that give them. */
export const listMethods = [
  ["tools/list", "tools", "tools"],
  ["prompts/list", "prompts", "prompts"],
  ["resources/list", "resources", "resources"],
  ["resources/templates/list", "resources", "resourceTemplates"],
] as const;

/** The methods that run something, and the feature that each belongs to. */
export const runMethods = [
  ["tools/call", "tools"],
  ["prompts/get", "prompts"],
  ["resources/read", "resources"],
] as const;
