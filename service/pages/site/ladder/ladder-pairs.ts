// Who beats whom: a table in colours and figures.

import { css, html, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import { language } from "../shell/settings.ts";
import { figure, share } from "../shared/telling.ts";

const WORDS = {
  caption: {
    en: "How often the bot of the row was placed before the bot of the column; ties count half.",
    de: "Wie oft der Bot der Zeile vor dem der Spalte platziert war; Gleichstand zählt halb.",
  },
  cell: { en: "{wins} of {matches}", de: "{wins} von {matches}" },
  unmet: { en: "have not met", de: "noch nicht getroffen" },
  self: { en: "the same bot", de: "derselbe Bot" },
  label: { en: "Pairs", de: "Paarungen" },
};

interface Pair {
  botId: string;
  version: number;
  otherId: string;
  otherVersion: number;
  matches: number;
  wins: number;
}

interface Player {
  botId: string;
  botName: string;
  version: number;
}

export const pairsSheet = css`
  .pairs table {
    width: auto;
  }
  .pairs th[scope="row"] {
    position: sticky;
    inset-inline-start: 0;
    background: var(--sand-0);
    max-width: 9rem;
    z-index: 1;
  }
  .pairs thead th {
    max-width: 6rem;
    white-space: normal;
    overflow-wrap: anywhere;
    vertical-align: bottom;
    text-align: center;
  }
  .pairs td {
    min-width: 4rem;
    padding: 0.35rem 0.4rem;
    border: 2px solid var(--sand-0);
    text-align: center;
    background: color-mix(in srgb, var(--tint, transparent) calc(var(--much, 0) * 1%), var(--sand-1));
  }
  .pairs td.unmet {
    color: var(--ink-soft);
    background: none;
  }
  .pairs td small {
    display: block;
    color: var(--ink);
  }
  @media (forced-colors: active) {
    .pairs td {
      border: 1px solid CanvasText;
    }
  }
`;

/** A version that is paired with nobody has neither row nor column. */
export function pairs(players: readonly Player[], scores: readonly Pair[]): TemplateResult {
  const text = words(WORDS, language());
  const met = new Map(scores.map((one) => [`${one.botId} ${one.version} ${one.otherId} ${one.otherVersion}`, one]));
  const known = new Set(scores.map((one) => `${one.botId} ${one.version}`));
  const shown = players.filter((one) => known.has(`${one.botId} ${one.version}`));
  const isOne = (one: Player): boolean => shown.filter(({ botId }) => botId === one.botId).length === 1;
  const name = (one: Player): string => (isOne(one) ? one.botName : `${one.botName} · ${one.version}`);
  const cell = (row: Player, column: Player): TemplateResult => {
    if (row === column) return html`<td class="unmet"><span class="unseen">${text.self}</span></td>`;
    const one = met.get(`${row.botId} ${row.version} ${column.botId} ${column.version}`);
    if (!one?.matches) return html`<td class="unmet"><span aria-hidden="true">·</span><span class="unseen">${text.unmet}</span></td>`;
    const part = one.wins / one.matches;
    const tint = part >= 0.5 ? "var(--good)" : "var(--bad)";
    return html`<td .style=${`--tint: ${tint}; --much: ${Math.round(Math.abs(part - 0.5) * 56)}`}>
      ${share(part)}<small>${fill(text.cell, { wins: figure(one.wins), matches: one.matches })}</small>
    </td>`;
  };
  return html`<div class="scroll pairs" tabindex="0" role="region" aria-label=${text.label}><table>
    <caption>${text.caption}</caption>
    <thead><tr><td class="unmet"></td>${shown.map((one) => html`<th scope="col">${name(one)}</th>`)}</tr></thead>
    <tbody>${shown.map((row) => html`<tr><th scope="row">${name(row)}</th>${shown.map((column) => cell(row, column))}</tr>`)}</tbody>
  </table></div>`;
}
