import { playAll } from "./play.js";
import { connectV1 } from "./sdk-v1.js";

playAll(
  (["http", "stdio"] as const).map((transport) => ({
    name: "official client 1",
    transport,
    era: "legacy",
    version: "2025-11-25",
    connect: (target, profile) => connectV1(target, profile),
  })),
);
