import { playAll } from "./play.js";
import { connectV2 } from "./sdk-v2.js";

playAll(
  (["http", "stdio"] as const).map((transport) => ({
    name: "official client 2, legacy",
    transport,
    era: "legacy",
    version: "2025-11-25",
    connect: (target, profile) => connectV2(target, profile, { negotiation: "legacy" }),
  })),
);
