// The look of what both tables have: seats, points, hands, boats.

import { css } from "lit";

/** Belongings of rivals where there is little room. */
const SMALL = css`
  .belongings,
  .belongings .signs {
    flex-wrap: nowrap;
    overflow: hidden;
  }
  .belongings .badge {
    width: 1.2rem;
  }
  .belongings svg {
    flex: 0 1 auto;
    max-height: 1.1rem;
    min-width: 0;
  }
  .rail {
    gap: 0.5rem;
  }
  .rail > svg {
    width: auto;
    max-height: 2.9rem;
  }
  .rail .title {
    position: absolute;
    clip-path: inset(50%);
  }
`;

export const TABLE_STYLES = css`
  .hull {
    fill: var(--b-wood);
    stroke: color-mix(in oklab, var(--b-wood), var(--b-ink) 35%);
  }
  .deck {
    fill: var(--b-deck);
    stroke: none;
    pointer-events: none;
  }
  svg .faint {
    font-size: 12px;
  }
  svg .figure {
    fill: var(--b-ink);
    font-size: 14px;
  }
  svg .count {
    fill: var(--b-ink);
    font: 600 20px var(--display, Georgia, serif);
  }
  .seat {
    position: relative;
    display: grid;
    gap: 0.2rem;
    min-width: 0;
    border: 1px solid var(--b-line);
    border-radius: var(--radius, 0.5rem);
    background: var(--b-land);
    padding: 0.2rem 0.4rem;
    font-size: var(--step--1, 0.833rem);
  }
  .seat.acting {
    border-color: var(--b-accent);
    box-shadow: inset 0 0 0 1px var(--b-accent);
    background: color-mix(in oklab, var(--b-accent), var(--b-land) 88%);
  }
  .mover {
    position: absolute;
    inset-block-start: 0.1rem;
    inset-inline-start: -0.15rem;
    color: var(--b-accent);
  }
  .belongings {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.15rem 0.4rem;
  }
  @container (max-width: 43.99rem) {
    ${SMALL}
  }
  @media (max-height: 30rem) {
    ${SMALL}
  }
  .first {
    position: absolute;
    inset-block-start: -0.15rem;
    inset-inline-start: -0.15rem;
    width: 1rem;
    border-radius: 50%;
    background: var(--b-shore);
    text-align: center;
    font-size: 0.7rem;
    line-height: 1rem;
  }
  .held.offered,
  .field.offered {
    border: 2px dashed var(--b-accent);
  }
  button.meant,
  button.offered:hover,
  button.offered:focus-visible {
    border-style: solid;
    background: color-mix(in oklab, var(--b-accent), var(--b-sand-0) 82%);
  }
  .scoring {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 0.5rem;
    margin-top: 0.3rem;
  }
  .cells {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  .cells > span {
    display: grid;
    min-width: 1.6rem;
    border: 1px solid var(--b-line);
    border-radius: 3px;
    background: var(--b-sand-0);
    text-align: center;
    line-height: 1.25;
  }
  .cells i {
    border-bottom: 1px solid var(--b-line);
    font-style: normal;
    font-size: 0.75em;
  }
  .cells b {
    color: var(--b-ink);
    font-weight: 600;
  }
  .god {
    display: flex;
    align-items: center;
    gap: 0.3rem;
  }
  .title {
    font-weight: 600;
    font-size: var(--step--1, 0.833rem);
    overflow-wrap: break-word;
    min-width: 0;
    hyphens: auto;
  }
  .held,
  .field {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    padding: 0.2rem 0.4rem;
    min-height: 44px;
  }
  .pair {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
    white-space: nowrap;
  }
  .hand,
  .signs {
    display: flex;
    align-items: center;
    gap: 0.3rem;
  }
  .signs {
    flex-wrap: wrap;
    font-size: 0.75rem;
  }
  .signs li {
    display: flex;
    align-items: center;
  }
  .signs .badge {
    width: 2rem;
    height: auto;
  }
  .held {
    position: relative;
    border: 1px solid var(--b-line);
    border-radius: 0.4rem;
    background: var(--b-sand-0);
    color: var(--b-ink);
    font: inherit;
    text-align: start;
    white-space: nowrap;
  }
  .belongings .held {
    min-height: 0;
    padding: 0 0.25rem;
  }
  .belongings .held svg {
    width: 1.4rem;
    height: 1.4rem;
  }
  .belongings .title {
    display: none;
  }
  .totals {
    display: flex;
    gap: 1.25rem;
  }
  .totals dt {
    color: var(--b-soft);
    font-size: var(--step--1, 0.833rem);
  }
  .totals dd {
    font-size: var(--step-2, 1.44rem);
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--step--1, 0.833rem);
  }
  th {
    font-weight: 400;
    text-align: start;
    color: var(--b-soft);
  }
  td {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
`;
