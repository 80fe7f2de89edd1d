// The look of both boards, from the palette of the page or, where it has none, from the same colours.

import { css } from "lit";
import { STONE_STYLES } from "./stone.ts";

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
    --b-water: light-dark(#bdd6d5, #17282c);
    --b-wave: light-dark(#9cc0bf, #2b4448);
    --b-land: light-dark(#eee5d0, #2a251b);
    --b-shore: light-dark(#d9c69c, #5b4d33);
    --b-lit: light-dark(#e6d6b0, #3b3323);
    --b-shade: light-dark(#d8c394, #221d14);
    --b-wood: light-dark(#b9884c, #6f5330);
    --b-deck: light-dark(#e6cf9f, #3d301f);
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
  .scene text {
    user-select: none;
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
  .board:focus,
  .drawer:focus {
    outline: none;
  }
  /* Narrow: seats, scene and rail fill the window; what lies beside comes below. */
  .board {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .front {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
    height: var(--board-height, 100dvh);
    min-height: 0;
  }
  .scene {
    min-width: 0;
    min-height: 0;
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    overflow: hidden;
    background: var(--b-water);
  }
  .status {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    overflow: hidden;
    padding: 0 0.6rem;
    min-height: 1.75rem;
    font-size: var(--step--1, 0.833rem);
    white-space: nowrap;
  }
  .status > * {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .status .quiet {
    color: inherit;
  }
  .status b {
    flex: none;
    font-family: var(--display, Georgia, serif);
  }
  .scene > svg {
    width: 100%;
    height: 100%;
    min-height: 0;
    overflow: hidden;
  }
  .seats {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.2rem;
    padding: 0.2rem;
  }
  .foot {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
    border-top: 2px solid var(--b-shore);
    background: var(--b-land);
    padding: 0.25rem 0.6rem;
    min-height: 3.5rem;
  }
  .rail {
    display: flex;
    flex: 0 1 auto;
    align-items: center;
    gap: 0.4rem 1rem;
    min-width: 0;
    max-width: calc(100% - 3.6rem);
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .rail > * {
    flex: none;
  }
  .help {
    flex: none;
    margin-inline-start: auto;
    border-radius: 50%;
  }
  .aside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    align-content: start;
    padding: 0.5rem;
    min-width: 0;
    min-height: 0;
  }
  .drawer {
    position: fixed;
    z-index: 3;
    inset-block: 0;
    inset-inline-end: 0;
    display: grid;
    gap: 0.75rem;
    align-content: start;
    width: min(26rem, 100%);
    overflow: auto;
    border-inline-start: 1px solid var(--b-line);
    background: var(--b-sand-0);
    padding: 1rem;
    box-shadow: 0 0 2rem rgb(0 0 0 / 25%);
  }
  @container (min-width: 44rem) {
    .board {
      height: var(--board-height, 100dvh);
      grid-template: minmax(0, auto) minmax(0, 1fr) auto / minmax(0, 1fr) clamp(12.5rem, 26%, 22.5rem);
      grid-template-areas: "scene seats" "scene aside" "foot foot";
    }
    .front {
      display: contents;
    }
    .scene {
      grid-area: scene;
    }
    .foot {
      grid-area: foot;
      flex-wrap: nowrap;
    }
    .seats {
      grid-area: seats;
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
      overflow: auto;
      scrollbar-width: thin;
    }
    .aside {
      grid-area: aside;
      overflow: auto;
      scrollbar-width: thin;
    }
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
  ${STONE_STYLES}
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
  .sea {
    fill: var(--b-water);
  }
  .waves path,
  .wake {
    fill: none;
    stroke: var(--b-wave);
    stroke-width: 1.6;
    stroke-linecap: round;
  }
  .land {
    fill: var(--b-land);
  }
  .sand {
    fill: none;
    stroke: var(--b-shore);
    stroke-width: 5;
    pointer-events: none;
  }
  .jetty {
    fill: none;
    stroke: var(--b-deck);
    stroke-width: 5;
    pointer-events: none;
  }
  .vista {
    overflow: hidden;
    pointer-events: none;
  }
  .lit {
    fill: var(--b-lit);
  }
  .shade {
    fill: var(--b-shade);
  }
  .dune {
    fill: var(--b-lit);
    opacity: 0.45;
  }
  .ink {
    color: var(--b-ink);
  }
  svg .name {
    fill: var(--b-ink);
    font: 600 15px var(--display, Georgia, serif);
    text-anchor: start;
  }
  svg .points {
    fill: var(--b-ink);
    font-size: 13px;
    font-weight: 600;
    text-anchor: start;
  }
  svg .would {
    fill: var(--b-soft);
    font-weight: 400;
  }
  svg .soft,
  svg .ready {
    font-size: 13px;
    text-anchor: start;
    fill: light-dark(#2f5453, #a9c6c6);
  }
  svg .ready {
    fill: var(--b-accent);
    font-weight: 650;
  }
  .about {
    cursor: pointer;
    outline: none;
  }
  .about:hover .name,
  .about:focus-visible .name {
    text-decoration: underline;
  }
  .about:focus-visible .reach {
    stroke: var(--b-accent);
    stroke-width: 2.5;
  }
  .fresh {
    stroke: var(--b-accent);
    stroke-width: 3;
    pointer-events: none;
  }
  .gain {
    fill: var(--b-accent);
    font: 650 20px var(--display, Georgia, serif);
    opacity: 0;
    pointer-events: none;
  }
  .foreseen {
    fill: var(--b-accent);
    font-weight: 650;
  }
  .ghost {
    opacity: 0.55;
    pointer-events: none;
  }
  .gap {
    fill: color-mix(in oklab, var(--b-sand-0), transparent 55%);
    stroke: var(--b-line);
    stroke-dasharray: 3 3;
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
  g.meant .hit,
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
    .sea,
    .land,
    .foot {
      fill: Canvas;
      background: Canvas;
      stroke: CanvasText;
    }
    .vista {
      display: none;
    }
    .ground,
    .tile,
    .back {
      fill: Canvas;
      stroke: CanvasText;
    }
    svg text,
    svg text[class],
    svg .would {
      fill: CanvasText;
    }
    .paper,
    .hull,
    .deck,
    .space,
    .coin,
    .bet {
      fill: Canvas;
      stroke: CanvasText;
    }
    .seat.acting {
      outline: 2px solid Highlight;
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
