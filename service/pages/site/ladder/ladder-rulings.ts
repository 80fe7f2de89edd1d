// The rulings on a ladder: what was annulled or restored, by whom and why.

import { html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import type { LadderQuery } from "../../generated/graphql/graphql.ts";
import { date } from "../shared/telling.ts";
import { language } from "../shell/settings.ts";

const WORDS = {
  title: { en: "Rulings", de: "Entscheidungen" },
  match: { en: "annulled a match", de: "hat eine Partie annulliert" },
  bot: { en: "annulled all matches of {name}", de: "hat alle Partien von {name} annulliert" },
  version: { en: "annulled the matches of version {version} of {name}", de: "hat die Partien der Version {version} von {name} annulliert" },
  restored: { en: "restored what ruling {number} had annulled", de: "hat wiederhergestellt, was Entscheidung {number} annulliert hatte" },
  revoked: { en: "(revoked by ruling {number})", de: "(aufgehoben durch Entscheidung {number})" },
};

type Listed = NonNullable<NonNullable<LadderQuery["ladder"]>["rulings"]>;
type Ruling = Listed["edges"][number]["node"];

function told(one: Ruling, names: ReadonlyMap<string, string>): string {
  const text = words(WORDS, language());
  if (one.restores != null) return fill(text.restored, { number: one.restores });
  if (one.botId == null) return text.match;
  const name = names.get(one.botId) ?? one.botId;
  return one.version == null ? fill(text.bot, { name }) : fill(text.version, { name, version: one.version });
}

export function rulings(listed: Listed | null | undefined, names: ReadonlyMap<string, string>): TemplateResult | typeof nothing {
  const text = words(WORDS, language());
  if (!listed?.edges.length) return nothing;
  return html`<section><h2>${text.title}</h2><ul>${listed.edges.map(({ node: one }) => html`<li>
    ${one.number}. ${date(one.atMs)}, ${one.account?.name ?? one.accountId} ${told(one, names)}
    ${one.matchId ? html`(<a href="/matches/${one.matchId}">${one.matchId}</a>)` : nothing}:
    ${one.reason} ${one.restoredBy == null ? nothing : fill(text.revoked, { number: one.restoredBy })}
  </li>`)}</ul></section>`;
}
