// The tables by points, as tournaments count them: of the bots, by groups where there are some, and of teams.

import { html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { LadderPointsFragment } from "../../generated/graphql/graphql.ts";
import { language } from "../shell/settings.ts";
import { figure } from "../shared/telling.ts";

export const LADDER_POINTS = graphql(/* GraphQL */ `
  fragment LadderPoints on Ladder {
    scores { place botId botName points meetings byes group losses streak team tieBreaks { name value } }
    teamScores { place team points counted bots }
  }
`);

const WORDS = {
  place: { en: "Place", de: "Platz" },
  bot: { en: "Bot", de: "Bot" },
  points: { en: "Points", de: "Punkte" },
  meetings: { en: "Meetings", de: "Begegnungen" },
  byes: { en: "Byes in rounds", de: "Freilose in Runden" },
  losses: { en: "Losses", de: "Niederlagen" },
  streak: { en: "Wins in a row", de: "Siege in Folge" },
  team: { en: "Team", de: "Mannschaft" },
  teams: { en: "Teams", de: "Mannschaften" },
  bots: { en: "Bots", de: "Bots" },
  counted: { en: "Whose points count", de: "Wessen Punkte zählen" },
  group: { en: "Group {number}", de: "Gruppe {number}" },
  DIRECT_ENCOUNTER: { en: "Direct encounter", de: "Direkter Vergleich" },
  BUCHHOLZ_CUT_1: { en: "Buchholz cut 1", de: "Buchholz, ein Streichwert" },
  PROGRESSIVE: { en: "Progressive", de: "Fortschrittswertung" },
  WINS: { en: "Meetings won", de: "Gewonnene Begegnungen" },
  BUCHHOLZ: { en: "Buchholz", de: "Buchholz" },
  SONNEBORN_BERGER: { en: "Sonneborn-Berger", de: "Sonneborn-Berger" },
  MARGIN: { en: "Margin", de: "Vorsprung" },
};

type Score = NonNullable<LadderPointsFragment["scores"]>[number];
/** What only some ladders have, and how its column is called. */
const SOME = ["losses", "streak"] as const;

export function points({ scores }: LadderPointsFragment): TemplateResult {
  const text = words(WORDS, language());
  const rows = scores ?? [];
  const breaks = rows[0]?.tieBreaks.map(({ name }) => name) ?? [];
  const some = SOME.filter((name) => rows.some((row) => row[name] !== null));
  const hasTeams = rows.some(({ team }) => team !== null);
  const width = 5 + breaks.length + some.length + (hasTeams ? 1 : 0);
  const row = (one: Score) => html`<tr>
    <td class="figure place">${one.place}</td>
    <th scope="row"><a href="/bots/${one.botId}">${one.botName}</a></th>
    ${hasTeams ? html`<td>${one.team}</td>` : nothing}
    <td class="figure"><strong>${figure(one.points, 2)}</strong></td>
    ${some.map((name) => html`<td class="figure">${one[name]}</td>`)}
    <td class="figure">${one.meetings}</td><td class="figure">${one.byes.join(", ")}</td>
    ${one.tieBreaks.map(({ value }) => html`<td class="figure">${figure(value, 2)}</td>`)}
  </tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.points}><table>
    <caption class="unseen">${text.points}</caption>
    <thead><tr>
      <th scope="col"><span class="unseen">${text.place}</span></th><th scope="col">${text.bot}</th>
      ${hasTeams ? html`<th scope="col">${text.team}</th>` : nothing}
      <th scope="col" class="figure">${text.points}</th>
      ${some.map((name) => html`<th scope="col" class="figure">${text[name]}</th>`)}
      <th scope="col" class="figure">${text.meetings}</th>
      <th scope="col" class="figure">${text.byes}</th>
      ${breaks.map((name) => html`<th scope="col" class="figure">${text[name]}</th>`)}
    </tr></thead>
    ${groupsOf(rows).map(([group, bots]) => html`<tbody>
      ${group === null ? nothing : html`<tr><th scope="rowgroup" colspan=${width} class="group">${fill(text.group, { number: group })}</th></tr>`}
      ${bots.map(row)}</tbody>`)}
  </table></div>`;
}

/** The rows of each group in turn; one group that is none where there are none. */
function groupsOf(rows: readonly Score[]): [number | null, Score[]][] {
  const groups = [...new Set(rows.map(({ group }) => group))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return groups.map((group) => [group, rows.filter((row) => row.group === group)]);
}

export function teamPoints({ scores, teamScores }: LadderPointsFragment): TemplateResult | typeof nothing {
  if (!teamScores?.length) return nothing;
  const text = words(WORDS, language());
  const names = new Map(scores?.map(({ botId, botName }) => [botId, botName] as const));
  return html`<section><h2>${text.teams}</h2><div class="scroll" tabindex="0" role="region" aria-label=${text.teams}><table>
    <caption class="unseen">${text.teams}</caption>
    <thead><tr><th scope="col"><span class="unseen">${text.place}</span></th><th scope="col">${text.team}</th>
      <th scope="col" class="figure">${text.points}</th><th scope="col" class="figure">${text.bots}</th><th scope="col">${text.counted}</th></tr></thead>
    <tbody>${teamScores.map((one) => html`<tr>
      <td class="figure place">${one.place}</td><th scope="row">${one.team}</th>
      <td class="figure"><strong>${figure(one.points, 2)}</strong></td><td class="figure">${one.bots}</td>
      <td>${one.counted.map((id, number) => html`${number ? ", " : ""}<a href="/bots/${id}">${names.get(id) ?? id}</a>`)}</td></tr>`)}</tbody>
  </table></div></section>`;
}
