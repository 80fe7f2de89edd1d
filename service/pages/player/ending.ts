// How a match came out: the points of each seat by their source, what decided between equals, and the dearest mistakes.

import { html, nothing, type TemplateResult } from "lit";
import { wordName } from "../board/points.ts";
import type { Language, View } from "../board/types.ts";
import { fill } from "../board/words.ts";
import { linesOf } from "./points.ts";
import { sign } from "./seats.ts";
import type { Told } from "./types.ts";
import type { PlayerWords } from "./words.ts";

const DEAREST = 3;

export function ending(told: Told, last: View | null, language: Language, words: PlayerWords): TemplateResult | typeof nothing {
  const { result, layout } = told;
  if (!result || !layout || !last) return nothing;
  const lines = linesOf(last);
  const order = result.map((_, seat) => seat).sort((one, other) => (result[one]?.place ?? 0) - (result[other]?.place ?? 0));
  const sources = (lines[0] ?? []).map(({ source }) => source).filter((source) => lines.some((each) => pointsFrom(each, source) !== 0));
  const stayed = order.flatMap((seat) => (result[seat]?.isOut ? [] : [result[seat]?.total]));
  const isTied = new Set(stayed).size < stayed.length;
  return html`<section class="ending" aria-label=${words.ending}>
    <h3>${words.ending}</h3>
    <div class="scroll" tabindex="0" role="region" aria-label=${words.ending}><table>
      <thead><tr><td></td>${order.map((seat) => html`<th scope="col" title=${told.names[seat] ?? ""}>${sign(told, seat)}<span class="hidden">${told.names[seat]}</span></th>`)}</tr></thead>
      <tbody>${sources.map((source) => html`<tr><th scope="row">${wordName(layout, language, source)}</th>
        ${order.map((seat) => html`<td>${pointsFrom(lines[seat] ?? [], source)}</td>`)}</tr>`)}</tbody>
      <tfoot>
        <tr><th scope="row">${words.total}</th>${order.map((seat) => html`<td><b>${result[seat]?.total}</b></td>`)}</tr>
        <tr><th scope="row">${words.rank}</th>${order.map((seat) => html`<td><b>${result[seat]?.place}</b></td>`)}</tr>
      </tfoot>
    </table></div>
    ${isTied ? html`<p class="tie">${layout.tieBreak}</p>` : nothing}
  </section>`;
}

function pointsFrom(lines: readonly { source: string; points: number }[], source: string): number {
  return lines.find((line) => line.source === source)?.points ?? 0;
}

/** The plies that cost most in the eyes of the bot whose figures came with the record. */
export function mistakes({ worths, names }: Told, go: (index: number) => void, words: PlayerWords): TemplateResult | typeof nothing {
  const dear = Object.entries(worths).flatMap(([ply, { bot, seat, played, actions }]) => {
    const best = actions[0];
    const chosen = actions.find(({ action }) => action === played);
    const cost = best && chosen ? best.worth - chosen.worth : 0;
    return cost > 0 && best && chosen ? [{ index: Number(ply), bot, seat, chosen: chosen.label, best: best.label, cost }] : [];
  });
  if (dear.length === 0) return nothing;
  dear.sort((one, other) => other.cost - one.cost);
  return html`<section class="dear"><h3>${fill(words.mistakes, { bot: dear[0]?.bot ?? "" })}</h3>
    <ol>${dear.slice(0, DEAREST).map(({ index, seat, chosen, best, cost }) => html`<li>
      <button type="button" @click=${() => go(index - 1)}>${index}. <bdi>${names[seat]}</bdi>: ${chosen}</button>
      <span class="soft">−${cost.toFixed(2)}; ${fill(words.better, { action: best })}</span></li>`)}</ol></section>`;
}
