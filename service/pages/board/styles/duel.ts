// The look of the table of the Duel.

import { css } from "lit";

export const DUEL_STYLES = css`
  .cell {
    fill: color-mix(in oklab, var(--b-water), var(--b-sand-0) 55%);
    stroke: var(--b-wave);
  }
  .gone {
    fill: none;
    stroke: var(--b-line);
    stroke-width: 2;
    stroke-dasharray: 6 6;
  }
  .pile .count {
    font-size: 30px;
  }
  .gone.fresh {
    stroke: var(--b-accent);
    stroke-width: 3;
  }
  svg .label {
    font-size: 22px;
  }
  svg .boat-name {
    font-size: 13px;
    font-weight: 700;
    fill: #2f1f10;
    text-anchor: middle;
    dominant-baseline: central;
  }
  .cell + .faint {
    font-size: 20px;
  }
  .token .body {
    fill: light-dark(#fffdf7, #efe6d2);
    stroke: #8a7a58;
    stroke-width: 2.5;
  }
  .token .ink,
  .token .column {
    fill: #8a5a1c;
    stroke: #5e3d12;
    stroke-width: 2.5;
    stroke-linejoin: round;
  }
  .token.obelisk .ink {
    fill: #c9a24f;
  }
  .token.temple .ink {
    fill: #5d7f8c;
    stroke: #2e4a55;
  }
  .token.temple .column {
    fill: #9dbac4;
    stroke: #2e4a55;
  }
  .token.pyramid-light .peak {
    fill: #f0cf7a;
    stroke: #9a7420;
    stroke-width: 3;
  }
  .token.pyramid-dark .peak {
    fill: #6b4a2b;
    stroke: #2f1f10;
    stroke-width: 3;
  }
  .token .ridge {
    fill: none;
    stroke: #0000004d;
    stroke-width: 2.5;
  }
  .token.tomb .body {
    fill: #d7e2cf;
    stroke: #4b6540;
  }
  .token.action .body {
    fill: #7a3b52;
    stroke: #4e2133;
  }
  .token.action {
    color: #fff;
  }
  svg .token text {
    fill: #26221a;
  }
  svg .token .big {
    font-size: 42px;
    font-weight: 650;
  }
  svg .token .little {
    font-size: 20px;
  }
  .brick {
    stroke-width: 1.5;
  }
  .brick.pyramid-light {
    fill: #f0cf7a;
    stroke: #9a7420;
  }
  .brick.pyramid-dark {
    fill: #6b4a2b;
    stroke: #b08a5e;
  }
  .tomb-has {
    fill: #d7e2cf;
    stroke: #4b6540;
  }
  svg .tomb-number {
    fill: #26221a;
    font-size: 14px;
    font-weight: 600;
  }
  .token .glyph {
    stroke-width: 2;
  }
  @media (forced-colors: active) {
    .token .body,
    .brick,
    .cell,
    .tomb-has {
      fill: Canvas;
      stroke: CanvasText;
    }
    .brick.pyramid-dark,
    .token.pyramid-dark .peak {
      fill: CanvasText;
    }
    svg .token text,
    svg .tomb-number {
      fill: CanvasText;
    }
  }
`;
