// Which stage of an event this is, the way to those before and after it, and what is still to come.

import { html, nothing, type TemplateResult } from "lit";
import type { Language } from "../../board/types.ts";
import { fill, words } from "../../board/words.ts";
import type { LadderFormat } from "../../generated/graphql/graphql.ts";
import { date } from "../shared/telling.ts";
import { formatWord } from "./ladder-cards.ts";

const WORDS = {
  stage: { en: "Stage {number}", de: "Phase {number}" },
  before: { en: "before:", de: "davor:" },
  after: { en: "after:", de: "danach:" },
  then: { en: "then: {what}", de: "dann: {what}" },
  best: { en: "{format} of the best {count}", de: "{format} der besten {count}" },
  playoff: { en: "playoff of those equal at place {count}, if there are any", de: "Stechen derer, die auf Platz {count} gleich sind, falls es sie gibt" },
  qualified: { en: "{count} bots go on without this playoff", de: "{count} Bots kommen ohne dieses Stechen weiter" },
  starting: { en: "{what}, not before {date}", de: "{what}, nicht vor {date}" },
  inGroups: { en: "{format} in {groups} groups of the best {count}", de: "{format} in {groups} Gruppen der besten {count}" },
};

interface Stage { readonly id: string; readonly stage: number | null }
interface Before extends Stage { readonly previousStage?: Before | null }

interface Shown extends Before {
  readonly nextStage?: Stage | null;
  readonly stages: readonly { readonly take: number; readonly format: LadderFormat; readonly groups: number | null; readonly startAtMs: number | null; readonly playoff: boolean }[];
  readonly qualified: readonly string[];
}

export function stagesOf(one: Shown, language: Language): TemplateResult | typeof nothing {
  if (one.stage === null) return nothing;
  const text = words(WORDS, language);
  const before: Stage[] = [];
  for (let each = one.previousStage; each; each = each.previousStage) before.push(each);
  const way = (each: Stage) => html` <a href="/ladders/${each.id}">${fill(text.stage, { number: each.stage ?? "?" })}</a>`;
  // The first one that was to come is there by now, if there is a way to it.
  const later = one.stages.slice(one.nextStage ? 1 : 0).map(({ take, format, groups, startAtMs, playoff }) => {
    const what = fill(playoff ? text.playoff : groups ? text.inGroups : text.best, { format: formatWord(format), groups: groups ?? 0, count: take });
    return startAtMs ? fill(text.starting, { what, date: date(startAtMs) }) : what;
  });
  return html`<p>${fill(text.stage, { number: one.stage })}
    ${before.length ? html` · ${text.before}${before.map(way)}` : nothing}
    ${one.nextStage ? html` · ${text.after}${way(one.nextStage)}` : nothing}
    ${one.qualified.length ? html` · ${fill(text.qualified, { count: one.qualified.length })}` : nothing}
    ${later.length ? html` · ${fill(text.then, { what: later.join(", ") })}` : nothing}</p>`;
}
