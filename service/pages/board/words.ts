// Texts of our own pages in each language; texts about the games come from the service's layout.

import type { Language } from "./types.ts";

export type Words = Record<string, Record<Language, string>>;

/** The texts of one table in one language; `{name}` in a text is filled in by `fill`. */
export function words<Table extends Words>(table: Table, language: Language): Record<keyof Table, string> {
  const told = Object.entries(table).map(([key, texts]) => [key, texts[language]]);
  return Object.fromEntries(told) as Record<keyof Table, string>;
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
