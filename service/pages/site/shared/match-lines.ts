// Matches as cards that lead to them: the table, who plays, what, how it is timed and how it stands.

import { html, nothing, type TemplateResult } from "lit";
import { words } from "../../board/words.ts";
import type { MatchLineFragment } from "../../generated/graphql/graphql.ts";
import { language } from "../shell/settings.ts";
import { boardPicture } from "./board-picture.ts";
import { clock, game, players } from "./telling.ts";

const WORDS = {
  live: { en: "live", de: "live" },
  open: { en: "open", de: "offen" },
  void: { en: "void", de: "ungültig" },
};

export function matchLines(matches: readonly MatchLineFragment[]): TemplateResult {
  return html`<ul class="grid">${matches.map(matchLine)}</ul>`;
}

export function matchLine(match: MatchLineFragment): TemplateResult {
  const text = words(WORDS, language());
  const tag = { RUNNING: text.live, OPEN: text.open, VOID: text.void, FINISHED: "" }[match.status];
  const totals = match.result?.seats.map(({ total }) => total).join(" : ");
  return html`<li class="card match">
    ${boardPicture(match)}
    <div class="row between">
      <a href="/matches/${match.id}">${players(match).join(" – ")}</a>
      ${tag ? html`<span class="tag ${match.status === "RUNNING" ? "live" : ""}">${tag}</span>` : nothing}
      ${match.status === "FINISHED" && totals ? html`<strong>${totals}</strong>` : nothing}
    </div>
    <p class="soft small">
      ${game(match.game)} · ${clock(match.timeControl)}${match.ladder ? html` · ${match.ladder.name}` : nothing}
    </p>
  </li>`;
}
