// The events of one match as they come, for whoever wants to see what a bot does.

import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import type { BotLogSubscription } from "../../generated/graphql/graphql.ts";
import { LOG } from "./author-queries.ts";
import { LIVE_WORDS, type Liveness } from "../shared/live.ts";
import { inWords } from "../shell/page.ts";
import { follow } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { duration } from "../shared/telling.ts";

const WORDS = {
  log: { en: "Events, the newest first", de: "Ereignisse, das neueste zuerst" },
  auto: { en: "by policy", de: "nach Regel" },
};

type Event_ = Extract<BotLogSubscription["matchEvents"], { __typename: "EventNews" }>["event"];

@customElement("match-log")
export class MatchLog extends LitElement {
  static override styles = [
    sheet,
    css`
      ol {
        max-height: 22rem;
        overflow-y: auto;
        margin: 0;
        padding: 0.5rem 1rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        list-style: none;
        font-size: var(--step--1);
      }
      li {
        display: grid;
        grid-template-columns: 2.5rem 7rem 1fr auto;
        gap: 0.5rem;
      }
      @media (max-width: 30rem) {
        li {
          grid-template-columns: 2rem 1fr auto;
        }
        li .name {
          grid-column: 2 / -1;
        }
        li .label {
          grid-column: 2;
        }
      }
    `,
  ];
  @property() of = "";
  /** Who sits where. */
  @property({ attribute: false }) names: readonly string[] = [];
  @state() private events: readonly Event_[] = [];
  @state() private live: Liveness = "connecting";
  @state() private problem = "";
  private cursor: string | null = null;
  private stop = (): void => {};

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("of") || !this.of) return;
    this.stop();
    [this.events, this.cursor, this.live, this.problem] = [[], null, "connecting", ""];
    this.stop = follow(LOG, () => ({ matchId: this.of, after: this.cursor, language: this.language_ }), {
      hear: ({ matchEvents: news }) => {
        this.live = "live";
        this.cursor = news.cursor;
        if (news.__typename !== "EventNews") return;
        if (news.event.version > (this.events[0]?.version ?? 0)) this.events = [news.event, ...this.events];
      },
      cut: () => (this.live = "disconnected"),
      refused: (error) => ([this.live, this.problem] = ["over", inWords(error)]),
      over: () => (this.live = "over"),
    });
  }

  private readonly language_ = language();

  override render() {
    const text = words(WORDS, this.language_);
    return html`<p role="status" class="small ${this.live === "disconnected" ? "bad" : "soft"}">${words(LIVE_WORDS, this.language_)[this.live]}</p>
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
      <ol tabindex="0" aria-label=${text.log}>${this.events.map((event) => html`<li>
        <span class="soft">${event.version}</span>
        <span class="name">${event.seat == null ? "" : (this.names[event.seat] ?? event.seat + 1)}</span>
        <span class="label">${event.label ?? event.action ?? event.kind.toLowerCase()}${event.auto ? html` <span class="tag">${text.auto}</span>` : nothing}</span>
        <span class="soft">${event.chargedMs ? duration(event.chargedMs) : ""}</span></li>`)}</ol>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "match-log": MatchLog;
  }
}
