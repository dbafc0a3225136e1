/** Reads the WWW-Authenticate header of a refusal (RFC 9110 section 11.6.1, RFC 6750 section 3, RFC 9728 section 5.1). */

/** What a server says when it refuses a request: all of it is a stranger's word. */
export interface Challenge {
  /** The authentication scheme in lower case: "bearer" or "dpop". */
  readonly scheme: string;
  /** Parameters by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Longer headers are not looked into. */
const longestHeader = 16_384;

const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const parameter = new RegExp(`[\\s,]*(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))`, "y");
const scheme = new RegExp(`[\\s,]*(${token})(?=[\\s,]|$)(?!\\s*=)`, "y");
const token68 = /\s+[A-Za-z0-9\-._~+/]+=*(?=\s*(?:,|$))/y;

/** Every challenge of the header in its order, as far as it can be read. */
export function readChallenges(header: string | null): Challenge[] {
  if (header === null || header.length > longestHeader) return [];
  const challenges: Challenge[] = [];
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (let named = next(scheme); named !== null; named = next(scheme)) {
    const parameters = new Map<string, string>();
    next(token68);
    for (let found = next(parameter); found !== null; found = next(parameter)) {
      const [, name = "", quoted, plain = ""] = found;
      parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, "$1") ?? plain);
    }
    challenges.push({ scheme: (named[1] ?? "").toLowerCase(), parameters });
  }
  return challenges;
}

/** The challenge that an OAuth client can meet; of several, the one that says where to go or what is missing. */
export function oauthChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  const of = (name: string) => challenges.filter((challenge) => challenge.scheme === name);
  const usable = [...of("bearer"), ...of("dpop")];
  return usable.find(({ parameters }) => parameters.has("resource_metadata") || parameters.has("scope")) ?? usable[0];
}

/** Whether the server wants the same request again with the nonce that it sent (RFC 9449 section 9). */
export function wantsNonce(challenges: readonly Challenge[]): boolean {
  return challenges.some(({ scheme, parameters }) => scheme === "dpop" && parameters.get("error") === "use_dpop_nonce");
}
