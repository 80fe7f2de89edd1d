// What a seat is worth, and how much of the results was skill, seat and chance.

import { css, html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import type { LadderDepthQuery } from "../../generated/graphql/graphql.ts";
import { language } from "../shell/settings.ts";
import { share, signed } from "../shared/telling.ts";

const WORDS = {
  shares: { en: "Of the differences between places, {skill} was skill, {seat} the seat, {chance} everything else, such as cards.",
    de: "Von den Unterschieden der Plätze waren {skill} Können, {seat} der Sitz und {chance} alles andere, etwa Karten." },
  skill: { en: "skill", de: "Können" },
  seat: { en: "seat", de: "Sitz" },
  chance: { en: "chance", de: "Zufall" },
  advantage: { en: "What each seat is worth", de: "Was jeder Sitz wert ist" },
  number: { en: "Seat {number}", de: "Sitz {number}" },
  blocks: { en: "Computed from {blocks} whole blocks; with few of them this is very uncertain.",
    de: "Berechnet aus {blocks} ganzen Blöcken; bei wenigen ist das sehr unsicher." },
  none: { en: "This is known once two blocks have been played to their ends.", de: "Das steht fest, wenn zwei Blöcke zu Ende gespielt sind." },
  first: { en: "1 would be a certain win, −1 a certain last place.", de: "1 hieße sicherer Sieg, −1 sicher letzter Platz." },
};

type Luck = NonNullable<NonNullable<LadderDepthQuery["ladder"]>["luck"]>;

export const luckSheet = css`
  .shares {
    display: flex;
    height: 1.75rem;
    max-width: 46rem;
    border-radius: var(--radius);
    overflow: hidden;
    margin-block: 0.75rem;
    font-size: var(--step--1);
    line-height: 1.75rem;
    border: 1px solid var(--line);
  }
  .shares span {
    min-width: 0;
    overflow: hidden;
    padding-inline: 0.4rem;
    white-space: nowrap;
  }
  .shares .skill {
    background: var(--accent);
    color: var(--on-accent);
  }
  .shares .seat {
    background: var(--sand-2);
  }
  .shares .chance {
    background: var(--sand-1);
  }
`;

export function luck(told: Luck | null | undefined): TemplateResult {
  const text = words(WORDS, language());
  if (!told || told.skill == null || told.seat == null || told.chance == null) return html`<p class="note">${text.none}</p>`;
  const parts = [["skill", told.skill], ["seat", told.seat], ["chance", told.chance]] as const;
  const shown = parts.map(([name, value]) => [name, Math.max(0, value)] as const);
  return html`
    <p>${fill(text.shares, { skill: share(told.skill), seat: share(told.seat), chance: share(told.chance) })}</p>
    <div class="shares" aria-hidden="true">
      ${shown.map(([name, value]) => value < 0.01 ? nothing
        : html`<span class=${name} .style=${`flex: ${value} 1 0`}>${text[name]}</span>`)}
    </div>
    <h3>${text.advantage}</h3>
    <dl>${told.seats.map(({ seat, advantage, low, high }) => html`
      <dt>${fill(text.number, { number: seat + 1 })}</dt>
      <dd>${signed(advantage, 2)}
        ${low == null || high == null ? nothing : html`<span class="soft small">(${signed(low, 2)} – ${signed(high, 2)})</span>`}</dd>`)}
    </dl>
    <p class="soft small">${text.first} ${fill(text.blocks, { blocks: told.blocks })}</p>`;
}
