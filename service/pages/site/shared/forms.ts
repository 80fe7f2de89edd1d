// Forms that change something: the service's refusal stands beside the field that it is about.

import { html, nothing, type TemplateResult } from "lit";
import { inWords } from "../shell/page.ts";
import { Refusal } from "../shell/service.ts";

interface Problem {
  __typename: string;
  code: string;
  message: string;
  facts: Record<string, unknown>;
}

/** The result of a change. Throws the `Refusal` if it is a problem. */
export function done<Result extends { __typename?: string }>(result: Result): Exclude<Result, Problem> {
  if ("code" in result && "message" in result) {
    const { code, message, facts } = result as unknown as Problem;
    throw new Refusal(code, message, String(facts["pointer"] ?? ""));
  }
  return result as Exclude<Result, Problem>;
}

/** What was refused, and beside which field that is said. */
export interface Trouble {
  field: string;
  text: string;
}

export function troubleOf(error: unknown, fields: readonly string[]): Trouble {
  const pointed = error instanceof Refusal ? error.pointer.split("/").filter(Boolean) : [];
  const field = fields.find((name) => pointed.includes(name)) ?? "";
  return { field, text: inWords(error) };
}

/** As `troubleOf`, of fields whose names are paths: of `/stages/0/rounds` it is `stages/0/rounds`, not `rounds`. */
export function troubleAt(error: unknown, fields: readonly string[]): Trouble {
  const pointer = error instanceof Refusal ? `${error.pointer}/` : "";
  const found = fields
    .map((name) => ({ name, at: pointer.indexOf(`/${name}/`) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at || other.name.length - one.name.length);
  return { field: found[0]?.name ?? "", text: inWords(error) };
}

export function field(name: string, label: string, input: TemplateResult, trouble: Trouble | null): TemplateResult {
  const isWrong = trouble?.field === name;
  return html`<div class="field">
    <label for=${name}>${label}</label>
    ${input}
    ${isWrong ? html`<p class="bad small" role="alert">${trouble.text}</p>` : nothing}
  </div>`;
}

/** What is refused of the form as a whole. */
export function wholeTrouble(trouble: Trouble | null): TemplateResult | typeof nothing {
  return trouble && !trouble.field ? html`<p class="bad" role="alert">${trouble.text}</p>` : nothing;
}

export function said(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "").trim();
}
