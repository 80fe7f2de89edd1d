// Play: choose an opponent, then sit at the table. The match stands in the address, so a reload finds it.

import { html, LitElement } from "lit";
import { customElement, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import "./play-setup.ts";
import "./play-table.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";

@customElement("play-page")
export class PlayPage extends LitElement {
  static override styles = sheet;

  @state() private match = new URLSearchParams(location.search).get("match");

  private begun(event: CustomEvent<string>): void {
    this.match = event.detail;
    const said = new URLSearchParams({ match: this.match });
    if (new URLSearchParams(location.search).has("lang")) said.set("lang", language());
    history.replaceState(null, "", `/play?${said}`);
  }

  protected override updated(): void {
    this.classList.toggle("is-table", this.match !== null);
  }

  override render() {
    return this.match === null
      ? html`<play-setup @begun=${this.begun}></play-setup>`
      : keyed(this.match, html`<play-table .match=${this.match} @begun=${this.begun}></play-table>`);
  }
}
