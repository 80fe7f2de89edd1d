// Whether what a page shows is as it is now.

export type Liveness = "connecting" | "live" | "disconnected" | "over";

export const LIVE_WORDS = {
  connecting: { en: "connecting …", de: "verbinde …" },
  live: { en: "live: changes appear by themselves", de: "live: Änderungen erscheinen von selbst" },
  disconnected: { en: "disconnected: what you see may be old", de: "getrennt: der Stand kann alt sein" },
  over: { en: "", de: "" },
};
