// Fields of the form that makes a ladder, each with what is refused of it below.

import { html, nothing, type TemplateResult } from "lit";
import { field, type Trouble } from "../shared/forms.ts";

export interface Told {
  readonly value?: string;
  readonly least?: number;
  readonly step?: number | "any";
  readonly hint?: string;
  readonly isOptional?: boolean;
}

/** The fields of a form; a name is the path of what is asked for, and the id of the field. */
export class Fields {
  constructor(private readonly trouble: Trouble | null) {}

  number(name: string, label: string, { value = "", least = 1, step = 1, hint, isOptional = false }: Told = {}): TemplateResult {
    return this.with(name, label, hint, html`<input id=${name} name=${name} type="number" ?required=${!isOptional}
      min=${least} step=${step} .defaultValue=${value} aria-describedby=${hint ? `${name}/hint` : nothing}>`);
  }

  instant(name: string, label: string, { hint, isOptional = false }: Told = {}): TemplateResult {
    return this.with(name, label, hint, html`<input id=${name} name=${name} type="datetime-local" ?required=${!isOptional}
      aria-describedby=${hint ? `${name}/hint` : nothing}>`);
  }

  line(name: string, label: string, most: number, { hint, isOptional = false }: Told = {}): TemplateResult {
    return this.with(name, label, hint, html`<input id=${name} name=${name} maxlength=${most} ?required=${!isOptional}
      autocomplete="off" aria-describedby=${hint ? `${name}/hint` : nothing}>`);
  }

  lines(name: string, label: string): TemplateResult {
    return this.with(name, label, undefined, html`<textarea id=${name} name=${name} rows="4" required autocomplete="off"></textarea>`);
  }

  choice(name: string, label: string, options: readonly (readonly [string, string])[], change?: (value: string) => void): TemplateResult {
    const changed = (event: Event) => change?.((event.target as HTMLSelectElement).value);
    return this.with(name, label, undefined, html`<select id=${name} name=${name} @change=${changed}>
      ${options.map(([value, told]) => html`<option value=${value}>${told}</option>`)}</select>`);
  }

  /** What is refused of something that is more than one field. */
  whole(name: string): TemplateResult | typeof nothing {
    return this.trouble?.field === name ? html`<p class="bad small whole" role="alert">${this.trouble.text}</p>` : nothing;
  }

  private with(name: string, label: string, hint: string | undefined, input: TemplateResult): TemplateResult {
    const told = hint ? html`${input}<p id="${name}/hint" class="soft small hint">${hint}</p>` : input;
    return field(name, label, told, this.trouble);
  }
}
