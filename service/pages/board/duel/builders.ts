// What each builder has won, site by site, with action tokens, meeples and points.

import { html, nothing, svg } from "lit";
import { glyph } from "../glyphs.ts";
import { mark } from "../marks.ts";
import { type NameOf, points, siteText } from "../points.ts";
import { stone } from "../stones.ts";
import { drawing, type Drawn, listed, type Table, upTo } from "../table.ts";
import type { DuelView } from "../types.ts";
import { tokenName, tokenPicture } from "./tokens.ts";

type Builder = DuelView["builders"][number];
type Won = ReadonlyMap<string, number>;

const SIZE = 34;

export function builders(table: Table<DuelView>, nameOf: NameOf): Drawn {
  const all = listed(table.view.builders);
  return html`<div class="builders">
    ${table.order(all.length).map((place) => (all[place] ? builder(table, all[place], nameOf) : nothing))}
  </div>`;
}

function builder(table: Table<DuelView>, one: Builder, nameOf: NameOf): Drawn {
  const won: Won = new Map(listed(one.won).map(({ token, count }) => [token, count]));
  const isChooser = table.view.toAct === one.seat;
  return html`<article class="panel seat ${isChooser ? "acting" : ""}" aria-label=${table.seat(one.seat)}>
    <header class="row spread">
      <h3 class="row">${mark(table, one.seat, 26)} ${table.seat(one.seat)}</h3>
      ${isChooser ? html`<span class="tag now">${table.say("decides", { seat: "" }).trim()}</span>` : nothing}
    </header>
    ${inHand(table, one)}
    ${listed(table.layout.sites).map(
      ({ site, title }) => html`<section class="won" aria-label=${title}>
        <h4 class="row small">
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${glyph(site, 12, 12, 22)}</svg>${title}
          <b class="figures">${siteScore(one, site)}</b>
          ${site === "obelisks" && table.view.firstToFive === one.seat ? html`<span class="tag">${table.texts.firstToFive}</span>` : nothing}
        </h4>
        ${picture(table, site, won)}
      </section>`,
    )}
    ${actionTokens(table, one, won)} ${points(table, one, nameOf)}
  </article>`;
}

function siteScore(one: Builder, site: string): number {
  return listed(one.projected?.lines).find(({ source }) => source === site)?.points ?? 0;
}

function inHand(table: Table<DuelView>, one: Builder): Drawn {
  const name = table.say("inHand", { count: one.meeplesInHand });
  return drawing(name, 116, 28, false, svg`${upTo(4).map((place) =>
    place < one.meeplesInHand
      ? stone(one.seat, 14 + place * 28, 14, 10)
      : svg`<circle class="vacancy" cx=${14 + place * 28} cy="14" r="4"></circle>`,
  )}`);
}

/** The tokens of a site; one that nobody knows here is drawn as well. */
function picture(table: Table<DuelView>, site: string, won: Won): Drawn {
  switch (site) {
    case "pyramids":
      return html`<div class="row">${pyramid(table, "pyramid-light", won)}${pyramid(table, "pyramid-dark", won)}</div>`;
    case "tombs":
      return tombs(table, won);
    default:
      return row(table, piecesOf(table, site).filter((piece) => won.has(piece)), won, table.site(site));
  }
}

function piecesOf(table: Table<DuelView>, site: string | null): string[] {
  return listed(table.layout.tokens).filter((each) => each.site === site).map(({ piece }) => piece);
}

/** Each token that was won, side by side. */
function row(table: Table<DuelView>, pieces: readonly string[], won: Won, title: string): Drawn {
  const tokens = pieces.flatMap((piece) => upTo(won.get(piece)).map(() => piece));
  const told = pieces.map((piece) => table.say("cardCount", { count: won.get(piece) ?? 0, card: tokenName(table, piece) }));
  const columns = 7;
  const rows = Math.max(1, Math.ceil(tokens.length / columns));
  return drawing(`${title}: ${told.join(", ") || table.texts.none}`, columns * SIZE, rows * SIZE, false, svg`
    ${tokens.length === 0 ? svg`<rect class="gap" x="2" y="2" width=${SIZE - 4} height=${SIZE - 4} rx="4"></rect>` : nothing}
    ${tokens.map((token, place) => tokenPicture(token, (place % columns) * SIZE + SIZE / 2, Math.floor(place / columns) * SIZE + SIZE / 2, SIZE - 2))}`);
}

/** Six places in rows of three, two and one. */
function pyramid(table: Table<DuelView>, piece: string, won: Won): Drawn {
  const count = won.get(piece) ?? 0;
  const places = [0, 1, 2].map((x) => [x * 36, 68]).concat([[18, 35], [54, 35], [36, 2]]);
  const name = table.say("cardCount", { count, card: tokenName(table, piece) });
  return drawing(name, 110, 104, false, svg`${places.map(([x = 0, y = 0], place) =>
    place < count
      ? svg`<rect class=${`brick ${piece}`} x=${x + 1} y=${y + 1} width="33" height="30" rx="3"></rect>`
      : svg`<rect class="gap" x=${x + 1} y=${y + 1} width="33" height="30" rx="3"></rect>`,
  )}`);
}

/** The numbers in a row, so that runs can be seen. */
function tombs(table: Table<DuelView>, won: Won): Drawn {
  const numbers = piecesOf(table, "tombs").map((piece) => ({ piece, number: Number(piece.split("-")[1]) }));
  const has = numbers.filter(({ piece }) => won.has(piece));
  const pitch = 26;
  const name = `${table.site("tombs")}: ${has.map(({ number }) => number).join(", ") || table.texts.none}`;
  return drawing(name, Math.max(1, numbers.length) * pitch, 34, false, svg`
    ${numbers.map(({ piece, number }, place) => {
      const x = place * pitch;
      return svg`<path class=${won.has(piece) ? "tomb-has" : "gap"} d=${`M${x + 2} 32V12Q${x + 2} 2 ${x + 13} 2Q${x + 24} 2 ${x + 24} 12V32Z`}></path>
        <text class=${won.has(piece) ? "tomb-number" : "faint"} x=${x + 13} y="20" aria-hidden="true">${number}</text>`;
    })}`);
}

function actionTokens(table: Table<DuelView>, one: Builder, won: Won): Drawn {
  const pieces = [...won.keys()].filter((piece) => piece.startsWith("action") || !isKnown(table, piece));
  if (pieces.length === 0) return nothing;
  const isOwn = one.seat === (table.view.seat ?? table.view.toAct);
  return html`<ul class="hand" aria-label=${table.texts.actions}>
    ${pieces.map((piece) => {
      const name = tokenName(table, piece);
      const drawn = html`<svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">${tokenPicture(piece, 18, 18, 34)}</svg>
        <span class="title">${name}${(won.get(piece) ?? 0) > 1 ? html` <b>×${won.get(piece)}</b>` : nothing}</span>`;
      return html`<li>${isOwn ? table.box(`token:${piece}`, name, drawn, "held") : html`<div class="held">${drawn}</div>`}</li>`;
    })}
  </ul>`;
}

function isKnown(table: Table<DuelView>, piece: string): boolean {
  return listed(table.layout.tokens).some((each) => each.piece === piece);
}

/** What counts in this game, for both. */
export function rules(table: Table<DuelView>): Drawn {
  return html`<div class="rules">
    ${listed(table.layout.sites).map(
      (layout) => html`<section class="panel" aria-label=${layout.title}>
        <h3 class="row spread"><span>${layout.title}</span><span class="tag">${table.say("side", { side: layout.side })}</span></h3>
        ${siteText(table, layout)}
      </section>`,
    )}
  </div>`;
}
