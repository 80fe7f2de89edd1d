// Whether the table from all results fits them: what strays, and by how much.

import { html, nothing, type TemplateResult } from "lit";
import { words } from "../../board/words.ts";
import type { LadderDepthQuery } from "../../generated/graphql/graphql.ts";
import { language } from "../shell/settings.ts";
import { fixed, share } from "../shared/telling.ts";

const WORDS = {
  fits: { en: "The results give no reason for a warning.", de: "Die Ergebnisse geben keinen Grund zu einer Warnung." },
  misfit: { en: "A warning below limits the claims of the table. Read its strengths with care.",
    de: "Eine Warnung unten schränkt ein, was die Tabelle sagen kann. Die Stärken sind mit Vorsicht zu lesen." },
  unknown: { en: "not known yet", de: "noch nicht bekannt" },
  warning: { en: "warning", de: "Warnung" },
  SEAT: { en: "Best seat above worst, Elo", de: "Bester Sitz über schlechtestem, Elo" },
  TIES: { en: "Ties", de: "Gleichstände" },
  BLOCK: { en: "What deals change, Elo", de: "Was die Karten ändern, Elo" },
  ORDER: { en: "Lower places follow strength, first place = 1", de: "Hintere Plätze folgen der Stärke, erster Platz = 1" },
  INTRANSITIVITY: { en: "What the rival changes, Elo", de: "Was der Gegner ändert, Elo" },
  DRIFT: { en: "Greatest change of a bot, Elo", de: "Größte Änderung eines Bots, Elo" },
};

type Fit = NonNullable<NonNullable<LadderDepthQuery["ladder"]>["fit"]>;
type Check = Fit["checks"][number];

function value(aspect: Check["aspect"], size: number): string {
  if (aspect === "TIES") return share(size);
  return fixed(size, aspect === "ORDER" ? 2 : 0);
}

export function fit(told: Fit | null | undefined): TemplateResult | typeof nothing {
  if (!told?.checks.length) return nothing;
  const text = words(WORDS, language());
  return html`
    <p class=${told.fits ? "soft" : "note"}>${told.fits ? text.fits : text.misfit}</p>
    <dl>${told.checks.map((one) => html`
      <dt>${text[one.aspect]}</dt>
      <dd>${one.size == null ? html`<span class="soft">${text.unknown}</span>` : value(one.aspect, one.size)}
        ${one.low == null || one.high == null ? nothing
          : html`<span class="soft small">(${value(one.aspect, one.low)} – ${value(one.aspect, one.high)})</span>`}
        ${one.aspect === "DRIFT" ? html`<span class="soft small" lang="en">${one.text}</span>` : nothing}
        ${one.fits ? nothing : html`<strong class="bad">${text.warning}</strong>`}</dd>`)}
    </dl>`;
}
