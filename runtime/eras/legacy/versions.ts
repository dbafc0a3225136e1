/** The dated revisions of the legacy era, oldest first, and what each of them lacks. */

export const legacyVersions: readonly string[] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

export const newestLegacy = "2025-11-25";

/** Revisions are compared by their place in the list, never as texts. */
function from(version: string, first: string): boolean {
  return legacyVersions.indexOf(version) >= legacyVersions.indexOf(first);
}

/** What a revision can carry. */
export interface Features {
  /** Forms at all. */
  readonly forms: boolean;
  /** Titled choices as `oneOf`, choices of several, defaults of every kind (SEP-1330, SEP-1034). */
  readonly richForms: boolean;
  /** Links, and the notice that an errand behind one is done. */
  readonly urls: boolean;
  /** Tools for the client's model. */
  readonly samplingTools: boolean;
  /** Tool annotations. */
  readonly annotations: boolean;
  /** Titles, output schemas and structured content. */
  readonly structured: boolean;
  /** Several messages in one HTTP body. */
  readonly batches: boolean;
  /** Streams whose connection the server may let go; they begin with an event that has an id and no data (SEP-1699). */
  readonly polling: boolean;
  /** Sounds as content, a capability for completion, texts with progress. */
  readonly audio: boolean;
  /** Links to resources as content, metadata of everything that is listed or sent, when something was last modified. */
  readonly links: boolean;
  /** Icons, and more than a name of who the server is. */
  readonly icons: boolean;
}

function featuresAt(version: string): Features {
  return {
    forms: from(version, "2025-06-18"),
    richForms: from(version, "2025-11-25"),
    urls: from(version, "2025-11-25"),
    samplingTools: from(version, "2025-11-25"),
    annotations: from(version, "2025-03-26"),
    structured: from(version, "2025-06-18"),
    batches: version === "2025-03-26",
    polling: from(version, "2025-11-25"),
    audio: from(version, "2025-03-26"),
    links: from(version, "2025-06-18"),
    icons: from(version, "2025-11-25"),
  };
}

// Marked as pure, so that a bundle of the client, which asks for no features, goes without them.
const known: ReadonlyMap<string, Features> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ legacyVersions.map((version) => [version, /* @__PURE__ */ featuresAt(version)]),
);
const unknown = /* @__PURE__ */ featuresAt("");

export function featuresOf(version: string): Features {
  return known.get(version) ?? unknown;
}

/** The headers that carry a session, the negotiated revision, and the event after which a stream is to go on. */
export const headerNames = { session: "mcp-session-id", version: "mcp-protocol-version", lastEvent: "last-event-id" } as const;

/** The number of the error for an address at which there is no resource (specification: server/resources, "Error Handling"). */
export const RESOURCE_NOT_FOUND = -32002;
