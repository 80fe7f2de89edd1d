// The standings of a ladder, by strength with intervals.

import { css, html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { LadderTablesFragment } from "../../generated/graphql/graphql.ts";
import { interval, scaleOf } from "./interval.ts";
import { language } from "../shell/settings.ts";
import { program } from "../shared/program.ts";
import { figure, fixed, share, signed } from "../shared/telling.ts";

export const LADDER_TABLES = graphql(/* GraphQL */ `
  fragment LadderTables on Ladder {
    standings {
      place group botId botName version retired elo low high nextStronger nextError best placeLow placeHigh band change
      anchoredElo anchoredLow anchoredHigh matches wins meanPlace flags
      bot { isHouse }
      versionPlayed { archiveHash }
    }
    ...LadderPoints
    entries { botId botName status faults missed waitsFor version }
  }
`);

const WORDS = {
  place: { en: "Place", de: "Platz" },
  bot: { en: "Bot", de: "Bot" },
  elo: { en: "Elo", de: "Elo" },
  interval: { en: "Interval of 95 %", de: "Intervall von 95 %" },
  matches: { en: "Matches", de: "Partien" },
  wins: { en: "Wins", de: "Siege" },
  mean: { en: "Mean place", de: "Mittl. Platz" },
  flags: { en: "Out of time", de: "Zeit überschritten" },
  version: { en: "version {version}", de: "Version {version}" },
  provisional: { en: "too few matches for a place", de: "zu wenige Partien für einen Platz" },
  estimate: { en: "estimate", de: "Schätzung" },
  standings: { en: "Standings by strength", de: "Tabelle nach Stärke" },
  retired: { en: "old version", de: "alte Version" },
  house: { en: "house", de: "Haus" },
  change: { en: "changed by {elo} Elo", de: "änderte sich um {elo} Elo" },
  group: { en: "group {number}: met none of the bots above", de: "Gruppe {number}: traf keinen der Bots darüber" },
  next: { en: "Stronger than the next", de: "Stärker als der nächste" },
  nextHint: { en: "How likely, and how far the difference of both may be off", de: "Wie wahrscheinlich, und wie weit der Abstand beider danebenliegen kann" },
  range: { en: "places {low} to {high}", de: "Plätze {low} bis {high}" },
  band: { en: "band {number}", de: "Klasse {number}" },
  best: { en: "Strongest", de: "Stärkster" },
  bestHint: { en: "The chance to be the strongest, from 1 %", de: "Die Chance, der stärkste zu sein, ab 1 %" },
  places: {
    en: "A strength is that in this field: 400 points are odds of ten to one of finishing ahead, over the deals and rivals of the season. Beside each place stands the range in which it lies with 95 %. A line separates bands: no bot of a band is significantly weaker than its first one.",
    de: "Eine Stärke gilt in diesem Feld: 400 Punkte heißen zehn zu eins, vorn zu liegen, über die Karten und Gegner der Saison. Neben jedem Platz steht der Bereich, in dem er zu 95 % liegt. Eine Linie trennt Klassen: Kein Bot einer Klasse ist signifikant schwächer als ihr erster.",
  },
  anchored: { en: "House scale", de: "Hausskala" },
  anchoredHint: {
    en: "On the scale of house bots, where mcts-1000 has 2000: ladders of the same game can be compared by it",
    de: "Auf der Skala der Hausbots, wo mcts-1000 2000 hat: Damit lassen sich Ranglisten desselben Spiels vergleichen",
  },
};

const LEAST_CHANCE = 0.01;

export type LadderTables = LadderTablesFragment;
type Row = NonNullable<LadderTables["standings"]>[number];

export const standingsSheet = css`
  .interval {
    display: block;
    min-width: 7rem;
    color: var(--accent);
  }
  .interval line {
    stroke: currentColor;
    stroke-width: 3;
    stroke-linecap: round;
  }
  .interval .ground {
    stroke: var(--sand-2);
    stroke-width: 1;
  }
  .interval .provisional {
    stroke-dasharray: 2 5;
  }
  .interval circle {
    fill: currentColor;
    stroke: var(--sand-0);
    stroke-width: 1.5;
  }
  td.bar {
    width: 30%;
    vertical-align: middle;
  }
  td.place {
    width: 3rem;
    white-space: nowrap;
  }
  tr.band > * {
    border-block-start: 2px solid var(--ink-soft);
  }
  th[scope="row"] {
    min-width: 5.5rem;
  }
  th.group {
    padding-block-start: 0.9rem;
    color: var(--ink-soft);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .interval {
      color: CanvasText;
    }
  }
  @media (max-width: 40rem) {
    .wide {
      display: none;
    }
    .interval {
      min-width: 4.5rem;
    }
  }
`;

/** Which bot has rows of several versions, so that its name alone does not say which one. */
function several(rows: readonly { botId: string }[]): Set<string> {
  const ids = rows.map(({ botId }) => botId);
  return new Set(ids.filter((id, place) => ids.indexOf(id) !== place));
}

function botName(row: Row, isOne: boolean): TemplateResult {
  const text = words(WORDS, language());
  const tags = [
    row.bot?.isHouse ? text.house : "",
    isOne ? "" : fill(text.version, { version: row.version }),
    row.retired ? text.retired : "",
    row.group == null ? text.estimate : row.place == null && !row.retired ? text.provisional : "",
    row.change == null ? "" : fill(text.change, { elo: signed(row.change, 0) }),
    row.group ? fill(text.group, { number: row.group + 1 }) : "",
  ].filter(Boolean);
  return html`<a href="/bots/${row.botId}">${row.botName}</a>
    ${tags.length ? html`<span class="soft small">${tags.join(", ")}</span>` : nothing} ${program(row.versionPlayed)}`;
}

/** Best first; versions that no fit contains yet come last. */
export function ratings({ standings }: LadderTables): TemplateResult {
  const text = words(WORDS, language());
  const rows = standings ?? [];
  const scale = scaleOf(rows);
  const many = several(rows);
  const isAnchored = rows.some(({ anchoredElo }) => anchoredElo != null);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.standings}><table>
    <caption class="unseen">${text.standings}</caption>
    <thead><tr>
      <th scope="col"><span class="unseen">${text.place}</span></th><th scope="col">${text.bot}</th>
      <th scope="col" class="figure">${text.elo}</th><th scope="col">${text.interval}</th>
      <th scope="col" class="figure">${text.matches}</th>
      <th scope="col" class="figure wide" title=${text.bestHint}>${text.best}</th>
      <th scope="col" class="figure wide" title=${text.nextHint}>${text.next}</th>
      ${isAnchored ? html`<th scope="col" class="figure wide" title=${text.anchoredHint}>${text.anchored}</th>` : nothing}
      <th scope="col" class="figure wide">${text.wins}</th><th scope="col" class="figure wide">${text.mean}</th>
      <th scope="col" class="figure wide">${text.flags}</th>
    </tr></thead>
    <tbody>${rows.map((row, at) => html`<tr class=${startsBand(row, rows.slice(0, at)) ? "band" : ""}>
      <td class="figure place">${row.place ?? "–"}${placeRange(row)}</td>
      <th scope="row">${botName(row, !many.has(row.botId))}</th>
      <td class="figure"><strong>${row.group == null ? "≈ " : ""}${fixed(row.elo, 0)}</strong></td>
      <td class="bar">${interval(row, scale, row.place == null)}<span class="soft small">${fixed(row.low, 0)} – ${fixed(row.high, 0)}</span></td>
      <td class="figure">${row.matches}</td>
      <td class="figure wide">${(row.best ?? 0) < LEAST_CHANCE ? "" : share(row.best ?? 0)}</td>
      <td class="figure wide">${row.nextStronger == null ? "–" : share(row.nextStronger)}
        ${row.nextError == null ? nothing : html`<span class="soft small">± ${fixed(row.nextError, 0)}</span>`}</td>
      ${isAnchored ? html`<td class="figure wide">${anchored(row)}</td>` : nothing}
      <td class="figure wide">${figure(row.wins)}</td>
      <td class="figure wide">${row.matches ? fixed(row.meanPlace, 2) : "–"}</td><td class="figure wide">${row.flags}</td>
    </tr>`)}</tbody>
  </table></div>
  ${rows.some(({ band }) => band != null) ? html`<p class="soft small">${text.places}</p>` : nothing}`;
}

function startsBand(row: Row, above: readonly Row[]): boolean {
  const before = above.filter(({ group, band }) => group === row.group && band != null).at(-1);
  return row.band != null && before != null && row.band !== before.band;
}

function placeRange({ placeLow, placeHigh, band }: Row): TemplateResult | typeof nothing {
  if (placeLow == null || placeHigh == null || band == null) return nothing;
  const text = words(WORDS, language());
  const range = fill(text.range, { low: placeLow, high: placeHigh });
  return html` <span class="soft small" aria-hidden="true">${placeLow}–${placeHigh}</span><span
    class="unseen">${range}, ${fill(text.band, { number: band })}</span>`;
}

function anchored({ anchoredElo, anchoredLow, anchoredHigh }: Row): TemplateResult | string {
  if (anchoredElo == null) return "–";
  return html`${fixed(anchoredElo, 0)} <span class="soft small">${fixed(anchoredLow ?? 0, 0)} – ${fixed(anchoredHigh ?? 0, 0)}</span>`;
}
