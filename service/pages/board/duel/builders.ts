// What each builder has won: four places on their own shore, with action tokens and meeples at hand.

import { html, nothing, svg } from "lit";
import { heading, HEAD } from "../heading.ts";
import { mark } from "../marks.ts";
import { type NameOf, points, siteText } from "../points.ts";
import { type Box, fitted, grid, inset, type Part, row } from "../scene.ts";
import { stone } from "../stones.ts";
import { drawing, type Drawn, listed, type Table, upTo } from "../table.ts";
import type { DuelView } from "../types.ts";
import { vista } from "../vistas.ts";
import { tokenPicture } from "./tokens.ts";

export type Builder = DuelView["builders"][number];
type Won = ReadonlyMap<string, number>;

const SIZE = 34;

function wonBy(one: Builder): Won {
  return new Map(listed(one.won).map(({ token, count }) => [token, count]));
}

/** A builder's shore with the four sites on it. */
export function shore(table: Table<DuelView>, one: Builder, box: Box): Drawn {
  const won = wonBy(one);
  const sites = listed(table.layout.sites);
  const rows = box.width > box.height * 3.4 ? 1 : 2;
  const boxes = grid(box, rows, Math.max(1, Math.ceil(sites.length / rows)), 6);
  return svg`<g role="group" aria-label=${table.seat(one.seat)}>
    ${sites.map(({ site, title }, place) => (boxes[place] ? plot(table, one, won, site, title, boxes[place]) : nothing))}
  </g>`;
}

/** One site of a builder: its name, its points, and the tokens that were won. */
function plot(table: Table<DuelView>, one: Builder, won: Won, site: string, title: string, box: Box): Drawn {
  const room = { ...inset(box, 8), y: box.y + HEAD + 2, height: Math.max(1, box.height - HEAD - 10) };
  const isNew = table.isNew((view) => tokensAt(table, view.builders[one.seat], site));
  const before = table.before?.builders?.[one.seat];
  const isFirst = site === "obelisks" && table.view.firstToFive === one.seat;
  return svg`<g part="site" role="group" aria-label=${title}>
    <rect class=${`land ${isNew ? "fresh" : ""}`} x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="6"></rect>
    <svg class="vista" x=${box.x} y=${box.y} width=${box.width} height=${box.height} aria-hidden="true">${vista(site, box)}</svg>
    ${heading(table, site, title, box, [{ seat: one.seat, has: lineOf(one.scored, site), would: lineOf(one.projected, site), had: before && lineOf(before.scored, site) }])}
    ${isFirst ? svg`<g role="img" aria-label=${table.texts.firstToFive}><title>${table.texts.firstToFive}</title><text class="ready" x=${box.x + 10} y=${box.y + box.height - 10}>★ 5</text></g>` : nothing}
    ${fitted(picture(table, site, won, one.seat), room)}
  </g>`;
}

/** How many tokens a builder has at a site. */
function tokensAt(table: Table<DuelView>, one: Builder | undefined, site: string): number {
  const pieces = piecesOf(table, site);
  return listed(one?.won).filter(({ token }) => pieces.includes(token)).reduce((sum, { count }) => sum + count, 0);
}

function lineOf(points: Builder["scored"] | undefined, site: string): number {
  return listed(points?.lines).find(({ source }) => source === site)?.points ?? 0;
}

/** The tokens of a site; one that nobody knows here is drawn as well. */
function picture(table: Table<DuelView>, site: string, won: Won, seat: number): Part {
  switch (site) {
    case "pyramids":
      return row([pyramid(table, "pyramid-light", won, seat), pyramid(table, "pyramid-dark", won, seat)]);
    case "tombs":
      return tombs(table, won, seat);
    default:
      return tokens(table, piecesOf(table, site).filter((piece) => won.has(piece)), won, table.site(site), seat);
  }
}

function piecesOf(table: Table<DuelView>, site: string | null): string[] {
  return listed(table.layout.tokens).filter((each) => each.site === site).map(({ piece }) => piece);
}

/** Each token that was won, side by side. */
function tokens(table: Table<DuelView>, pieces: readonly string[], won: Won, title: string, seat: number): Part {
  const all = pieces.flatMap((piece) => upTo(won.get(piece)).map(() => piece));
  const told = pieces.map((piece) => table.say("cardCount", { count: won.get(piece) ?? 0, card: table.piece(piece) }));
  const columns = Math.max(5, Math.ceil(all.length / 2));
  const rows = Math.max(2, Math.ceil(all.length / columns));
  return {
    name: `${title}: ${told.join(", ") || table.texts.none}`,
    width: columns * SIZE,
    height: rows * SIZE,
    picture: svg`
      ${upTo(columns * 2).map((place) => (place < all.length ? nothing : svg`<rect class="gap" x=${(place % columns) * SIZE + 2} y=${Math.floor(place / columns) * SIZE + 2} width=${SIZE - 4} height=${SIZE - 4} rx="4"></rect>`))}
      ${all.map((token, place) => tokenPicture(token, (place % columns) * SIZE + SIZE / 2, Math.floor(place / columns) * SIZE + SIZE / 2, SIZE - 2, `won:${seat}.${place - all.indexOf(token)}`))}`,
  };
}

