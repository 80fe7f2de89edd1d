// What happened, line by line; a line leads to its moment.

import { html, nothing, type TemplateResult } from "lit";
import { clockText } from "./clock.ts";
import { sign } from "./seats.ts";
import type { Frame, Told } from "./types.ts";
import type { PlayerWords } from "./words.ts";

export function log(told: Told, at: number, go: (index: number) => void, words: PlayerWords): TemplateResult {
  return html`<section class="log" part="log" aria-label=${words.log}>
    <h3>${words.log}</h3>
    <ol tabindex="-1">
      ${told.frames.map((frame, index) => line(told, frame, index, index === at, go, words))}
    </ol>
  </section>`;
}

function line(
  told: Told,
  frame: Frame,
  index: number,
  isShown: boolean,
  go: (index: number) => void,
  words: PlayerWords,
): TemplateResult {
  return html`<li>
    <button type="button" aria-current=${isShown ? "step" : nothing} @click=${() => go(index)}>
      <span class="number">${index}</span>
      ${frame.seat === null ? html`<span class="sign"></span>` : sign(told, frame.seat)}
      <span class="said">
        ${frame.seat === null ? nothing : html`<span class="hidden"><bdi>${told.names[frame.seat]}</bdi>: </span>`}
        ${frame.label ?? words.start}${frame.auto ? html` <small>${words.byAutoplay}</small>` : nothing}
      </span>
      ${frame.note?.evaluation === undefined ? nothing : html`<small class="value">${frame.note.evaluation}</small>`}
      ${(frame.tookMs ?? 0) < 100 ? nothing : html`<small class="took">${clockText(frame.tookMs ?? 0)}</small>`}
    </button>
  </li>`;
}
