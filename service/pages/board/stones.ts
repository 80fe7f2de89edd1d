// The stones of the seats, told apart by shape as well as by colour.

import { svg, type SVGTemplateResult } from "lit";
import type { Layout } from "./types.ts";

/** Shapes in a square of 2 by 2 around the middle: block, disc, lozenge, gable. */
const SHAPES = [
  "M-.82-.82H.82V.82H-.82Z",
  "M0-.96A.96.96 0 0 1 0 .96A.96.96 0 0 1 0-.96Z",
  "M0-1.08L1.08 0L0 1.08L-1.08 0Z",
  "M0-1L1 .82H-1Z",
];
/** What is drawn for a seat that nobody knows. */
const STRANGE = "M-.5-.9H.5L.9-.5V.5L.5.9H-.5L-.9.5V-.5Z";

/** A stone of a seat around a point; `size` is about half its width. */
export function stone(seat: number | null | undefined, x: number, y: number, size: number): SVGTemplateResult {
  const shape = SHAPES[seat ?? -1] ?? STRANGE;
  const place = `translate(${x} ${y}) scale(${size})`;
  return svg`<g class="stone seat-${seat ?? "none"}" transform=${place}>
    <path d=${shape}></path><path class="gleam" d=${shape} transform="scale(.56)"></path>
  </g>`;
}

/** The colours of the seats as custom properties, for `setProperties`. */
export function colours(layout: Layout | null): Record<string, string> {
  const seats = Array.isArray(layout?.seats) ? layout.seats : [];
  return Object.fromEntries(
    seats
      .filter(({ colour }) => /^#[0-9a-f]{6}$/i.test(colour))
      .map(({ seat, colour }) => [`--seat-${seat}`, colour]),
  );
}
