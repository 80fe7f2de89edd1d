// A scene is put together from parts: drawings with a size and a name, side by side, fitted into the room they get.

import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Drawn } from "./table.ts";

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** A drawing that begins at 0, 0. One without a name of its own is heard through what it is made of. */
export interface Part extends Size {
  name: string;
  picture: Drawn;
  /** Whether something in it can be chosen, so that its inside must stay within reach of a reader. */
  isOffered?: boolean;
  /** What is shown of it to who points at it. */
  hint?: string;
}

/** No part grows beyond this, so that few stones on a large screen are not drawn as boulders. */
const MOST_SCALE = 1.7;
const GAP = 14;

/** A part as large as fits into the box, in the middle of its height. */
export function fitted(part: Part, box: Box, align: "start" | "middle" | "end" = "start"): SVGTemplateResult {
  const scale = scaleOf(part, box);
  const share = { start: 0, middle: 0.5, end: 1 }[align];
  const x = box.x + (box.width - part.width * scale) * share;
  const y = box.y + (box.height - part.height * scale) / 2;
  return svg`<g transform=${`translate(${x} ${y}) scale(${scale})`}>${named(part)}</g>`;
}

function scaleOf(part: Size, room: Size): number {
  return Math.max(0.05, Math.min(room.width / part.width, room.height / part.height, MOST_SCALE));
}

function named({ name, picture, isOffered, hint }: Part): SVGTemplateResult {
  if (!name) return svg`${picture}`;
  return svg`<g role=${isOffered ? "group" : "img"} aria-label=${name}>${hint ? svg`<title>${hint}</title>` : nothing}${picture}</g>`;
}

/** Parts side by side on one ground. */
export function row(parts: readonly Part[], gap = GAP): Part {
  const height = Math.max(1, ...parts.map((part) => part.height));
  let x = 0;
  const drawn = parts.map((part) => {
    const at = svg`<g transform=${`translate(${x} ${height - part.height})`}>${named(part)}</g>`;
    x += part.width + gap;
    return at;
  });
  return { name: "", width: Math.max(1, x - gap), height, picture: svg`${drawn}` };
}

/** Parts below each other, from the left. */
export function column(parts: readonly Part[], gap = GAP): Part {
  let y = 0;
  const drawn = parts.map((part) => {
    const at = svg`<g transform=${`translate(0 ${y})`}>${named(part)}</g>`;
    y += part.height + gap;
    return at;
  });
  return { name: "", width: Math.max(1, ...parts.map((part) => part.width)), height: Math.max(1, y - gap), picture: svg`${drawn}` };
}

/** Parts in as many rows as let them be largest in the room. */
export function flow(parts: readonly Part[], room: Size): Part {
  const ways = [1, 2, 3, 4].filter((rows) => rows <= Math.max(1, parts.length)).map((rows) => {
    const each = Math.ceil(parts.length / rows);
    return column(Array.from({ length: rows }, (_, place) => row(parts.slice(place * each, (place + 1) * each))));
  });
  return ways.reduce((best, way) => (scaleOf(way, room) > scaleOf(best, room) * 1.02 ? way : best));
}

/** A box without its edge. */
export function inset(box: Box, edge: number): Box {
  return { x: box.x + edge, y: box.y + edge, width: Math.max(1, box.width - 2 * edge), height: Math.max(1, box.height - 2 * edge) };
}

/** As many equal boxes as are wanted in rows and columns, with a gap between them. */
export function grid(box: Box, rows: number, columns: number, gap: number): Box[] {
  const width = (box.width - gap * (columns - 1)) / columns;
  const height = (box.height - gap * (rows - 1)) / rows;
  return Array.from({ length: rows * columns }, (_, place) => ({
    x: box.x + (place % columns) * (width + gap),
    y: box.y + Math.floor(place / columns) * (height + gap),
    width,
    height,
  }));
}

/** Mean width of a letter of the interface's fonts, as a share of their size. */
const LETTER = 0.62;

/** Words in at most two lines within a width, smaller where they would be wider. */
export function lines(words: string, x: number, y: number, width: number, size: number, look = "words"): Drawn {
  const wide = (text: string): number => text.length * LETTER * size;
  const halves = wide(words) <= width ? [words] : halved(words);
  const least = Math.min(1, width / Math.max(...halves.map(wide), 1));
  return svg`${halves.map((text, place) =>
    svg`<text class=${look} x=${x} y=${y + (place - (halves.length - 1) / 2) * size * 1.05} font-size=${size * least} aria-hidden="true">${text}</text>`)}`;
}

function halved(words: string): string[] {
  const breaks = [...words.matchAll(/[ -]/g)].map(({ index }) => index + 1);
  if (breaks.length === 0) return [words];
  const middle = breaks.reduce((best, each) => (Math.abs(each - words.length / 2) < Math.abs(best - words.length / 2) ? each : best));
  return [words.slice(0, middle).trim(), words.slice(middle).trim()];
}
