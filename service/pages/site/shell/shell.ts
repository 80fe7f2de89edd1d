// What stands around every page: the header with its navigation and choices, and the footer.

import { html, type TemplateResult } from "lit";
import { words } from "../../board/words.ts";
import { choose, language, theme } from "./settings.ts";
import "./sign-in.ts";

const WORDS = {
  skip: { en: "Skip to the content", de: "Zum Inhalt springen" },
  pages: { en: "Pages", de: "Seiten" },
  watch: { en: "Watch", de: "Zuschauen" },
  ladders: { en: "Ladders", de: "Ladders" },
  lobby: { en: "Lobby", de: "Lobby" },
  play: { en: "Play", de: "Spielen" },
  learn: { en: "Learn", de: "Lernen" },
  author: { en: "Your bots", de: "Deine Bots" },
  other: { en: "Deutsch", de: "English" },
  auto: { en: "Theme: as the system", de: "Farben: wie das System" },
  light: { en: "Theme: light", de: "Farben: hell" },
  dark: { en: "Theme: dark", de: "Farben: dunkel" },
  more: { en: "More", de: "Mehr" },
  replay: { en: "Replay a record", de: "Partie nachspielen" },
  host: { en: "For hosts", de: "Für Betreiber" },
  tokens: { en: "Tokens", de: "Tokens" },
  disclaimer: {
    en: "Imhotep: Builder of Egypt and Imhotep: The Duel are games by Phil Walker-Harding. This project is not affiliated with him or with the publisher; the drawings and words here are its own.",
    de: "Imhotep: Baumeister Ägyptens und Imhotep: Das Duell sind Spiele von Phil Walker-Harding. Dieses Projekt steht mit ihm und dem Verlag in keiner Verbindung; Zeichnungen und Texte sind eigene.",
  },
};

const THEMES = ["auto", "light", "dark"] as const;
const NAVIGATION = [
  ["watch", "/tv"],
  ["ladders", "/ladders"],
  ["lobby", "/lobby"],
  ["play", "/play"],
  ["learn", "/learn"],
  ["author", "/author"],
] as const;

/** The page with all around it; `again` draws everything anew after a choice. */
export function shell(page: TemplateResult, again: () => void): TemplateResult {
  const text = words(WORDS, language());
  const chosen = theme();
  const pick = (what: "language" | "theme", value: string): void => {
    choose(what, value);
    forget(what === "language" ? "lang" : "theme", value);
    again();
  };
  const next = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length] ?? "auto";
  return html`
    <a class="skip" href="#main">${text.skip}</a>
    <header class="site-head">
      <a class="brand" href="/">${mark}<span>Saqqara</span></a>
      <nav aria-label=${text.pages}>${NAVIGATION.map(([name, path]) => link(text[name], path))}</nav>
      <div class="tools">
        <button class="tool" lang=${text.other === "Deutsch" ? "de" : "en"}
          aria-label="${text.other === "Deutsch" ? "DE" : "EN"}: ${text.other}" title=${text.other}
          @click=${() => pick("language", language() === "en" ? "de" : "en")}>${text.other === "Deutsch" ? "DE" : "EN"}</button>
        <button class="tool" aria-label=${text[chosen]} title=${text[chosen]} @click=${() => pick("theme", next)}>
          ${ICONS[chosen]}
        </button>
        <sign-in></sign-in>
      </div>
    </header>
    <main class="site-main" id="main" tabindex="-1">${page}</main>
    <footer class="site-foot">
      <nav aria-label=${text.more}>
        <a href="/replay">${text.replay}</a>
        <a href="/host">${text.host}</a>
        <a href="/tokens">${text.tokens}</a>
        <a href="/graphql">GraphQL</a>
        <a href="/openapi.yaml">OpenAPI</a>
        <a href="/schema.graphql">schema.graphql</a>
      </nav>
      <p>${text.disclaimer}</p>
    </footer>`;
}

function link(text: string, path: string): TemplateResult {
  const isHere = location.pathname === path || location.pathname.startsWith(`${path}/`);
  return html`<a href=${path} aria-current=${isHere ? "page" : "false"}>${text}</a>`;
}

/** An address that names a choice would win over the one just made. */
function forget(name: string, value: string): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.set(name, value);
  history.replaceState(history.state, "", address);
}

/** The pyramid of steps that the project is named for. */
const mark = html`<svg viewBox="0 0 28 20" aria-hidden="true">
  <path d="M0 20v-4h3v-4h3.5V8H10V4h2.5V1h3v3H18v4h3.5v4H25v4h3v4z" />
</svg>`;

const ICONS = {
  auto: html`<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7" /><path d="M10 3v14M10 6l4.5-1.5M10 10h7M10 14l4.5 1.5" /></svg>`,
  light: html`<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="3.5" /><path d="M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4" /></svg>`,
  dark: html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M16.5 12.5A7 7 0 0 1 7.5 3.5a7 7 0 1 0 9 9z" /></svg>`,
};
