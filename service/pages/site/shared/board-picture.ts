// The small board of a match, which the service draws: of one that is over it is kept for good.

import { html, nothing, type TemplateResult } from "lit";
import { words } from "../../board/words.ts";
import type { MatchLineFragment } from "../../generated/graphql/graphql.ts";
import { language, theme } from "../shell/settings.ts";

const WORDS = {
  now: { en: "The table as it stands", de: "So steht der Tisch" },
  start: { en: "A table before the first move", de: "Ein Tisch vor dem ersten Zug" },
  over: { en: "The table at the end", de: "Der Tisch am Ende" },
};

type Shown = Pick<MatchLineFragment, "id" | "status" | "version">;

/** The table of a match; nothing for one that has none. */
export function boardPicture({ id, status, version }: Shown): TemplateResult | typeof nothing {
  if (status !== "RUNNING" && status !== "FINISHED") return nothing;
  const text = words(WORDS, language());
  const moment = status === "FINISHED" ? `&ply=${version - 1}` : "";
  return picture((name) => `/matches/${id}/board.svg?theme=${name}${moment}`, status === "FINISHED" ? text.over : text.now);
}

/** How a game begins. */
export function startPicture(game: string): TemplateResult {
  return picture((name) => `/games/${game}/board.svg?theme=${name}`, words(WORDS, language()).start);
}

/** In the colours of the page. Who plays knows of moments that the public may not see yet: then there is no picture. */
function picture(source: (theme: string) => string, alt: string): TemplateResult {
  const chosen = theme();
  const [light, dark] = chosen === "auto" ? ["light", "dark"] : [chosen, chosen];
  return html`<picture>
    <source media="(prefers-color-scheme: dark)" srcset=${source(dark)}>
    <img class="small-board" src=${source(light)} alt=${alt} width="320" height="200" loading="lazy"
      @error=${(event: Event) => (event.target as HTMLElement).closest("picture")?.remove()}>
  </picture>`;
}
