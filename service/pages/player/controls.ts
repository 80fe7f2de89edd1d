// The bar below the board: where in the match one is, and how to go elsewhere.

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { fill } from "../board/words.ts";
import type { Told } from "./types.ts";
import type { PlayerWords } from "./words.ts";

export const SPEEDS = [0.5, 1, 2, 4] as const;

const SIGNS = {
  first: svg`<path d="M4 4h2.4v12H4zM16 4v12L7.5 10z"/>`,
  previous: svg`<path d="M14 4v12L5.5 10z"/>`,
  play: svg`<path d="M5 3.5v13L16.5 10z"/>`,
  pause: svg`<path d="M5 4h3.4v12H5zM11.6 4H15v12h-3.4z"/>`,
  next: svg`<path d="M6 4v12l8.5-6z"/>`,
  last: svg`<path d="M13.6 4H16v12h-2.4zM4 4v12l8.5-6z"/>`,
};

export interface ControlsShown {
  told: Told;
  at: number;
  isPlaying: boolean;
  speed: number;
  eyes: number | null;
  /** Whose eyes may be chosen besides the own ones. */
  canLook: boolean;
  go: (index: number) => void;
  toggle: () => void;
  setSpeed: (speed: number) => void;
  look: (eyes: number | null) => void;
  words: PlayerWords;
}

export function controls(shown: ControlsShown): TemplateResult {
  const { told, at, isPlaying, go, toggle, words } = shown;
  const last = told.frames.length - 1;
  const moment = fill(words.moment, { at, last });
  const isLive = at >= last && told.phase !== "over";
  return html`<div class="controls" part="controls" role="group" aria-label=${words.scrubber}>
    <div class="keys">
      ${key(words.first, SIGNS.first, at <= 0, () => go(0))}
      ${key(words.previous, SIGNS.previous, at <= 0, () => go(at - 1))}
      ${key(isPlaying ? words.pause : words.play, isPlaying ? SIGNS.pause : SIGNS.play, last < 1 || (isLive && !isPlaying), toggle)}
      ${key(words.next, SIGNS.next, at >= last, () => go(at + 1))}
      ${key(words.last, SIGNS.last, at >= last, () => go(last))}
    </div>
    <input type="range" min="0" .max=${String(Math.max(last, 0))} .value=${String(at)}
      aria-label=${words.scrubber} aria-valuetext=${moment}
      @input=${(event: Event) => go(Number((event.target as HTMLInputElement).value))}>
    ${told.phase === "over" ? speeds(shown) : nothing} ${shown.canLook ? eyes(shown) : nothing}
  </div>`;
}

function key(label: string, drawn: SVGTemplateResult, isOff: boolean, act: () => void): TemplateResult {
  return html`<button type="button" title=${label} aria-label=${label} aria-disabled=${isOff ? "true" : nothing}
    @click=${() => isOff || act()}>
    <svg viewBox="0 0 20 20" aria-hidden="true">${drawn}</svg>
  </button>`;
}

function speeds({ speed, setSpeed, words }: ControlsShown): TemplateResult {
  return html`<label class="speed"><span>${words.speed}</span>
    <select .value=${String(speed)} @change=${(event: Event) => setSpeed(Number((event.target as HTMLSelectElement).value))}>
      ${SPEEDS.map((each) => html`<option value=${each} ?selected=${each === speed}>${each}×</option>`)}
    </select></label>`;
}

function eyes({ told, eyes: chosen, look, words }: ControlsShown): TemplateResult {
  return html`<label class="eyes"><span>${words.eyes}</span>
    <select @change=${(event: Event) => {
      const value = (event.target as HTMLSelectElement).value;
      look(value === "" ? null : Number(value));
    }}>
      <option value="" ?selected=${chosen === null}>${words.visitor}</option>
      ${told.names.map((name, seat) => html`<option value=${seat} ?selected=${chosen === seat}>${seat + 1} ${name}</option>`)}
    </select></label>`;
}
