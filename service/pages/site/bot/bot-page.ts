// One bot: how it does, where it plays, what it accepts, and every change of its rating explained.

import { css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import { graphql } from "../../generated/graphql/gql.ts";
import type { BotPageQuery, MatchLineFragment, PolicyFragment } from "../../generated/graphql/graphql.ts";
import { BOT_WORDS as WORDS } from "./bot-words.ts";
import { entryNote } from "../ladder/ladder-entries.ts";
import "../ladder/ladder-results.ts";
import { matchLines } from "../shared/match-lines.ts";
import { More } from "../shared/more.ts";
import { Nothing, SitePage } from "../shell/page.ts";
import { policy } from "./policy.ts";
import { ask, Refusal, token } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { date, fixed } from "../shared/telling.ts";

const BOT = graphql(/* GraphQL */ `
  query BotPage($id: ID!) {
    bot(id: $id) {
      id name version isHouse createdMs
      account { name }
      versions { number name note commit archiveHash createdMs }
      ladders(first: 12) {
        edges {
          node {
            id name status matchesSettled
            standings { place botId version retired elo low high matches flags }
            entries { botId botName status faults missed waitsFor version }
          }
        }
      }
      live: matches(status: RUNNING, first: 6) { edges { node { ...MatchLine } } }
      latest: matches(status: FINISHED, first: 20) { edges { node { ...MatchLine } } }
    }
  }
`);

const POLICY = graphql(/* GraphQL */ `
  query BotPolicy($id: ID!, $language: String) {
    policy(botId: $id) { ...Policy }
    games(language: $language) { name presets { name title } }
  }
`);

const MATCHES = graphql(/* GraphQL */ `
  query BotMatches($id: ID!, $after: String) {
    bot(id: $id) {
      matches(first: 12, after: $after) {
        edges { node { ...MatchLine } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

type Bot = NonNullable<BotPageQuery["bot"]>;
type BotLadder = NonNullable<Bot["ladders"]>["edges"][number]["node"];

@customElement("bot-page")
export class BotPage extends SitePage {
  static override styles = [
    sheet,
    css`
      .form {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem;
        padding: 0;
        margin: 0 0 0.75rem;
        list-style: none;
      }
      .form a {
        display: grid;
        place-items: center;
        width: 2rem;
        height: 2rem;
        border: 1px solid var(--line);
        border-radius: 0.25rem;
        color: var(--ink);
        text-decoration: none;
      }
      .form a.first {
        border-color: var(--good);
        background: color-mix(in srgb, var(--good) 18%, var(--sand-0));
        font-weight: 600;
      }
    `,
  ];
  @property() botId = "";
  @state() private told: BotPageQuery | null = null;
  /** Told to its owner only. */
  @state() private policy: PolicyFragment | null = null;
  @state() private chosen: string | null = null;
  private titles: ReadonlyMap<string, string> = new Map();
  private readonly played = new More<MatchLineFragment>(this, async (after) =>
    (await ask(MATCHES, { id: this.botId, after })).bot?.matches);

  protected override async load(): Promise<void> {
    const told = await ask(BOT, { id: this.botId }).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === "not_found" ? new Nothing() : error;
    });
    if (!told.bot) throw new Nothing();
    this.told = told;
    this.heading = told.bot.name;
    void this.played.restart();
    if (token.get() !== null) await this.loadPolicy();
  }

  /** Only owners may see the policy. */
  private async loadPolicy(): Promise<void> {
    const { policy: limits, games } = await ask(POLICY, { id: this.botId, language: language() }).catch(() => ({ policy: null, games: [] }));
    this.titles = new Map((games ?? []).flatMap((game) => game.presets.map(({ name, title }) => [`${game.name} ${name}`, title] as const)));
    this.policy = limits ?? null;
  }

  protected override missing() {
    const text = words(WORDS, this.language);
    this.heading = text.missing;
    return html`<h1>${text.missing}</h1><p>${text.missingNext} <a href="/lobby">${text.lobby}</a></p>`;
  }

  protected override content() {
    const text = words(WORDS, this.language);
    const bot = this.told?.bot;
    if (!bot) return html``;
    const ladders = bot.ladders?.edges.map(({ node }) => node) ?? [];
    const shown = ladders.find(({ id }) => id === this.chosen) ?? ladders[0];
    const live = bot.live?.edges.map(({ node }) => node) ?? [];
    const { items, isAsked } = this.played;
    return html`
      ${this.head(bot)}
      ${live.length ? html`<section><h2>${text.live}</h2>${matchLines(live)}</section>` : nothing}
      <section><h2>${text.form}</h2>${this.form(bot)}</section>
      <section><h2>${text.ladders}</h2>${ladders.length ? this.places(bot, ladders) : html`<p class="note">${text.laddersNone}</p>`}</section>
      ${shown ? html`<section>
        <div class="row between"><h2>${fill(text.rating, { ladder: shown.name })}</h2>${ladders.length > 1 ? this.choice(ladders, shown) : nothing}</div>
        <ladder-results .ladder=${shown.id} .bot=${bot.id} .settled=${shown.matchesSettled}></ladder-results></section>` : nothing}
      <section><h2>${text.matches}</h2>
        ${isAsked && !items.length ? html`<p class="note">${text.matchesNone}</p>` : matchLines(items)}${this.played.below()}</section>
      <section><h2>${text.policy}</h2>${this.policy ? policy(this.policy, this.titles) : html`<p class="note">${bot.isHouse ? text.policyHouse : text.policyOwner}</p>`}</section>
      <section><h2>${text.versions}</h2>${this.versions(bot)}</section>`;
  }

  private head(bot: Bot) {
    const text = words(WORDS, this.language);
    const told = [
      bot.account && !bot.isHouse ? fill(text.of, { name: bot.account.name }) : "",
      fill(text.version, { number: bot.version }),
      fill(text.since, { date: date(bot.createdMs) }),
    ].filter(Boolean);
    return html`<h1>${bot.name}</h1>
      <p class="row">${bot.isHouse ? html`<span class="tag live">${text.house}</span>` : nothing}<span class="soft">${told.join(" · ")}</span></p>
      ${bot.isHouse ? html`<p>${text.houseLead}</p><p class="row">
        <a class="button main" href="/play?game=imhotep&bot=${bot.id}">${text.play}</a>
        <a class="button" href="/play?game=duel&bot=${bot.id}">${text.playDuel}</a></p>` : nothing}`;
  }

  /** The latest matches, the newest last, as places. */
  private form(bot: Bot) {
    const text = words(WORDS, this.language);
    const matches = bot.latest?.edges.map(({ node }) => node) ?? [];
    const places = matches.flatMap((match) => {
      const seat = match.seats.find(({ botId }) => botId === bot.id)?.seat;
      const place = match.result?.seats.find((each) => each.seat === seat)?.place;
      return place ? [{ id: match.id, place, seats: match.seats.length }] : [];
    });
    if (!places.length) return html`<p class="note">${text.formNone}</p>`;
    return html`<ol class="form">${places.reverse().map(({ id, place, seats }) => html`
      <li><a class=${place === 1 ? "first" : ""} href="/matches/${id}" aria-label=${fill(text.formOne, { place, seats })}
        title=${fill(text.formOne, { place, seats })}>${place}</a></li>`)}</ol>`;
  }

  private places(bot: Bot, ladders: readonly BotLadder[]) {
    const text = words(WORDS, this.language);
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.ladders}><table>
      <thead><tr><th scope="col">${text.choose}</th><th scope="col" class="figure">${text.place}</th><th scope="col" class="figure">Elo</th>
        <th scope="col" class="figure">${text.matches}</th><th scope="col">${text.entry}</th></tr></thead>
      <tbody>${ladders.map((ladder) => {
        const standing = ladder.standings?.find(({ botId, retired }) => botId === bot.id && !retired);
        const entry = ladder.entries?.find(({ botId }) => botId === bot.id);
        const isOver = ladder.status === "FINISHED" || ladder.status === "CANCELLED";
        const notes = [
          entry && !(isOver && entry.status === "ACTIVE") ? entryNote(entry) : "",
          standing?.flags ? fill(text.flags, { count: standing.flags }) : "",
        ].filter(Boolean);
        return html`<tr><th scope="row"><a href="/ladders/${ladder.id}">${ladder.name}</a></th>
          <td class="figure">${standing?.place ?? "–"}</td>
          <td class="figure">${standing ? html`<strong>${fixed(standing.elo, 0)}</strong>
            <span class="soft small">${fixed(standing.low, 0)} – ${fixed(standing.high, 0)}</span>` : "–"}</td>
          <td class="figure">${standing?.matches ?? 0}</td>
          <td class="small soft">${notes.join("; ")}</td></tr>`;
      })}</tbody></table></div>`;
  }

  private choice(ladders: readonly BotLadder[], shown: BotLadder) {
    const text = words(WORDS, this.language);
    return html`<label>${text.choose}
      <select @change=${(event: Event) => (this.chosen = (event.target as HTMLSelectElement).value)}>
        ${ladders.map(({ id, name }) => html`<option value=${id} ?selected=${id === shown.id}>${name}</option>`)}
      </select></label>`;
  }

  private versions(bot: Bot) {
    const text = words(WORDS, this.language);
    const versions = [...(bot.versions ?? [])].reverse();
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.versions}><table>
      <thead><tr><th scope="col">${text.number}</th><th scope="col">${text.name}</th><th scope="col">${text.note}</th>
        <th scope="col">${text.commit}</th><th scope="col">${text.archive}</th><th scope="col">${text.made}</th></tr></thead>
      <tbody>${versions.map(({ number, name, note, commit, archiveHash, createdMs }) => html`<tr>
        <td>${number}</td><th scope="row">${name} ${number === bot.version ? html`<span class="tag">${text.now}</span>` : nothing}</th>
        <td>${note}</td><td><code>${commit?.slice(0, 10) ?? ""}</code></td>
        <td><code title=${archiveHash ?? nothing}>${archiveHash?.slice(0, 10) ?? ""}</code></td><td class="soft small">${date(createdMs)}</td></tr>`)}</tbody>
    </table></div>`;
  }
}
