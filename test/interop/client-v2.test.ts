import { type Cell, playAll } from "./play.js";
import type { Transport } from "./projects.js";
import { connectV2, type V2Options } from "./sdk-v2.js";

const modes: readonly (Omit<Cell, "connect" | "transport"> & V2Options)[] = [
  { name: "official client 2, legacy", era: "legacy", version: "2025-11-25", negotiation: "legacy" },
  { name: "official client 2, auto", era: "modern", version: "2026-07-28", negotiation: "auto" },
  { name: "official client 2, pinned", era: "modern", version: "2026-07-28", negotiation: { pin: "2026-07-28" } },
];

playAll(
  (["http", "stdio"] as const satisfies Transport[]).flatMap((transport) =>
    modes.map(({ negotiation, ...mode }) => ({
      ...mode,
      transport,
      connect: (target, profile) => connectV2(target, profile, { negotiation }),
    })),
  ),
);
