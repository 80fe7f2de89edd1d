// How ratings moved, result by result: a drawing by uPlot, whose lines are chosen by buttons.

import { css, html, LitElement, unsafeCSS } from "lit";
import { customElement, property, query, queryAll, state } from "lit/decorators.js";
import uPlot from "uplot";
import plotSheet from "uplot/dist/uPlot.min.css" with { type: "text" };
import { fill, words } from "../../board/words.ts";
import { language } from "../shell/settings.ts";
import { sheet } from "../shell/sheet.ts";
import { fixed } from "../shared/telling.ts";

const WORDS = {
  label: { en: "Rating history over {count} results", de: "Wertungsverlauf über {count} Ergebnisse" },
  result: { en: "Result", de: "Ergebnis" },
  lines: { en: "Lines that are shown", de: "Gezeigte Linien" },
};

/** One bot's rating after each of its results, by the number of the result. */
export interface RatingLine {
  name: string;
  points: readonly { number: number; elo: number }[];
}

const MOST_AT_FIRST = 8;
const HEIGHT = 300;
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

@customElement("rating-plot")
export class RatingPlot extends LitElement {
  static override styles = [
    sheet,
    unsafeCSS(plotSheet),
    css`
      .plot {
        width: 100%;
        min-height: 300px;
        overflow: hidden; /* until it is drawn at a new width */
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem;
      }
      .legend button {
        min-height: 2rem;
        padding: 0 0.6rem;
        gap: 0.4rem;
        font-size: var(--step--1);
        background: none;
      }
      .legend button[aria-pressed="false"] {
        color: var(--ink-soft);
        text-decoration: line-through;
      }
      .legend line {
        stroke: currentColor;
        stroke-width: 3;
      }
      .c0 { color: light-dark(#9a4a12, #f0a063); }
      .c1 { color: light-dark(#1f5f8b, #7fbbe8); }
      .c2 { color: light-dark(#2f6b36, #8fcf94); }
      .c3 { color: light-dark(#7d3c8c, #d3a0e0); }
      .c4 { color: light-dark(#8a6a00, #e0c35a); }
      .c5 { color: light-dark(#a3261f, #f29a92); }
      .c6 { color: light-dark(#0f6f6a, #6fd0c9); }
      .c7 { color: light-dark(#655d4c, #b4aa96); }
    `,
  ];
  @property({ attribute: false }) lines: readonly RatingLine[] = [];
  @state() private hidden_: ReadonlySet<string> | null = null;
  @query(".plot") private place!: HTMLElement;
  @queryAll(".legend svg") private swatches!: NodeListOf<SVGElement>;
  private plot: uPlot | null = null;
  private readonly redraw = (): void => this.draw();
  private readonly scheme = matchMedia("(prefers-color-scheme: dark)");
  private readonly theme = new MutationObserver(this.redraw);
  private readonly size = new ResizeObserver(() => {
    const width = this.place.clientWidth;
    if (this.plot && width && width !== this.plot.width) this.plot.setSize({ width, height: HEIGHT });
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.scheme.addEventListener("change", this.redraw);
    this.theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.scheme.removeEventListener("change", this.redraw);
    this.theme.disconnect();
    this.size.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  protected override firstUpdated(): void {
    this.size.observe(this.place);
  }

  protected override updated(): void {
    this.draw();
  }

  private get off(): ReadonlySet<string> {
    return this.hidden_ ?? new Set(this.lines.slice(MOST_AT_FIRST).map(({ name }) => name));
  }

  private toggle(name: string): void {
    const off = new Set(this.off);
    if (!off.delete(name)) off.add(name);
    this.hidden_ = off;
  }

  private draw(): void {
    if (!this.isConnected || !this.place) return;
    this.plot?.destroy();
    const numbers = [...new Set(this.lines.flatMap(({ points }) => points.map(({ number }) => number)))].sort((a, b) => a - b);
    const places = new Map(numbers.map((number, place) => [number, place]));
    const series = this.lines.map(({ points }) => {
      const column: (number | null)[] = numbers.map(() => null);
      for (const { number, elo } of points) column[places.get(number) ?? 0] = elo;
      return column;
    });
    const style = getComputedStyle(this);
    const ink = style.color;
    const ticks = { stroke: ink, grid: { stroke: "rgb(128 128 128 / 0.25)", width: 1 }, ticks: { show: false }, font: `12px ${style.fontFamily}` };
    this.plot = new uPlot(
      {
        width: Math.max(200, this.place.clientWidth),
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { x: { time: false } },
        axes: [
          { ...ticks, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], label: words(WORDS, language()).result, labelFont: ticks.font, labelSize: 20 },
          { ...ticks, size: 48, values: (_, values) => values.map((value) => fixed(value, 0)) },
        ],
        series: [
          {},
          ...this.lines.map(({ name }, place) => ({
            label: name,
            show: !this.off.has(name),
            stroke: getComputedStyle(this.swatches[place] ?? this).color,
            width: 2,
            dash: DASHES[Math.floor(place / MOST_AT_FIRST) % DASHES.length] ?? [],
            spanGaps: true,
            points: { show: numbers.length < 30 },
          })),
        ],
      },
      [numbers, ...series],
      this.place,
    );
  }

  override render() {
    const text = words(WORDS, language());
    const count = new Set(this.lines.flatMap(({ points }) => points.map(({ number }) => number))).size;
    return html`
      <div class="plot" role="img" aria-label=${fill(text.label, { count })}></div>
      <div class="legend" role="group" aria-label=${text.lines}>${this.lines.map(({ name, points }, place) => html`
        <button aria-pressed=${!this.off.has(name)} @click=${() => this.toggle(name)}>
          <svg class="c${place % MOST_AT_FIRST}" width="24" height="8" aria-hidden="true">
            <line x1="0" x2="24" y1="4" y2="4" stroke-dasharray=${(DASHES[Math.floor(place / MOST_AT_FIRST) % DASHES.length] ?? []).join(" ")} />
          </svg>
          ${name} ${fixed(points.at(-1)?.elo ?? 0, 0)}
        </button>`)}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "rating-plot": RatingPlot;
  }
}
