// What is said where no page is.

import { html } from "lit";
import { customElement } from "lit/decorators.js";
import { words } from "../../board/words.ts";
import { SitePage } from "./page.ts";

const WORDS = {
  title: { en: "There is no such page", de: "Diese Seite gibt es nicht" },
  next: {
    en: "The address may be misspelt, or what was there is gone. From here you can go on:",
    de: "Vielleicht ist die Adresse falsch geschrieben, oder was hier war, ist fort. Weiter geht es hier:",
  },
  home: { en: "Front page", de: "Startseite" },
  ladders: { en: "Ladders", de: "Ladders" },
  lobby: { en: "Lobby", de: "Lobby" },
};

@customElement("nowhere-page")
export class NowherePage extends SitePage {
  protected override async load(): Promise<void> {
    this.heading = words(WORDS, this.language).title;
  }

  protected override content() {
    const text = words(WORDS, this.language);
    return html`<h1>${text.title}</h1>
      <p>${text.next}</p>
      <p class="row">
        <a href="/">${text.home}</a><a href="/ladders">${text.ladders}</a><a href="/lobby">${text.lobby}</a>
      </p>`;
  }
}
