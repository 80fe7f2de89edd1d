// Learn: ten positions of each game to act in, and the rules in short beneath them.

import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../../board/index.ts";
import { wordName } from "../../board/points.ts";
import { signed } from "../../board/table.ts";
import type { BoardEvents, DuelView, ImhotepView, Layout, LegalAction, View } from "../../board/types.ts";
import { fill, words } from "../../board/words.ts";
import { linesOf } from "../../player/points.ts";
import { game } from "../shared/telling.ts";
import { SitePage } from "../shell/page.ts";
import { language, theme } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { LEARN, RULES, TASKS } from "./learn-words.ts";

type Game = "imhotep" | "duel";

interface Step {
  name: string;
  seat: number;
  view: View;
  legal: (Omit<LegalAction, "label"> & { labels: Record<string, string> })[];
  /** What is seen after each action that does what is asked, by its notation. */
  after: Record<string, View>;
}

interface Lesson {
  layouts: Record<string, Layout>;
  steps: Step[];
}

const LESSONS: Record<Game, () => Promise<Lesson>> = {
  imhotep: async () => (await import("./lesson-imhotep.json")).default as unknown as Lesson,
  duel: async () => (await import("./lesson-duel.json")).default as unknown as Lesson,
};

/** What each number of something gives. */
function figures({ title, first, points }: Layout["tables"][number]): TemplateResult {
  return html`<br><span class="soft">${title}: ${points.map((many, place) => `${first + place}: ${many}`).join(" · ")}</span>`;
}

@customElement("learn-page")
export class LearnPage extends SitePage {
  static override styles = [
    sheet,
    css`
      :host { --lesson: 11.75rem; --board-height: calc(100dvh - var(--site-head) - var(--lesson)); display: block; }
      .lesson { display: grid; align-content: center; gap: 0.35rem 1rem; height: var(--lesson); margin: 0; padding: 0.25rem 1rem; overflow: auto; }
      .lesson p, .lesson h1 { margin: 0; max-width: none; }
      h1 { font-size: var(--step-0); }
      .task { font-weight: 600; }
      .row { flex-wrap: wrap; gap: 0.5rem; }
      .games { margin: 0; }
      .rules { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
      dt { font-weight: 600; }
      dd { margin: 0 0 0.4rem; }
      @media (min-width: 60rem) {
        :host { --lesson: 6.5rem; }
        .lesson { grid-template-columns: minmax(0, 1fr) auto; }
        .lesson > :first-child { grid-column: 1 / -1; }
      }
    `,
  ];

