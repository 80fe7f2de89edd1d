// The player as a custom element: a board with stream, clocks, scrubber and log.

export * from "./types.ts";
export { RecordSource, unpackRecord } from "./record-source.ts";
export { SaqqaraMatch } from "./saqqara-match.ts";
export { ServiceClock } from "./clock.ts";
