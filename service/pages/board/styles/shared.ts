// The look of both boards, from the palette of the page or, where it has none, from the same colours.

import { css } from "lit";

export const SHARED_STYLES = css`
  :host {
    --b-sand-0: var(--sand-0, light-dark(#fbf9f4, #17150f));
    --b-sand-1: var(--sand-1, light-dark(#f3efe5, #211e17));
    --b-sand-2: var(--sand-2, light-dark(#e4ddcd, #332f25));
    --b-line: var(--line, light-dark(#cfc5af, #4a4436));
    --b-ink: var(--ink, light-dark(#26221a, #f1ece0));
    --b-soft: var(--ink-soft, light-dark(#655d4c, #b4aa96));
    --b-accent: var(--accent, light-dark(#9a4a12, #f0a063));
    --b-on-accent: var(--on-accent, light-dark(#ffffff, #201409));
    --b-water: light-dark(#dbe7e6, #1a2a2d);
    --b-wave: light-dark(#bfd3d2, #28403f);
    --b-wood: light-dark(#c79d66, #6f5330);
    --b-deck: light-dark(#e9d3ad, #3d301f);
    --b-red: light-dark(#a8402f, #e08e7e);
    --b-green: light-dark(#3f6b3c, #93c28d);
    --b-blue: light-dark(#2c5f86, #8dbbe0);
    --b-purple: light-dark(#6c4a85, #c3a2dc);
    display: block;
    container-type: inline-size;
    color: var(--b-ink);
    font: var(--step-0, 1rem) / 1.45 var(--font, system-ui, sans-serif);
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  :host([theme="auto"]) {
    color-scheme: inherit;
  }
  * {
    box-sizing: border-box;
  }
  h2,
  h3,
  p,
  ul,
  dl,
  dd,
  figure {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  h2 {
    font-size: var(--step-0, 1rem);
    font-weight: 650;
  }
  h3 {
    font-size: var(--step-0, 1rem);
    font-weight: 600;
  }
  svg {
    display: block;
    max-width: 100%;
    height: auto;
    overflow: visible;
  }
  svg text {
    fill: var(--b-soft);
    font-family: inherit;
    font-variant-numeric: tabular-nums;
    text-anchor: middle;
    dominant-baseline: central;
    pointer-events: none;
  }
  .quiet,
  .small {
    color: var(--b-soft);
    font-size: var(--step--1, 0.833rem);
  }
  .figures {
    font-variant-numeric: tabular-nums;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .table:focus {
    outline: none;
  }
  .board,
  .table {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
  }
  .panel {
    border: 1px solid var(--b-line);
    border-radius: var(--radius, 0.5rem);
    background: var(--b-sand-1);
    padding: 0.75rem;
    min-width: 0;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem 0.75rem;
  }
  .spread {
    justify-content: space-between;
  }
  .stone path {
    stroke-linejoin: round;
    stroke-width: 0.2;
    fill: var(--seat, var(--b-line));
    stroke: color-mix(in oklab, var(--seat, var(--b-line)), light-dark(#4f4f4f, #989898) 75%);
  }
  .stone .gleam {
    fill: color-mix(in oklab, var(--seat, var(--b-line)), #fff 14%);
    stroke: none;
  }
  .seat-0 {
    --seat: var(--seat-0);
  }
  .seat-1 {
    --seat: var(--seat-1);
  }
  .seat-2 {
    --seat: var(--seat-2);
  }
  .seat-3 {
    --seat: var(--seat-3);
  }
  .glyph {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linejoin: round;
    stroke-linecap: round;
    pointer-events: none;
  }
  .ground {
    fill: var(--b-sand-2);
    stroke: var(--b-line);
  }
  .tile {
    fill: var(--b-sand-0);
    stroke: var(--b-line);
  }
  .back {
    fill: var(--b-sand-2);
    stroke: var(--b-soft);
  }
  .reach {
    fill: transparent;
  }
  .tag {
    border-radius: 1rem;
    padding: 0 0.5rem;
    background: var(--b-sand-2);
    color: var(--b-ink);
    font-size: var(--step--1, 0.833rem);
    white-space: nowrap;
  }
  .tag.now {
    background: var(--b-accent);
    color: var(--b-on-accent);
  }
  g.thing:not(.offered) {
    pointer-events: none;
  }
  .offered {
    cursor: pointer;
    outline: none;
  }
  g.offered .hit {
    stroke: var(--b-accent);
    stroke-width: 2.5;
    stroke-dasharray: 5 3;
  }
  g.offered:hover .hit,
  g.offered:focus-visible .hit {
    fill: color-mix(in oklab, var(--b-accent), transparent 70%);
    stroke-dasharray: none;
    stroke-width: 3.5;
  }
  details > summary {
    cursor: pointer;
    color: var(--b-soft);
    font-size: var(--step--1, 0.833rem);
    min-height: 1.75rem;
  }
  summary:focus-visible,
  button:focus-visible {
    outline: 3px solid var(--b-accent);
    outline-offset: 2px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .offered .hit,
    button {
      transition:
        fill 0.12s,
        background 0.12s;
    }
  }
  @media (forced-colors: active) {
    .stone path {
      fill: Canvas;
      stroke: CanvasText;
    }
    .stone .gleam {
      fill: CanvasText;
    }
    .ground,
    .tile,
    .back {
      fill: Canvas;
      stroke: CanvasText;
    }
    svg text {
      fill: CanvasText;
    }
    g.offered .hit {
      stroke: LinkText;
    }
    g.offered:hover .hit,
    g.offered:focus-visible .hit {
      fill: Canvas;
      stroke: Highlight;
    }
    .tag.now,
    .chip {
      border: 1px solid CanvasText;
    }
  }
`;
