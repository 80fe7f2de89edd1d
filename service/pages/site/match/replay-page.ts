// A record that somebody brings: the service plays it again, and it can be stepped through.

import { css, html, LitElement, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { fill, words } from "../../board/words.ts";
import "../../player/saqqara-match.ts";
import { BroughtSource, NoRecord } from "./brought-source.ts";
import { matchStyles } from "./match-styles.ts";
import { MATCHES } from "./match-words.ts";
import { Refusal } from "../shell/service.ts";
import { language, theme } from "../shell/settings.ts";

export const MOST_BYTES = 65_536;

@customElement("replay-page")
export class ReplayPage extends LitElement {
  static override styles = [
    ...matchStyles,
    css`
      .drop { border: 2px dashed var(--line); border-radius: var(--radius); padding: 1.5rem 1rem; margin: 0 0 1rem; display: grid; gap: 0.75rem; justify-items: start; }
      .drop.over { border-color: var(--accent); background: var(--sand-1); }
      .drop { grid-template-columns: minmax(0, 1fr); }
      .drop p { margin: 0; }
      input[type="file"] { max-width: 100%; min-height: 0; padding: 0.5rem; }
    `,
  ];

  @state() private source: BroughtSource | null = null;
  @state() private problem = "";
  @state() private isOver = false;

  private async read(file: File | null | undefined): Promise<void> {
    if (!file) return;
    const text = words(MATCHES, language());
    this.problem = "";
    const size = Math.ceil(file.size / 1024);
    if (file.size > MOST_BYTES) {
      this.problem = fill(text.tooLarge, { name: file.name, size });
      return;
    }
    try {
      this.source = await BroughtSource.read(await file.text(), language());
    } catch (error) {
      if (error instanceof NoRecord) this.problem = fill(text.noJson, { name: file.name });
      else this.problem = error instanceof Refusal ? error.message : text.unreachable;
    }
  }

  private dropped(event: DragEvent): void {
    event.preventDefault();
    this.isOver = false;
    void this.read(event.dataTransfer?.files[0]);
  }

  override render() {
    const text = words(MATCHES, language());
    document.title = text.replay;
    const drop = html`<header><h1>${text.replay}</h1></header>
      <div class="drop ${this.isOver ? "over" : ""}" @drop=${this.dropped}
        @dragover=${(event: DragEvent) => { event.preventDefault(); this.isOver = true; }} @dragleave=${() => { this.isOver = false; }}>
        <p class="soft" id="hint">${text.replayHint}</p>
        <label>${text.choose}<br>
          <input type="file" accept=".json,application/json" aria-describedby="hint"
            @change=${(event: Event) => void this.read((event.target as HTMLInputElement).files?.[0])}></label>
        ${this.problem ? html`<p class="trouble" role="alert">${this.problem}</p>` : nothing}
      </div>`;
    return this.source
      ? html`<saqqara-match .source=${this.source} .language=${language()} .theme=${theme()} .version=${1} keyboard="page">${drop}</saqqara-match>`
      : drop;
  }

  protected override updated(): void {
    this.classList.toggle("is-table", this.source !== null);
  }
}
