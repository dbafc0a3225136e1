/** Which scopes to ask for (specification: authorization, "Scope Selection Strategy" and "Step-Up Authorization Flow"). */

/** The words of a scope parameter, each once, in their order. */
export function scopesOf(text: string | undefined): string[] | undefined {
  const words = text?.split(/\s+/).filter((word) => word !== "");
  return words === undefined || words.length === 0 ? undefined : [...new Set(words)];
}

export function union(...lists: readonly (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

export interface ScopeSources {
  /** The user of this library always wants these. */
  readonly wanted: readonly string[] | undefined;
  /** What the refusal of this request names: authoritative for it. */
  readonly challenged: readonly string[] | undefined;
  /** `scopes_supported` of the protected resource. */
  readonly supported: readonly string[] | undefined;
  /** What was asked for or granted before, and must not be lost. */
  readonly before: readonly string[] | undefined;
}

/** The scopes of the next request, empty for none: then the parameter is left out. */
export function selectScopes({ wanted, challenged, supported, before }: ScopeSources): string[] {
  const needed = challenged ?? (wanted === undefined && before === undefined ? supported : undefined);
  return union(before, wanted, needed);
}
