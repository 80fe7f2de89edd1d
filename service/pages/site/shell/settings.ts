// What somebody chose for this browser: language, theme, loudness, how choices are sent. Without a choice the browser's own count.

import type { Language, Theme } from "../../board/types.ts";

const LANGUAGES: readonly Language[] = ["en", "de"];

export function language(): Language {
  const asked = [new URLSearchParams(location.search).get("lang"), read("language"), ...navigator.languages];
  for (const tag of asked) {
    const found = LANGUAGES.find((each) => tag?.toLowerCase().startsWith(each));
    if (found) return found;
  }
  return "en";
}

export function theme(): Theme {
  const asked = new URLSearchParams(location.search).get("theme") ?? read("theme");
  return asked === "light" || asked === "dark" ? asked : "auto";
}

export type Setting = "language" | "theme" | "volume" | "confirm";

export function choose(what: Setting, value: string): void {
  try {
    localStorage.setItem(`saqqara.${what}`, value);
  } catch {
    // A browser that keeps nothing shows its own choice next time.
  }
}

export function read(what: Setting): string | null {
  try {
    return localStorage.getItem(`saqqara.${what}`);
  } catch {
    return null;
  }
}
