// The sequential test of a gauntlet: where it stands between its bounds, and what it says so far.

import { html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import type { LadderQuery } from "../../generated/graphql/graphql.ts";
import { language } from "../shell/settings.ts";
import { figure, fixed, share, signed } from "../shared/telling.ts";

const WORDS = {
  title: { en: "Is the challenger stronger?", de: "Ist der Herausforderer stärker?" },
  OPEN: { en: "That is not known yet.", de: "Das ist noch nicht bekannt." },
  stronger: { en: "It is stronger.", de: "Er ist stärker." },
  more: { en: "It is more than {elo} Elo stronger.", de: "Er ist mehr als {elo} Elo stärker." },
  hardlyWeaker: { en: "It is stronger, or less than {elo} Elo weaker.", de: "Er ist stärker oder weniger als {elo} Elo schwächer." },
  less: { en: "It is less than {elo} Elo stronger, if at all.", de: "Er ist weniger als {elo} Elo stärker, falls überhaupt." },
  weaker: { en: "It is weaker.", de: "Er ist schwächer." },
  muchWeaker: { en: "It is more than {elo} Elo weaker.", de: "Er ist mehr als {elo} Elo schwächer." },
  changed: {
    en: "One of the bots has a new version, so that this test ended without a verdict.",
    de: "Einer der Bots hat eine neue Version, deshalb endete der Test ohne Urteil.",
  },
  budget: {
    en: "It takes about {sides} blocks if one of the two is right, and {between} if the truth lies half way between.",
    de: "Er braucht etwa {sides} Blöcke, wenn eines von beiden stimmt, und {between}, wenn die Wahrheit in der Mitte liegt.",
  },
  range: { en: "{low} to {high}", de: "{low} bis {high}" },
  expected: { en: "about {count} at the end if it goes on like this", de: "etwa {count} am Ende, wenn es so weitergeht" },
  none: { en: "No whole block has counted yet.", de: "Noch hat kein ganzer Block gezählt." },
  asked: {
    en: "The test asks which is more probable: that it is {low} Elo stronger, or {high}. It ends when that is known.",
    de: "Der Test fragt, was wahrscheinlicher ist: dass er {low} Elo stärker ist oder {high}. Er endet, wenn das bekannt ist.",
  },
  llr: { en: "Log-likelihood ratio", de: "Logarithmus des Likelihood-Quotienten" },
  bounds: { en: "bounds {low} and {high}", de: "Grenzen {low} und {high}" },
  score: { en: "Score", de: "Anteil der Punkte" },
  elo: { en: "Difference in Elo", de: "Unterschied in Elo" },
  blocks: { en: "Blocks by score", de: "Blöcke nach Punkten" },
  flags: { en: "Matches in which time ran out", de: "Partien mit abgelaufener Zeit" },
};

type Ladder = NonNullable<LadderQuery["ladder"]>;

export function sequentialTest({ sequentialTest: asked, testBudget: budget, testStanding: now }: Ladder): TemplateResult | typeof nothing {
  if (!asked) return nothing;
  const text = words(WORDS, language());
  const said = !now ? text.none : now.verdict === "OPEN" ? (now.over ? text.changed : text.OPEN) : shown(now.verdict, asked);
  return html`<section><h2>${text.title}</h2>
    <p class="note" role="status">${said}</p>
    <p class="soft">${fill(text.asked, { low: figure(asked.elo0), high: figure(asked.elo1) })}
      ${budget ? fill(text.budget, { sides: sides(budget.ifNot, budget.ifStronger, text.range), between: figure(budget.between) }) : nothing}</p>
    ${now ? html`
      <meter min=${now.lower} max=${now.upper} value=${now.llr} aria-label=${text.llr}></meter>
      <dl>
        <dt>${text.llr}</dt>
        <dd>${signed(now.llr, 2)} <span class="soft small">(${fill(text.bounds, { low: fixed(now.lower, 2), high: fixed(now.upper, 2) })})</span></dd>
        <dt>${text.elo}</dt>
        <dd>${signed(now.elo)} <span class="soft small">(${signed(now.low)} – ${signed(now.high)})</span></dd>
        <dt>${text.score}</dt>
        <dd>${share(now.score)}</dd>
        <dt>${text.blocks}</dt>
        <dd>${now.counts.map((one) => `${one.blocks} × ${figure(one.score, 3)}`).join(", ")}${now.over ? nothing : html`
          <span class="soft small">(${fill(text.expected, { count: figure(now.expectedBlocks, 0) })})</span>`}</dd>
        <dt>${text.flags}</dt>
        <dd>${figure(now.flags, 0)}</dd>
      </dl>` : nothing}
  </section>`;
}

/** What the test has shown and no more: with [0, 200] a bot that is 80 Elo stronger may be "less than 200 stronger". */
function shown(verdict: "ABOVE_ELO0" | "BELOW_ELO1", { elo0, elo1 }: NonNullable<Ladder["sequentialTest"]>): string {
  const text = words(WORDS, language());
  const elo = verdict === "ABOVE_ELO0" ? elo0 : elo1;
  const sentences = verdict === "ABOVE_ELO0" ? [text.hardlyWeaker, text.stronger, text.more] : [text.muchWeaker, text.weaker, text.less];
  return fill(sentences[Math.sign(elo) + 1]!, { elo: figure(Math.abs(elo)) });
}

function sides(one: number, other: number, range: string): string {
  const [low, high] = one < other ? [one, other] : [other, one];
  return low === high ? figure(low) : fill(range, { low: figure(low), high: figure(high) });
}
