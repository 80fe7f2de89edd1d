// Tokens of the Duel: each kind by its own drawing.

import { nothing, svg } from "lit";
import { glyph } from "../glyphs.ts";
import type { Drawn } from "../table.ts";

/** A token in a square of `size` around a point. */
export function tokenPicture(token: string, x: number, y: number, size: number, place = ""): Drawn {
  const [kind = "", number = ""] = token.split("-");
  const turn = `translate(${x} ${y}) scale(${size / 100})`;
  return svg`<g class=${`token ${kind} ${token}`} data-piece=${place ? `token:${token}` : nothing} data-place=${place || nothing} transform=${turn}>${face(kind, number, token)}</g>`;
}

function face(kind: string, number: string, token: string): Drawn {
  switch (kind) {
    case "obelisk":
      return svg`${square()}<path class="ink" d="M-12 34L-8-24L0-38L8-24L12 34ZM-24 36H24"></path>`;
    case "temple":
      return svg`${square()}${columns(Number(number))}`;
    case "pyramid":
      return svg`${square()}<path class="peak" d="M-36 28L0-32L36 28Z"></path><path class="ridge" d="M0-32L10 28"></path>`;
    case "tomb":
      return svg`<path class="body" d="M-40 42V-14Q-40-44 0-44Q40-44 40-14V42Z"></path><text class="big" y="6">${number}</text>`;
    case "action":
      return svg`<circle class="body" r="44"></circle>${glyph(token, 0, 0, 64)}`;
    default:
      return svg`${square()}${glyph(token, 0, 0, 60)}`;
  }
}

function square(): Drawn {
  return svg`<rect class="body" x="-43" y="-43" width="86" height="86" rx="10"></rect>`;
}

/** One column of the Temple for each symbol. */
function columns(count: number): Drawn {
  const many = count >= 1 && count <= 6 ? count : 0;
  const xs = Array.from({ length: many }, (_, place) => (place - (many - 1) / 2) * 17);
  return svg`<path class="ink" d="M-36-14L0-34L36-14Z"></path>
    ${xs.map((x) => svg`<rect class="column" x=${x - 5} y="-10" width="10" height="34" rx="2"></rect>`)}
    <path class="ink" d="M-36 29H36"></path>${many === 0 ? nothing : svg`<text class="little" x="31" y="-30">${count}</text>`}`;
}
