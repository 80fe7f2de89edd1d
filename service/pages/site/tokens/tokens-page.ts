// What has access to one's account: seen, revoked and made.

import { css, html, nothing } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import type { TokensQuery } from "../../generated/graphql/graphql.ts";
import { done } from "../shared/forms.ts";
import { date } from "../shared/telling.ts";
import { inWords } from "../shell/page.ts";
import { ask, Refusal, token as session } from "../shell/service.ts";
import { sheet } from "../shell/sheet.ts";
import { SignedPage } from "../shell/signed-page.ts";
import { REVOKE_TOKEN, TOKENS } from "./token-queries.ts";
import { TOKEN_WORDS as WORDS } from "./token-words.ts";
import "./token-maker.ts";

type Mine = NonNullable<TokensQuery["viewer"]>;
type Token = NonNullable<Mine["tokens"]>[number];
/** A token; or all of one app, since they are revoked together. */
type Access = readonly [Token, ...Token[]];

@customElement("tokens-page")
export class TokensPage extends SignedPage {
  static override styles = [
    sheet,
    css`
      dialog {
        width: min(28rem, calc(100vw - 2rem));
        padding: 1.25rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--sand-0);
        color: var(--ink);
      }
      h3 {
        overflow-wrap: anywhere;
      }
    `,
  ];
  protected readonly title_ = words(WORDS, this.language).title;
  @state() private told: Mine | null = null;
  @state() private asked: Access | null = null;
  /** Counts readings: an older answer is dropped. */
  private readings = 0;
  @state() private news = "";
  @state() private problem = "";
  @query("dialog") private dialog!: HTMLDialogElement;
  @query("#access") private list!: HTMLElement | null;

  protected override async read(): Promise<void> {
    const [mine, number] = [session.get(), ++this.readings];
    const told = (await ask(TOKENS, {})).viewer ?? null;
    if (session.get() === mine && number === this.readings) this.told = told;
  }

  private reread = async (): Promise<void> => {
    this.problem = "";
    try {
      await this.read();
    } catch (error) {
      this.problem = inWords(error);
    }
  };

  private sure(access: Access): void {
    this.asked = access;
    this.dialog.showModal();
  }

  private revoke = async (): Promise<void> => {
    const access = this.asked;
    this.dialog.close();
    if (!access) return;
    const [token] = access;
    const mine = session.get();
    const text = words(WORDS, this.language);
    this.problem = this.news = "";
    try {
      await gone(token.id);
      if (session.get() !== mine) return;
      this.news = fill(text.revoked, { name: token.name });
      if (this.isOwn(access)) session.set(null);
      else await this.read();
      this.list?.focus();
    } catch (error) {
      this.problem = inWords(error);
    }
  };

  private isOwn(access: Access): boolean {
    return access.some(({ id }) => id === this.told?.token?.id);
  }

  protected override content() {
    return html`<p role="status">${this.news}</p>${super.content()}`;
  }

  protected override mine() {
    const text = words(WORDS, this.language);
    return html`<h1>${text.title}</h1><p class="soft">${text.lead}</p>
      ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      <section><h2 id="access" tabindex="-1">${text.access}</h2>
        <ul class="grid">${grouped(this.told?.tokens ?? []).map((access) => this.entry(access))}</ul></section>
      <section><h2>${text.make}</h2>
        <token-maker .bots=${this.told?.bots ?? []} .scopes=${this.told?.token?.scopes ?? []} @changed=${this.reread}></token-maker></section>
      <dialog aria-labelledby="question" aria-describedby="what"><h2 id="question">${text.revoke}?</h2>
        <p id="what">${this.asked ? this.question(this.asked) : nothing}</p>
        <p class="row"><button @click=${() => this.dialog.close()}>${text.keep}</button>
          <button class="main" @click=${this.revoke}>${text.revokeIt}</button></p></dialog>`;
  }

  private entry(access: Access) {
    const text = words(WORDS, this.language);
    const [{ name }] = access;
    const owner = this.owner(access);
    const scopes = [...new Set(access.flatMap(({ scopes }) => scopes))].map((scope) => text[scope]);
    const used = access.map(({ usedOn }) => usedOn ?? "").sort().at(-1);
    const ends = access.map(({ expiresMs }) => expiresMs);
    const isEndless = ends.some((end) => end === null);
    return html`<li class="card"><h3>${name}</h3><dl>
      <dt>${text.for}</dt><dd>${owner}${this.isOwn(access) ? html` <span class="tag">${text.own}</span>` : nothing}</dd>
      <dt>${text.may}</dt><dd>${scopes.join("; ") || text.nothing}</dd>
      <dt>${text.made}</dt><dd>${date(Math.min(...access.map(({ createdMs }) => createdMs)))}</dd>
      <dt>${text.used}</dt><dd>${used ? fill(text.usedOn, { date: used }) : text.never}</dd>
      <dt>${text.ends}</dt><dd>${isEndless ? text.endless : date(Math.max(...ends.map((end) => end ?? 0)))}</dd></dl>
      <p><button aria-label=${fill(text.revokeOne, { name, owner })} @click=${() => this.sure(access)}>${text.revoke}</button></p></li>`;
  }

  private owner([{ appId, botId }]: Access): string {
    const text = words(WORDS, this.language);
    if (appId !== null) return fill(text.app, { id: appId });
    if (botId === null) return text.account;
    return fill(text.bot, { name: this.told?.bots?.find(({ id }) => id === botId)?.name ?? botId });
  }

  private question(access: Access): string {
    const text = words(WORDS, this.language);
    const [{ name, appId }] = access;
    const said = appId === null ? fill(text.sure, { name, owner: this.owner(access) }) : fill(text.sureApp, { name });
    return this.isOwn(access) ? `${said} ${text.sureOwn}` : said;
  }
}

/** Revoked, by whomever: one that is gone already is what was wanted. */
async function gone(tokenId: string): Promise<void> {
  try {
    done((await ask(REVOKE_TOKEN, { input: { tokenId } })).revokeToken);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
  }
}

/** The newest first. */
function grouped(tokens: readonly Token[]): Access[] {
  const groups = new Map<string, [Token, ...Token[]]>();
  for (const token of tokens) {
    const key = token.appId === null ? token.id : `app ${token.appId}`;
    const known = groups.get(key);
    if (known) known.push(token);
    else groups.set(key, [token]);
  }
  return [...groups.values()].reverse();
}
