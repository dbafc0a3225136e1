/** The arguments of a tool, whatever way its function takes them. */
import type { PropertyModel, ToolModel } from "../model.js";

export const argumentsOf = ({ parameters }: Pick<ToolModel, "parameters">): readonly PropertyModel[] =>
  parameters.flatMap((parameter) => {
    if (parameter.kind === "options") return parameter.properties;
    return parameter.kind === "argument" && parameter.property !== null ? [parameter.property] : [];
  });
