// The small board of a match, which the service draws: of one that is over it is kept for good.

import { html, nothing, type TemplateResult } from "lit";
import { words } from "../../board/words.ts";
import type { MatchLineFragment } from "../../generated/graphql/graphql.ts";
import { language, theme } from "../shell/settings.ts";

const WORDS = {
  now: { en: "The table as it stands", de: "So steht der Tisch" },
  over: { en: "The table at the end", de: "Der Tisch am Ende" },
};

type Shown = Pick<MatchLineFragment, "id" | "status" | "version">;

/** In the colours of the page; nothing for a match that has no table. */
export function boardPicture({ id, status, version }: Shown): TemplateResult | typeof nothing {
  if (status !== "RUNNING" && status !== "FINISHED") return nothing;
  const text = words(WORDS, language());
  const moment = status === "FINISHED" ? `&ply=${version - 1}` : "";
  const source = (name: string): string => `/matches/${id}/board.svg?theme=${name}${moment}`;
  const chosen = theme();
  const [light, dark] = chosen === "auto" ? [source("light"), source("dark")] : [source(chosen), source(chosen)];
  return html`<picture>
    <source media="(prefers-color-scheme: dark)" srcset=${dark}>
    <img class="small-board" src=${light} alt=${status === "FINISHED" ? text.over : text.now} width="320" height="200" loading="lazy">
  </picture>`;
}
