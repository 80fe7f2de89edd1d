// The look of what both tables have: seats, points, hands, boats.

import { css } from "lit";

export const TABLE_STYLES = css`
  .state {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
  }
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
  .seat {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.6rem;
    align-content: start;
  }
  .seat.acting {
    border-color: var(--b-accent);
    box-shadow: inset 0.2rem 0 0 var(--b-accent);
  }
  .dock,
  .card.offered,
  .pile.offered,
  .held.offered,
  .field.offered {
    border: 2px dashed var(--b-accent);
  }
  .dock:hover,
  button.offered:hover,
  button.offered:focus-visible {
    border-style: solid;
    background: color-mix(in oklab, var(--b-accent), var(--b-sand-0) 82%);
  }
  .vacancy {
    fill: var(--b-line);
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
  .tiles {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  .tiles b {
    min-width: 1.4rem;
    border: 1px solid var(--b-line);
    border-radius: 3px;
    background: var(--b-sand-0);
    color: var(--b-ink);
    text-align: center;
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
  .pile,
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
  .hand > .tag {
    justify-self: start;
    align-self: center;
  }
  .hand {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr));
    gap: 0.25rem;
  }
  .held {
    padding: 0;
    min-height: 32px;
    text-align: start;
  }
  button.held {
    min-height: 44px;
    padding: 0.2rem 0.4rem;
    width: 100%;
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
