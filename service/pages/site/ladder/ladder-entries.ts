// What is to be known of bots in a ladder that do not simply play: benched, withdrawn, waiting.

import { html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import type { LadderTables } from "./ladder-standings.ts";
import { language } from "../shell/settings.ts";

export const ENTRY_WORDS = {
  title: { en: "Not playing now", de: "Spielen gerade nicht" },
  BENCHED: {
    en: "benched until its owner readmits it: failed {faults} matches in a row, was away {missed} times in the season",
    de: "auf der Bank, bis sein Besitzer ihn wieder zulässt: {faults} Partien in Folge verfehlt, {missed}-mal in der Saison nicht da",
  },
  WITHDRAWN: { en: "withdrawn; its results stay", de: "zurückgezogen; seine Ergebnisse bleiben" },
  DISQUALIFIED: { en: "disqualified by a ruling", de: "durch eine Entscheidung disqualifiziert" },
  faults: { en: "failed its last {faults} matches", de: "hat seine letzten {faults} Partien verfehlt" },
  ABSENT: { en: "is not connected", de: "ist nicht verbunden" },
  BUSY: { en: "plays as many matches as it may", de: "spielt schon so viele Partien, wie er darf" },
  SPENT: {
    en: "the host plays for it, and its owner's programs have used their processor time of a day",
    de: "der Betreiber spielt für ihn, und die Programme seines Besitzers haben ihre Rechenzeit eines Tages verbraucht",
  },
  VERSIONS: { en: "is at a version that this ladder does not take", de: "ist bei einer Version, die diese Ladder nicht nimmt" },
  waits: { en: "its accept policy declines these matches", de: "seine Annahmeregeln lehnen diese Partien ab" },
};

type Entry = NonNullable<LadderTables["entries"]>[number];

export function entryNote(entry: Entry): string {
  const text = words(ENTRY_WORDS, language());
  const { status, faults, missed, waitsFor } = entry;
  if (status !== "ACTIVE") return fill(text[status], { faults, missed });
  const waits = waitsFor == null ? "" : waitsFor in text ? text[waitsFor as keyof typeof text] : text.waits;
  return [faults ? fill(text.faults, { faults }) : "", waits].filter(Boolean).join("; ");
}

export function entryNotes({ entries }: LadderTables): TemplateResult | typeof nothing {
  const text = words(ENTRY_WORDS, language());
  const noted = (entries ?? []).map((entry) => ({ entry, note: entryNote(entry) })).filter(({ note }) => note);
  if (!noted.length) return nothing;
  return html`<details><summary>${text.title} (${noted.length})</summary>
    <ul>${noted.map(({ entry, note }) => html`<li><a href="/bots/${entry.botId}">${entry.botName}</a> ${note}</li>`)}</ul>
  </details>`;
}
