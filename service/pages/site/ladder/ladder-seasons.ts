// Which season of a ladder that repeats this is, and the way to those before and after it.

import { html, nothing } from "lit";
import type { Language } from "../../board/types.ts";
import { fill, words } from "../../board/words.ts";

const WORDS = {
  season: { en: "Season {number}", de: "Saison {number}" },
  before: { en: "before:", de: "davor:" },
  after: { en: "after:", de: "danach:" },
  every: { en: "every {when}", de: "jeweils {when}" },
};

interface Season { readonly id: string; readonly season: number | null }
interface Before extends Season { readonly previousSeason?: Before | null }

interface Shown extends Before {
  readonly every: string | null;
  readonly nextSeason?: Season | null;
}

export function seasonsOf(one: Shown, language: Language) {
  if (one.season === null) return nothing;
  const text = words(WORDS, language);
  const before: Season[] = [];
  for (let each = one.previousSeason; each; each = each.previousSeason) before.push(each);
  const way = (each: Season) => html` <a href="/ladders/${each.id}">${fill(text.season, { number: each.season ?? "?" })}</a>`;
  return html`<p>${fill(text.season, { number: one.season })}${one.every ? html`, ${fill(text.every, { when: one.every })}` : nothing}
    ${before.length ? html` · ${text.before}${before.map(way)}` : nothing}
    ${one.nextSeason ? html` · ${text.after}${way(one.nextSeason)}` : nothing}</p>`;
}
