// What a bot says of the next decision, where the record comes with that.

import { html, nothing, type TemplateResult } from "lit";
import { fill } from "../board/words.ts";
import type { Worths } from "./types.ts";
import type { PlayerWords } from "./words.ts";

export function worths(told: Worths | undefined, words: PlayerWords): TemplateResult | typeof nothing {
  if (!told) return nothing;
  return html`<div class="worths" part="values" tabindex="0" role="region" aria-label=${fill(words.worths, { bot: told.bot })}>
    <table>
      <caption>${fill(words.worths, { bot: told.bot })}</caption>
      <tr><th scope="col">${words.action}</th><th scope="col">${words.worth}</th><th></th></tr>
      ${told.actions.map(({ action, label, worth, note }) => html`
        <tr aria-current=${action === told.played ? "true" : nothing}>
          <td>${label}</td><td>${worth.toFixed(3)}</td><td>${note}</td>
        </tr>`)}
    </table>
  </div>`;
}
