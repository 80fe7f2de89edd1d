// The stones of the seats: blocks with a lit edge, told apart by a sign as well as by colour.

import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Layout } from "./types.ts";

/** Signs in a square of 2 by 2 around the middle: square, ring, lozenge, gable. */
const SIGNS = [
  "M-.32-.42H.32V.22H-.32Z",
  "M0-.47A.37.37 0 0 1 0 .27A.37.37 0 0 1 0-.47Z",
  "M0-.56L.46-.1L0 .36L-.46-.1Z",
  "M0-.5L.46.28H-.46Z",
];
/** What is drawn for a seat that nobody knows. */
const STRANGE = "M-.3-.4L.3.2M.3-.4L-.3.2";

/** A stone of a seat around a point; `size` is about half its width. Light falls from above. One without a place is a sign. */
export function stone(seat: number | null | undefined, x: number, y: number, size: number, place = ""): SVGTemplateResult {
  const piece = place ? `stone:${seat}` : nothing;
  return svg`<g class="stone seat-${seat ?? "none"}" data-piece=${piece} data-place=${place || nothing} transform=${`translate(${x} ${y}) scale(${size})`}>
    <rect class="base" x="-.94" y="-.8" width="1.88" height="1.8" rx=".22"></rect>
    <rect class="top" x="-.94" y="-1" width="1.88" height="1.62" rx=".2"></rect>
    <path class="edge" d="M-.8-.86H.8M-.82-.8V.42"></path>
    <path class="sign" d=${SIGNS[seat ?? -1] ?? STRANGE}></path>
  </g>`;
}

/** The outline of a stone that has just come. */
export function freshly(x: number, y: number, size: number): SVGTemplateResult {
  return svg`<rect class="fresh" fill="none" x=${x - size * 1.15} y=${y - size * 1.2} width=${size * 2.3} height=${size * 2.4} rx=${size * 0.35}></rect>`;
}

/** The colours of the seats as custom properties, for `setProperties`; a sign is light on dark stones, dark on others. */
export function colours(layout: Layout | null): Record<string, string> {
  const seats = Array.isArray(layout?.seats) ? layout.seats : [];
  return Object.fromEntries(
    seats
      .filter(({ colour }) => /^#[0-9a-f]{6}$/i.test(colour))
      .flatMap(({ seat, colour }) => [
        [`--seat-${seat}`, colour],
        [`--sign-${seat}`, isDark(colour) ? "#fffdf6" : "#26221a"],
      ]),
  );
}

function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 < 140;
}
