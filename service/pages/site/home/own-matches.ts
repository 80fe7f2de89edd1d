// The matches in which whoever looks has a seat, and whether they are waited for.

import { html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { OwnMatchesQuery } from "../../generated/graphql/graphql.ts";
import { players } from "../shared/telling.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { viewer } from "../shell/who.ts";

const OWN = graphql(/* GraphQL */ `
  query OwnMatches($playerId: ID!) {
    matches(status: RUNNING, playerId: $playerId, first: 3) {
      nodes { id toAct seats { seat playerName botId accountId } }
    }
  }
`);

const WORDS = {
  own: { en: "Your matches", de: "Deine Partien" },
  goOn: { en: "Continue your match", de: "Deine Partie fortsetzen" },
  yours: { en: "your turn", de: "du bist am Zug" },
  other: { en: "{name} is to choose", de: "{name} ist am Zug" },
};

export interface OwnMatches {
  me: string;
  running: NonNullable<OwnMatchesQuery["matches"]>["nodes"];
}

/** Those that are being played; null for whoever has no seat. */
export async function ownMatches(): Promise<OwnMatches | null> {
  const who = await viewer();
  const me = who?.botId ?? who?.accountId;
  if (!me) return null;
  return { me, running: (await ask(OWN, { playerId: me })).matches?.nodes ?? [] };
}

export function ownMatchLinks({ me, running }: OwnMatches): TemplateResult | typeof nothing {
  if (running.length === 0) return nothing;
  const text = words(WORDS, language());
  return html`<nav class="own" aria-label=${text.own}>${running.map((match) => {
    const asked = match.seats.find(({ seat }) => seat === match.toAct);
    const isMine = asked !== undefined && [asked.botId, asked.accountId].includes(me);
    const turn = isMine ? text.yours : asked ? fill(text.other, { name: asked.playerName ?? "" }) : "";
    return html`<a href="/play?match=${match.id}"><strong>${text.goOn}</strong>
      <bdi>${players(match).join(" – ")}</bdi> <span class="tag ${isMine ? "live" : ""}">${turn}</span></a>`;
  })}</nav>`;
}
