import { type Cell, playAll } from "./play.js";
import { connectV2, type V2Options } from "./sdk-v2.js";

function cell(transport: Cell["transport"], negotiation: V2Options["negotiation"], projects?: Cell["projects"]): Cell {
  return {
    name: `official client 2, ${negotiation === "auto" ? "auto" : "pinned"}`,
    transport,
    era: "modern",
    version: "2026-07-28",
    ...(projects !== undefined && { projects }),
    connect: (target, profile) => connectV2(target, profile, { negotiation }),
  };
}

const pin = { pin: "2026-07-28" };

// Over stdio auto costs a second process for each client, so that one project suffices; pinned probes in place.
playAll([cell("http", "auto"), cell("http", pin), cell("stdio", pin), cell("stdio", "auto", ["files"])]);
