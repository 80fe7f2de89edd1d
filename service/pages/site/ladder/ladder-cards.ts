// Ladders as a list of cards: what is played, and how far it is.

import { html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { LadderCardFragment, LadderFormat } from "../../generated/graphql/graphql.ts";
import { language } from "../shell/settings.ts";
import { clock, game } from "../shared/telling.ts";

export const LADDER_CARD = graphql(/* GraphQL */ `
  fragment LadderCard on Ladder {
    id name game format status players matchesPlanned matchesSettled createdMs
    timeControl { ...Clock }
  }
`);

export const LADDER_WORDS = {
  OPEN: { en: "takes entries", de: "nimmt Meldungen an" },
  RUNNING: { en: "running", de: "läuft" },
  PAUSED: { en: "paused", de: "angehalten" },
  FINISHED: { en: "finished", de: "beendet" },
  CANCELLED: { en: "cancelled", de: "abgesagt" },
  CONTINUOUS: { en: "continuous", de: "fortlaufend" },
  ROUND_ROBIN: { en: "round robin", de: "jeder gegen jeden" },
  GAUNTLET: { en: "gauntlet", de: "einer gegen alle" },
  SWISS: { en: "Swiss system", de: "Schweizer System" },
  SINGLE_ELIMINATION: { en: "single elimination", de: "K.-o.-System" },
  DOUBLE_ELIMINATION: { en: "double elimination", de: "Doppel-K.-o.-System" },
  ARENA: { en: "arena", de: "Arena" },
  seats: { en: "{count} seats", de: "{count} Plätze" },
  played: { en: "{settled} of {planned} matches", de: "{settled} von {planned} Partien" },
};

/** A format's name; one that these pages do not know has the service's word. */
export function formatWord(format: LadderFormat): string {
  const text: Partial<Record<LadderFormat, string>> = words(LADDER_WORDS, language());
  return text[format] ?? format.toLowerCase().replaceAll("_", " ");
}

export function ladderCards(ladders: readonly LadderCardFragment[]): TemplateResult {
  return html`<ul class="grid">${ladders.map(ladderCard)}</ul>`;
}

function ladderCard(ladder: LadderCardFragment): TemplateResult {
  const text = words(LADDER_WORDS, language());
  const counts = { settled: ladder.matchesSettled, planned: ladder.matchesPlanned };
  return html`<li class="card">
    <div class="row between">
      <a href="/ladders/${ladder.id}">${ladder.name}</a>
      <span class="tag ${ladder.status === "RUNNING" ? "live" : ""}">${text[ladder.status]}</span>
    </div>
    <p class="soft small">
      ${game(ladder.game)}, ${fill(text.seats, { count: ladder.players })} · ${formatWord(ladder.format)} · ${clock(ladder.timeControl)}
    </p>
    ${ladder.status === "OPEN" ? nothing : html`<p class="small">${fill(text.played, counts)}</p>`}
  </li>`;
}
