// Later stages and teams of a ladder that is made: rows that come and go.

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { fill, words } from "../../board/words.ts";
import type { LadderFormat } from "../../generated/graphql/graphql.ts";
import { formatWord } from "../ladder/ladder-cards.ts";
import { language } from "../shell/settings.ts";
import type { Fields } from "./maker-fields.ts";
import { formatOf, lengthOf, rulesOf, stageFormats } from "./maker-formats.ts";
import { MAKER_WORDS as WORDS } from "./maker-words.ts";

const NAME = 24;

export interface Stage { readonly key: number; readonly format: LadderFormat }
export interface Team { readonly key: number }

let made = 0;

export const newStage = (): Stage => ({ key: ++made, format: stageFormats()[0] ?? "CONTINUOUS" });
export const newTeam = (): Team => ({ key: ++made });

export function stageRows(stages: readonly Stage[], fields: Fields, change: (stages: readonly Stage[]) => void): TemplateResult {
  const text = words(WORDS, language());
  return html`<details class="whole"><summary>${text.stages}${stages.length ? ` (${stages.length})` : ""}</summary>
    <p class="soft small">${text.stagesLead}</p>${fields.whole("stages")}
    ${repeat(stages, ({ key }) => key, (stage, number) => html`<fieldset><legend>${fill(text.stage, { number: number + 2 })}</legend>
      <div class="fields">${stageFields(stage, `stages/${number}`, fields, (format) =>
        change(stages.map((each) => (each.key === stage.key ? { ...each, format } : each))))}</div>
      <button type="button" @click=${() => change(stages.filter(({ key }) => key !== stage.key))}>${fill(text.removeStage, { number: number + 2 })}</button>
    </fieldset>`)}
    <button type="button" @click=${() => change([...stages, newStage()])}>${text.addStage}</button></details>`;
}

function stageFields({ format }: Stage, at: string, fields: Fields, change: (format: LadderFormat) => void): TemplateResult {
  const text = words(WORDS, language());
  const length = lengthOf(format);
  const { groups, playoff } = rulesOf(format);
  return html`${fields.choice(`${at}/format`, text.format, stageFormats().map((each) => [each, formatWord(each)] as const), (word) => change(formatOf(word)))}
    ${fields.number(`${at}/take`, text.take, { value: "8" })}
    ${length ? fields.number(`${at}/${length}`, text[length], { value: length === "blocks" ? "20" : "1" }) : nothing}
    ${groups ? fields.number(`${at}/groups`, text.groups, { least: 2, isOptional: true }) : nothing}
    ${playoff ? html`<label class="check whole"><input type="checkbox" name="${at}/playoff">${text.playoff}</label>${fields.whole(`${at}/playoff`)}` : nothing}
    ${fields.instant(`${at}/startAtMs`, text.stageStart, { hint: text.stageStartHint, isOptional: true })}`;
}

export function teamRows(teams: readonly Team[], fields: Fields, change: (teams: readonly Team[]) => void): TemplateResult {
  const text = words(WORDS, language());
  return html`<details class="whole"><summary>${text.teams}${teams.length ? ` (${teams.length})` : ""}</summary>
    <p class="soft small">${text.teamsLead}</p>${fields.whole("teams")}
    ${teams.length ? html`<div class="fields">${fields.number("teamBots", text.teamBots, { isOptional: true })}</div>` : nothing}
    ${repeat(teams, ({ key }) => key, (team, number) => html`<fieldset><legend>${fill(text.team, { number: number + 1 })}</legend>
      <div class="fields">${fields.line(`teams/${number}/name`, text.teamName, NAME)}${fields.lines(`teams/${number}/members`, text.members)}</div>
      <button type="button" @click=${() => change(teams.filter(({ key }) => key !== team.key))}>${fill(text.removeTeam, { number: number + 1 })}</button>
    </fieldset>`)}
    <button type="button" @click=${() => change([...teams, newTeam()])}>${text.addTeam}</button></details>`;
}
