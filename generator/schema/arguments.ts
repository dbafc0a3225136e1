/** The arguments of a function, whatever way its function takes them. */
import type { FunctionModel, PropertyModel } from "../model.js";

export const argumentsOf = ({ parameters }: Pick<FunctionModel, "parameters">): readonly PropertyModel[] =>
  parameters.flatMap((parameter) => {
    if (parameter.kind === "options") return parameter.properties;
    return parameter.kind === "argument" && parameter.property !== null ? [parameter.property] : [];
  });
