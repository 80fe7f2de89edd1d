// An estimate with its interval of 95 %, as a bar on the scale of the whole table.

import { html, type TemplateResult } from "lit";

interface Estimate {
  elo: number;
  low: number;
  high: number;
}

export interface Scale {
  low: number;
  high: number;
}

export function scaleOf(rows: readonly Estimate[]): Scale {
  const low = Math.min(...rows.map((row) => row.low));
  const high = Math.max(...rows.map((row) => row.high));
  return high > low ? { low, high } : { low: low - 1, high: high + 1 };
}

/** The figures stand beside it, so a screen reader is told nothing twice. */
export function interval({ elo, low, high }: Estimate, scale: Scale, isProvisional: boolean): TemplateResult {
  const at = (value: number): string => `${2 + (96 * (value - scale.low)) / (scale.high - scale.low)}%`;
  return html`<svg class="interval" width="100%" height="16" aria-hidden="true">
    <line class="ground" x1="0" x2="100%" y1="8" y2="8" />
    <line class=${isProvisional ? "span provisional" : "span"} x1=${at(low)} x2=${at(high)} y1="8" y2="8" />
    <circle cx=${at(elo)} cy="8" r="4" />
  </svg>`;
}
