// Which program played, where it was handed in: the beginning of its archive's hash.

import { html, nothing, type TemplateResult } from "lit";
import { fill, words } from "../../board/words.ts";
import { language } from "../shell/settings.ts";

const WORDS = { program: { en: "Program, SHA-256 {hash}", de: "Programm, SHA-256 {hash}" } };
const SHOWN = 7;

export function program(version: { archiveHash?: string | null } | null | undefined): TemplateResult | typeof nothing {
  const hash = version?.archiveHash;
  if (!hash) return nothing;
  const told = fill(words(WORDS, language()).program, { hash });
  return html`<code class="soft small" title=${told}>${hash.slice(0, SHOWN)}</code>`;
}
