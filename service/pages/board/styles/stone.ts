// The look of stones, on a board and as the sign of a seat elsewhere.

import { css } from "lit";

export const STONE_STYLES = css`
  .stone .base {
    fill: color-mix(in oklab, var(--seat, var(--b-line)), #000 45%);
  }
  .stone .top {
    fill: var(--seat, var(--b-line));
    stroke: color-mix(in oklab, var(--seat, var(--b-line)), light-dark(#3c3a36, #a5a196) 70%);
    stroke-width: 0.09;
  }
  .stone .edge {
    fill: none;
    stroke: color-mix(in oklab, var(--seat, var(--b-line)), #fff 55%);
    stroke-width: 0.1;
    stroke-linecap: round;
  }
  .stone .sign {
    fill: none;
    stroke: var(--sign, #26221a);
    stroke-width: 0.15;
    stroke-linejoin: round;
  }
  .seat-0 {
    --seat: var(--seat-0);
    --sign: var(--sign-0);
  }
  .seat-1 {
    --seat: var(--seat-1);
    --sign: var(--sign-1);
  }
  .seat-2 {
    --seat: var(--seat-2);
    --sign: var(--sign-2);
  }
  .seat-3 {
    --seat: var(--seat-3);
    --sign: var(--sign-3);
  }
  @media (forced-colors: active) {
    .stone .top,
    .stone .base {
      fill: Canvas;
      stroke: CanvasText;
    }
    .stone .sign {
      stroke: CanvasText;
    }
  }
`;
