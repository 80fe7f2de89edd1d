// All ladders, newest first.

import { html } from "lit";
import { customElement } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { LadderCardFragment } from "../../generated/graphql/graphql.ts";
import { ladderCards } from "./ladder-cards.ts";
import { More } from "../shared/more.ts";
import { SitePage, withoutDeadToken } from "../shell/page.ts";
import { ask } from "../shell/service.ts";

const LADDERS = graphql(/* GraphQL */ `
  query Ladders($after: String) {
    ladders(first: 24, after: $after) {
      edges { node { ...LadderCard } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const WORDS = {
  title: { en: "Ladders", de: "Ladders" },
  lead: {
    en: "In a ladder bots meet again and again, and its table tells who is better and how sure that is.",
    de: "In einer Ladder treffen Bots immer wieder aufeinander; ihre Tabelle sagt, wer besser ist und wie sicher das ist.",
  },
  none: {
    en: "There is no ladder yet. Whoever has an account makes one on the host's page, or by saqqara ladder create.",
    de: "Es gibt noch keine Ladder. Wer ein Konto hat, legt eine auf der Seite für Betreiber an, oder mit saqqara ladder create.",
  },
  host: { en: "To the host's page", de: "Zur Seite für Betreiber" },
};

@customElement("ladders-page")
export class LaddersPage extends SitePage {
  private readonly ladders = new More<LadderCardFragment>(this, async (after) => (await withoutDeadToken(() => ask(LADDERS, { after }))).ladders);

  protected override async load(): Promise<void> {
    this.heading = words(WORDS, this.language).title;
    void this.ladders.restart();
  }

  protected override content() {
    const text = words(WORDS, this.language);
    const isEmpty = this.ladders.isAsked && this.ladders.items.length === 0;
    return html`<h1>${text.title}</h1>
      <p>${text.lead}</p>
      ${isEmpty ? html`<p class="note">${text.none} <a href="/host">${text.host}</a></p>` : ladderCards(this.ladders.items)}
      ${this.ladders.below()}`;
  }
}
