// How the points went: a line for each seat, told apart by its dashes as well as its colour.

import { html, nothing, svg, type TemplateResult } from "lit";
import { pointsOf } from "./points.ts";
import type { Told } from "./types.ts";
import type { PlayerWords } from "./words.ts";

const [WIDTH, HEIGHT, EDGE] = [400, 96, 4];
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4"];

export function graph(told: Told, at: number, go: (index: number) => void, words: PlayerWords): TemplateResult {
  const lines = told.frames.map(({ view }) => pointsOf(view).map(({ projected }) => projected));
  const all = lines.flat();
  if (told.frames.length < 3 || all.length === 0) return html``;
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (index: number): number => EDGE + (index / (told.frames.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (points: number): number => HEIGHT - EDGE - ((points - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const path = (seat: number): string => {
    const steps = lines.flatMap((points, index) => {
      const value = points[seat];
      return value === undefined ? [] : [`${x(index).toFixed(1)},${y(value).toFixed(1)}`];
    });
    return `M${steps.join("L")}`;
  };
  const pick = (event: PointerEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    go(Math.round(Math.min(1, Math.max(0, share)) * (told.frames.length - 1)));
  };
  return html`<figure class="graph" part="graph">
    <figcaption>${words.graph}</figcaption>
    <div class="plot">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${spoken(told, lines[at] ?? [], words)} @click=${pick}>
        ${low < 0 ? svg`<line class="zero" x1="0" x2=${WIDTH} y1=${y(0)} y2=${y(0)}/>` : nothing}
        ${told.names.map((_, seat) => svg`
          <path class="under" d=${path(seat)}/>
          <path d=${path(seat)} stroke=${told.layout?.seats[seat]?.colour ?? "currentColor"} stroke-dasharray=${DASHES[seat % DASHES.length] || nothing}/>`)}
        <line class="at" x1=${x(at)} x2=${x(at)} y1="0" y2=${HEIGHT}/>
      </svg>
      <span class="high" aria-hidden="true">${high}</span><span class="low" aria-hidden="true">${low}</span>
    </div>
  </figure>`;
}

function spoken(told: Told, points: readonly number[], words: PlayerWords): string {
  const each = points.map((value, seat) => `${told.names[seat]} ${value}`);
  return `${words.graph}. ${each.join(", ")}`;
}
