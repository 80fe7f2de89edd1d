// Points: what gives them, what a seat has, and what it would have if the game ended now.

import { html, nothing } from "lit";
import { type Drawn, listed, type Table } from "./table.ts";
import { NAMES } from "./texts.ts";
import type { Language, Layout } from "./types.ts";

/** What a site, a kind or a source is called; a word that nobody knows is shown as it is. */
export function wordName(layout: Layout, language: Language, word: string): string {
  const site = layout.sites?.find((each) => each.site === word)?.title;
  return site ?? (Object.hasOwn(NAMES, word) ? NAMES[word]?.[language] : undefined) ?? word;
}

/** What a kind or a source is called. */
export type NameOf = (word: string) => string;

/** The sentence and the figures of a site. */
export function siteText(table: Table<unknown>, layout: Layout["sites"][number] | undefined): Drawn {
  if (!layout) return nothing;
  return html`<div class="small">
    <p>${layout.text}</p>
    ${listed(layout.tables).map((each) => scoring(table, each))}
  </div>`;
}

/** A row of points: what is counted, and what each number of it gives. */
export function scoring(table: Table<unknown>, each: Layout["tables"][number]): Drawn {
  return html`<p class="scoring">
    <span>${each.title}</span>
    <span class="cells">
      ${listed(each.points).map((points, place) => html`<span><i>${each.first + place}</i><b>${points}</b></span>`)}
    </span>
    ${each.beyond ? html`<span>${table.say("beyond", { points: each.beyond })}</span>` : nothing}
  </p>`;
}

interface Scored {
  scored?: { total: number; lines: readonly { source: string; points: number }[] };
  projected?: { total: number; lines: readonly { source: string; points: number }[] };
}

/** Points now and if the game ended now, with their sources to unfold. */
export function points(table: Table<unknown>, seat: Scored, nameOf: NameOf): Drawn {
  const would = listed(seat.projected?.lines);
  const has = new Map(listed(seat.scored?.lines).map(({ source, points: many }) => [source, many]));
  const rows = would.filter(({ source, points: many }) => many !== 0 || (has.get(source) ?? 0) !== 0);
  return html`<dl class="totals">
      <div><dt>${table.texts.scored}</dt><dd>${seat.scored?.total ?? 0}</dd></div>
      <div><dt>${table.texts.projected}</dt><dd>${seat.projected?.total ?? 0}</dd></div>
    </dl>
    <details>
      <summary>${table.texts.breakdown}</summary>
      <table>
        <thead>
          <tr><th scope="col">${table.texts.source}</th><th scope="col">${table.texts.scored}</th><th scope="col">${table.texts.projected}</th></tr>
        </thead>
        <tbody>
          ${rows.map(({ source, points: many }) => html`<tr><th scope="row">${nameOf(source)}</th><td>${has.get(source) ?? 0}</td><td>${many}</td></tr>`)}
        </tbody>
      </table>
    </details>`;
}
