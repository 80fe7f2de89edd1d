// What operators did to programs that were handed in, the last act first.

import { html, LitElement, nothing } from "lit";
import { customElement } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import type { ActsQuery } from "../../generated/graphql/graphql.ts";
import { More } from "../shared/more.ts";
import { date } from "../shared/telling.ts";
import { ask } from "../shell/service.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { ACTS } from "./host-queries.ts";
import { HOST_WORDS as WORDS } from "./host-words.ts";

type Act = NonNullable<ActsQuery["operatorActs"]>["edges"][number]["node"];

@customElement("host-acts")
export class HostActs extends LitElement {
  static override styles = [sheet];
  private readonly acts = new More<Act>(this, async (after) => (await ask(ACTS, { after })).operatorActs);

  override connectedCallback(): void {
    super.connectedCallback();
    void this.acts.restart();
  }

  /** Something was done since. */
  again(): void {
    void this.acts.restart();
  }

  override render() {
    const text = words(WORDS, language());
    const { items, isAsked } = this.acts;
    return html`${isAsked && !items.length ? html`<p class="note">${text.actsNone}</p>` : nothing}
      ${items.length ? html`<div class="scroll" tabindex="0" role="region" aria-label=${text.acts}><table>
        <caption class="unseen">${text.acts}</caption>
        <thead><tr><th scope="col">${text.when}</th><th scope="col">${text.what}</th><th scope="col">${text.program}</th>
          <th scope="col">${text.why}</th><th scope="col">${text.by}</th></tr></thead>
        <tbody>${items.map((act) => html`<tr><td class="soft small">${date(act.atMs)}</td><td>${text[`did${act.kind}`]}</td>
          <th scope="row"><a href="/bots/${act.botId}">${act.bot?.name ?? act.botId}</a> <code title=${act.archiveHash}>${act.archiveHash.slice(0, 12)}</code></th>
          <td>${act.reason}</td><td>${act.account?.name ?? act.accountId}</td></tr>`)}</tbody></table></div>` : nothing}
      ${this.acts.below()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "host-acts": HostActs;
  }
}