  private readonly game: Game = new URLSearchParams(location.search).get("game") === "duel" ? "duel" : "imhotep";
  @state() private lesson: Lesson | null = null;
  @state() private at = Math.max(0, Number(new URLSearchParams(location.search).get("step") ?? 1) - 1) || 0;
  /** The notation of what was done; null before. */
  @state() private did: string | null = null;
  @state() private isOther = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add("is-table");
  }

  protected override async load(): Promise<void> {
    this.heading = words(LEARN, language()).title;
    this.lesson = await LESSONS[this.game]();
    this.at = Math.min(this.at, this.lesson.steps.length - 1);
  }

  /**
   * The step stands in the address, so that another language goes on with it. Where the button that was pressed is gone,
   * the keyboard goes on from the task.
   */
  private go(at: number): void {
    const address = new URL(location.href);
    address.searchParams.set("step", String(at + 1));
    history.replaceState(null, "", address);
    this.at = at;
    this.did = null;
    this.isOther = false;
    void this.updateComplete.then(() => {
      if (!this.shadowRoot?.activeElement) this.renderRoot.querySelector<HTMLElement>(".task")?.focus();
    });
  }

  /** The heading is inside this element, where an address does not lead. */
  private read(event: Event): void {
    event.preventDefault();
    this.renderRoot.querySelector("#rules")?.scrollIntoView();
  }

  private chosen({ detail }: BoardEvents["choose"]): void {
    const step = this.lesson?.steps[this.at];
    this.isOther = !step || !Object.hasOwn(step.after, detail.notation);
    if (!this.isOther) this.did = detail.notation;
  }

  protected override content(): TemplateResult {
    const [lesson, step] = [this.lesson, this.lesson?.steps[this.at]];
    const layout = lesson?.layouts[language()];
    if (!lesson || !step || !layout) return html``;
    return html`${this.panel(lesson, step, layout)} ${this.board(step, layout)} ${this.rules(layout)}`;
  }

  private panel(lesson: Lesson, step: Step, layout: Layout): TemplateResult {
    const text = words(LEARN, language());
    const last = lesson.steps.length;
    const said = TASKS[this.game][step.name];
    const isLast = this.at === last - 1;
    const rest = this.game === "duel" ? "imhotep" : "duel";
    return html`<div class="lesson" role="region" aria-label=${text.title}>
      <div class="row between">
        <span class="row"><span class="tag">${fill(text.step, { at: this.at + 1, last })}</span> <h1>${layout.title}</h1></span>
        <span class="row"><a href="/learn?game=${rest}">${game(rest)}</a>
          <a href="#rules" @click=${this.read}>${text.rules}</a></span>
      </div>
      <p class="task" tabindex="-1" aria-live="polite">${this.did === null ? said?.task[language()] : said?.done[language()]}
        ${this.did === null ? nothing : html`<span class="brings">${this.brings(step, layout)}</span>`}
        ${this.isOther ? html`<span class="soft">${text.other}</span>` : nothing}</p>
      <div class="row">
        ${this.at > 0 ? html`<button type="button" @click=${() => this.go(this.at - 1)}>${text.back}</button>` : nothing}
        ${this.did === null ? nothing : html`<button type="button" @click=${() => this.go(this.at)}>${text.again}</button>`}
        ${isLast
          ? this.did === null ? nothing : html`<b>${text.done}</b> <a class="button main" href="/play?game=${this.game}">${text.play}</a>`
          : html`<button type="button" class=${this.did === null ? "" : "main"} @click=${() => this.go(this.at + 1)}>${text.next}</button>`}
      </div>
    </div>`;
  }

  /** By how much the points of the learner changed, source by source. */
  private brings(step: Step, layout: Layout): string {
    const text = words(LEARN, language());
    const after = this.did === null ? undefined : step.after[this.did];
    const [was = [], is = []] = [step.view, after].map((view) => (view ? linesOf(view, "projected")[step.seat] : []));
    const changes = is.flatMap(({ source, points }, line) => {
      const change = points - (was[line]?.points ?? 0);
      return change === 0 ? [] : [`${wordName(layout, language(), source)} ${signed(change)}`];
    });
    return changes.length > 0 ? fill(text.brings, { changes: changes.join(", ") }) : text.nothing;
  }

  private board(step: Step, layout: Layout): TemplateResult {
    const legal = this.did === null ? step.legal.map(({ labels, ...each }) => ({ ...each, label: labels[language()] ?? each.notation })) : null;
    const view = this.did === null ? step.view : step.after[this.did];
    const earlier = this.did === null ? null : step.view;
    return this.game === "duel"
      ? html`<duel-board .view=${view as DuelView} .earlier=${earlier as DuelView | null} .layout=${layout} .legal=${legal} .perspective=${step.seat} .language=${language()} .theme=${theme()} @choose=${this.chosen}></duel-board>`
      : html`<imhotep-board .view=${view as ImhotepView} .earlier=${earlier as ImhotepView | null} .layout=${layout} .legal=${legal} .perspective=${step.seat} .language=${language()} .theme=${theme()} @choose=${this.chosen}></imhotep-board>`;
  }

  private rules(layout: Layout): TemplateResult {
    const text = words(LEARN, language());
    const pieces = [...layout.cards, ...layout.tokens.filter(({ site }) => site === null)];
    return html`<section class="rules" id="rules">
      <h2>${text.rules}</h2>
      ${Object.values(words(RULES[this.game], language())).map((rule) => html`<p>${rule}</p>`)}
      <h3>${text.sites}</h3>
      <dl>${layout.sites.map((site) => html`<dt>${site.title}</dt><dd>${site.text} ${site.tables.map(figures)}</dd>`)}</dl>
      <p>${layout.tieBreak}</p>
      <h3>${layout.cards.length > 0 ? text.cards : text.tokens}</h3>
      <dl>${pieces.map(({ title, effect, count }) => html`<dt>${title} ×${count}</dt><dd>${effect}</dd>`)}</dl>
      <p class="soft">${text.whole}</p>
    </section>`;
  }
}
