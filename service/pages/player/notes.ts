// What the program that acted said about its action: text from strangers, shown as text.

import { html, nothing, type TemplateResult } from "lit";
import { fill } from "../board/words.ts";
import type { Note, Told } from "./types.ts";
import type { PlayerWords } from "./words.ts";

export function note(told: Told, at: number, words: PlayerWords): TemplateResult | typeof nothing {
  const frame = told.frames[at];
  const said = frame?.note;
  if (!said || frame.seat === null) return nothing;
  const title = fill(words.note, { name: told.names[frame.seat] ?? "" });
  return html`<section class="note" part="note" aria-label=${title}>
    <h3><bdi>${title}</bdi></h3>
    ${said.words ? html`<p dir="auto" tabindex="0">${said.words}</p>` : nothing}
    <dl>${rows(said, words).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
  </section>`;
}

/** The other fields of a note, those that it has. */
function rows(said: Note, words: PlayerWords): [string, string][] {
  const { evaluation, line, numbers, tokensIn, tokensOut, model } = said;
  return [
    ...(evaluation === undefined ? [] : [[words.evaluation, String(evaluation)] as [string, string]]),
    ...(line ? [[words.line, line.join(" · ")] as [string, string]] : []),
    ...Object.entries(numbers ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    ...(tokensIn === undefined && tokensOut === undefined
      ? []
      : [[words.tokens, `${tokensIn ?? "?"} → ${tokensOut ?? "?"}`] as [string, string]]),
    ...(model ? [[words.model, model] as [string, string]] : []),
  ];
}