/** Six places in rows of three, two and one. */
function pyramid(table: Table<DuelView>, piece: string, won: Won, seat: number): Part {
  const count = won.get(piece) ?? 0;
  const places = [0, 1, 2].map((x) => [x * 36, 52]).concat([[18, 26], [54, 26], [36, 0]]);
  return {
    name: table.say("cardCount", { count, card: table.piece(piece) }),
    width: 108,
    height: 78,
    picture: svg`${places.map(([x = 0, y = 0], place) =>
      place < count
        ? svg`<path class=${`brick ${piece}`} data-piece=${`token:${piece}`} data-place=${`won:${seat}.${place}`} d=${`M${x + 1} ${y + 25}L${x + 4} ${y + 1}H${x + 32}L${x + 35} ${y + 25}Z`}></path>`
        : svg`<path class="gap" d=${`M${x + 1} ${y + 25}L${x + 4} ${y + 1}H${x + 32}L${x + 35} ${y + 25}Z`}></path>`,
    )}`,
  };
}

/** The numbers in two rows, so that runs can be seen. */
function tombs(table: Table<DuelView>, won: Won, seat: number): Part {
  const numbers = piecesOf(table, "tombs").map((piece) => ({ piece, number: Number(piece.split("-")[1]) }));
  const has = numbers.filter(({ piece }) => won.has(piece));
  const columns = Math.max(1, Math.ceil(numbers.length / 2));
  return {
    name: `${table.site("tombs")}: ${has.map(({ number }) => number).join(", ") || table.texts.none}`,
    width: columns * 28,
    height: 72,
    picture: svg`${numbers.map(({ piece, number }, place) => {
      const x = (place % columns) * 28;
      const y = Math.floor(place / columns) * 37;
      return svg`<path class=${won.has(piece) ? "tomb-has" : "gap"} data-piece=${won.has(piece) ? `token:${piece}` : nothing} data-place=${won.has(piece) ? `won:${seat}` : nothing} d=${`M${x + 2} ${y + 33}V${y + 13}Q${x + 2} ${y + 2} ${x + 14} ${y + 2}Q${x + 26} ${y + 2} ${x + 26} ${y + 13}V${y + 33}Z`}></path>
        <text class=${won.has(piece) ? "tomb-number" : "faint"} x=${x + 14} y=${y + 20} aria-hidden="true">${number}</text>`;
    })}`,
  };
}

/** Meeples in hand. */
export function inHand(table: Table<DuelView>, one: Builder, size: number): Drawn {
  const name = table.say("inHand", { count: one.meeplesInHand });
  return drawing(name, 4 * (size + 4), size + 4, false, svg`${upTo(4).map((place) =>
    place < one.meeplesInHand
      ? stone(one.seat, place * (size + 4) + size / 2 + 2, size / 2 + 2, size / 2, `hand:${one.seat}.${place}`)
      : svg`<rect class="gap" x=${place * (size + 4) + 4} y="4" width=${size - 4} height=${size - 4} rx="4"></rect>`,
  )}`);
}

export function actionTokens(table: Table<DuelView>, one: Builder): Drawn {
  const won = wonBy(one);
  const pieces = [...won.keys()].filter((piece) => piece.startsWith("action") || !isKnown(table, piece));
  if (pieces.length === 0) return nothing;
  return html`<ul class="hand" aria-label=${table.texts.actions}>
    ${pieces.map((piece) => {
      const name = table.piece(piece);
      const drawn = html`<svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">${tokenPicture(piece, 18, 18, 34)}</svg>
        <span class="title">${name}${(won.get(piece) ?? 0) > 1 ? html` <b>×${won.get(piece)}</b>` : nothing}</span>`;
      return html`<li data-piece=${`token:${piece}`} data-place=${`won:${one.seat}`} data-count=${won.get(piece) ?? 0}>${one.seat === table.chooser ? table.box(`token:${piece}`, name, drawn, "held") : html`<div class="held">${drawn}</div>`}</li>`;
    })}
  </ul>`;
}

function isKnown(table: Table<DuelView>, piece: string): boolean {
  return listed(table.layout.tokens).some((each) => each.piece === piece);
}

/** What counts in this game for both, the tokens that nobody has, and where the points come from. */
export function rules(table: Table<DuelView>, nameOf: NameOf): Drawn {
  const told = (all: DuelView["removed"]): string =>
    listed(all).map(({ token, count }) => table.say("cardCount", { count, card: table.piece(token) })).join(", ");
  return html`${listed(table.layout.sites).map(
      (layout) => html`<section data-site=${layout.site} tabindex="-1">
        <h3 class="row spread"><span>${layout.title}</span><span class="tag">${table.say("side", { side: layout.side })}</span></h3>
        ${siteText(table, layout)}
      </section>`,
    )}
    ${[
      { title: table.texts.unseen, all: table.view.unseen },
      { title: table.texts.removed, all: table.view.removed },
    ].map(({ title, all }) => html`<section class="small"><h3>${title}</h3><p>${told(all) || table.texts.none}</p></section>`)}
    ${listed(table.view.builders).map((one) => html`<section><h3 class="row">${mark(table, one.seat)} ${table.seat(one.seat)}</h3>${points(table, one, nameOf)}</section>`)}`;
}
