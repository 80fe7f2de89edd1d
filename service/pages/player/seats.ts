// Who sits where: name, clock, points, place, and whose decision is awaited.

import { html, nothing, type TemplateResult } from "lit";
import { stone } from "../board/stones.ts";
import { signs } from "../board/table.ts";
import type { Change } from "../board/types.ts";
import { fill } from "../board/words.ts";
import "./clock-face.ts";
import type { Points } from "./points.ts";
import type { Frame, Told } from "./types.ts";
import type { PlayerWords } from "./words.ts";

/** A seat's own sign: told apart by its shape as well as its colour. */
export function sign(told: Told, seat: number): TemplateResult {
  return html`<svg class="sign" viewBox="-1.1 -1.15 2.2 2.3" aria-hidden="true">${stone(told.layout ? seat : null, 0, 0, 1)}</svg>`;
}

export interface SeatsShown {
  told: Told;
  frame: Frame | undefined;
  points: readonly Points[];
  isNewest: boolean;
  preview: readonly Change[] | null;
  now: () => number | null;
  words: PlayerWords;
}

/** One for each seat, in the slot of the board that is meant for it. */
export function seats(shown: SeatsShown): TemplateResult[] {
  return shown.told.names.map((name, seat) => one(shown, name, seat));
}

function one({ told, frame, points, isNewest, preview, now, words }: SeatsShown, name: string, seat: number) {
  const isAsked = frame?.toAct === seat && (told.phase !== "over" || !isNewest);
  const has = points[seat];
  const outcome = isNewest ? told.result?.[seat] : undefined;
  const others = points.filter((_, place) => place !== seat).map(({ projected }) => projected);
  const leads = has !== undefined && others.length > 0 && others.every((projected) => projected < has.projected);
  const change = preview?.find((each) => each.seat === seat);
  const hasClock = frame?.leftMs[seat] !== null && frame?.leftMs[seat] !== undefined;
  const deadline = isAsked && isNewest && told.phase !== "over" ? (frame?.deadlineMs ?? null) : null;
  return html`<div class="who ${isAsked ? "asked" : ""}" part="seat" slot="seat-${seat}" aria-current=${isAsked ? "true" : nothing}>
    ${sign(told, seat)}
    <span class="name">
      <bdi>${name}</bdi>
      ${told.own === seat ? html`<small>(${words.you})</small>` : nothing}
      ${outcome ? html`<small class="place">${fill(words.place, { place: outcome.place })}</small>` : nothing}
    </span>
    ${isAsked ? html`<span class="awaited hidden">${words.toChoose}</span>` : nothing}
    ${hasClock ? html`<saqqara-clock part="clock" .leftMs=${frame.leftMs[seat] ?? null} .deadlineMs=${deadline} .now=${now}></saqqara-clock>` : nothing}
    ${has ? total(has, change, leads, words) : nothing}
  </div>`;
}

function total(has: Points, change: Change | undefined, leads: boolean, words: PlayerWords): TemplateResult {
  return html`<span class="total ${leads ? "leads" : ""}">
    <strong>${has.scored}</strong>${by(change?.scored)}<span class="hidden"> ${words.points},</span>
    <span class="projected" title=${words.ifOver}>
      <span aria-hidden="true">→</span> ${has.projected}${by(change?.projected)}
      <span class="hidden">${words.ifOver}${leads ? `, ${words.leads}` : ""}</span>
    </span>
  </span>`;
}

function by(change: { least: number; most: number } | undefined): TemplateResult | typeof nothing {
  const text = change && signs(change);
  return text ? html`<ins class=${change.most > 0 ? "better" : "worse"}> ${text}</ins>` : nothing;
}
