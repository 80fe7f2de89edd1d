// The schedule of a ladder: which bots meet, why, and how it stands.

import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { LadderMatchesQuery, LadderMatchStatus } from "../../generated/graphql/graphql.ts";
import { More } from "../shared/more.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";

const MATCHES = graphql(/* GraphQL */ `
  query LadderMatches($id: ID!, $status: LadderMatchStatus, $after: String) {
    ladder(id: $id) {
      matches(status: $status, first: 20, after: $after) {
        edges { node { id block rotation reason status bots places } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const WORDS = {
  show: { en: "Show", de: "Zeige" },
  all: { en: "all", de: "alle" },
  PLANNED: { en: "planned", de: "geplant" },
  STARTED: { en: "being played", de: "läuft" },
  SETTLED: { en: "counted", de: "gezählt" },
  VOID: { en: "void, played again", de: "ungültig, wird wiederholt" },
  GIVEN_UP: { en: "given up", de: "aufgegeben" },
  ANNULLED: { en: "annulled", de: "annulliert" },
  DROPPED: { en: "dropped", de: "gestrichen" },
  none: { en: "There is no such match now.", de: "Solche Partien gibt es gerade nicht." },
  block: { en: "Block", de: "Block" },
  bots: { en: "Bots by seat", de: "Bots nach Sitz" },
  status: { en: "Status", de: "Stand" },
  why: { en: "Why they meet", de: "Warum sie sich treffen" },
  schedule: { en: "Schedule", de: "Spielplan" },
};

const STATUSES = ["STARTED", "PLANNED", "SETTLED", "ANNULLED", "VOID", "GIVEN_UP", "DROPPED"] as const;

type LadderMatch = NonNullable<NonNullable<LadderMatchesQuery["ladder"]>["matches"]>["edges"][number]["node"];

@customElement("ladder-matches")
export class LadderMatches extends LitElement {
  static override styles = [sheet];
  @property() ladder = "";
  /** What each bot is called, by its id. */
  @property({ attribute: false }) names: ReadonlyMap<string, string> = new Map();
  /** Grows when there is something new to ask for. */
  @property({ type: Number }) changes = 0;
  @state() private status: LadderMatchStatus | null = null;
  private readonly schedule = new More<LadderMatch>(this, async (after) =>
    (await ask(MATCHES, { id: this.ladder, status: this.status, after })).ladder?.matches);

  protected override willUpdate(changed: PropertyValues): void {
    if (["ladder", "changes", "status"].some((name) => changed.has(name))) void this.schedule.restart();
  }

  private choose = (event: Event): void => {
    const value = (event.target as HTMLSelectElement).value;
    this.status = STATUSES.find((each) => each === value) ?? null;
  };

  override render() {
    const text = words(WORDS, language());
    const { items, isAsked } = this.schedule;
    return html`
      <p><label for="status">${text.show}</label>
        <select id="status" @change=${this.choose}>
          <option value="">${text.all}</option>
          ${STATUSES.map((each) => html`<option value=${each}>${text[each]}</option>`)}
        </select></p>
      ${isAsked && items.length === 0 ? html`<p class="note">${text.none}</p>` : nothing}
      ${items.length ? html`<div class="scroll" tabindex="0" role="region" aria-label=${text.schedule}><table>
        <thead><tr><th scope="col">${text.block}</th><th scope="col">${text.bots}</th><th scope="col">${text.status}</th>
          <th scope="col">${text.why}</th></tr></thead>
        <tbody>${items.map((one) => this.match(one))}</tbody>
      </table></div>` : nothing}
      ${this.schedule.below()}`;
  }

  private match(one: LadderMatch) {
    const text = words(WORDS, language());
    const players = one.bots.map((id, seat) => {
      const place = one.places?.[seat];
      return html`${seat ? " – " : ""}${this.names.get(id) ?? id}${place ? html` <span class="soft small">(${place}.)</span>` : nothing}`;
    });
    const hasBegun = one.status !== "PLANNED";
    return html`<tr>
      <td>${one.block + 1}.${one.rotation + 1}</td>
      <td>${hasBegun ? html`<a href="/matches/${one.id}">${players}</a>` : "–"}</td>
      <td><span class="tag ${one.status === "STARTED" ? "live" : ""}">${text[one.status]}</span></td>
      <td class="small soft">${one.reason}</td>
    </tr>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ladder-matches": LadderMatches;
  }
}
