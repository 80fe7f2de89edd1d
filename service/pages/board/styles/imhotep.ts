// The look of the table of Imhotep.

import { css } from "lit";

export const IMHOTEP_STYLES = css`
  .space {
    fill: color-mix(in oklab, var(--b-deck), var(--b-sand-0) 45%);
    stroke: color-mix(in oklab, var(--b-wood), var(--b-ink) 15%);
  }
  svg .number {
    fill: light-dark(#2b1d0b, #f7ecd9);
    font-size: 20px;
    font-weight: 650;
  }
  .expansions {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
  }
  svg .words {
    fill: var(--b-ink);
  }
  .plank {
    fill: none;
    stroke: color-mix(in oklab, var(--b-wood), transparent 55%);
    pointer-events: none;
  }
  /* A ship is sent to a site wherever its land is pressed. */
  .awaiting g[role="img"],
  .awaiting .about,
  .awaiting .paper {
    pointer-events: none;
  }
  .bet {
    fill: color-mix(in oklab, var(--b-sand-0), transparent 35%);
    stroke: var(--b-line);
    stroke-dasharray: 4 4;
  }
  .coin {
    fill: light-dark(#e2bb52, #b38d2e);
    stroke: light-dark(#8f6d1b, #5c4614);
  }
  .person {
    color: var(--b-accent);
  }
  .paper {
    pointer-events: auto;
    fill: light-dark(#fffdf7, #35301f);
    stroke: var(--b-line);
  }
  .vacant {
    fill: none;
    stroke: var(--b-line);
    stroke-dasharray: 4 4;
  }
  .frame {
    fill: transparent;
  }
  .tile.level-1 {
    fill: var(--b-sand-0);
  }
  .tile.level-2 {
    fill: var(--b-sand-2);
  }
  .tile.level-3 {
    fill: color-mix(in oklab, var(--b-sand-2), var(--b-wood) 35%);
  }
  .framed {
    fill: none;
    stroke: var(--b-accent);
    stroke-width: 1.5;
  }
  .tile.next {
    stroke: var(--b-accent);
    stroke-width: 1.5;
  }
  svg .on {
    fill: #fff;
    stroke: #26221a;
    stroke-width: 3;
    paint-order: stroke;
  }
  .track {
    stroke: var(--b-line);
    stroke-width: 2;
  }
  .post {
    fill: var(--b-line);
  }
  .post.third {
    fill: var(--b-accent);
  }
  .runner {
    fill: none;
    stroke: var(--b-wood);
    stroke-width: 4;
    stroke-linecap: round;
  }
  .badge {
    flex: none;
    color: #fff;
  }
  .badge .band {
    fill: var(--b-soft);
  }
  .badge.red .band {
    fill: #9c3a2a;
  }
  .badge.green .band {
    fill: #3b6638;
  }
  .badge.blue .band {
    fill: #2a5a80;
  }
  .badge.purple .band {
    fill: #664580;
  }
  .badge .sign {
    fill: #fff;
  }
  .backs {
    color: var(--b-soft);
  }
  .fields {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.35rem;
    margin-top: 0.4rem;
  }
  .field {
    width: 100%;
    height: 100%;
    flex-direction: column;
    align-items: stretch;
    justify-content: space-between;
    gap: 0.1rem;
    border: 1px solid var(--b-line);
    border-radius: 0.4rem;
    background: var(--b-sand-0);
    font-size: var(--step--1, 0.833rem);
    text-align: start;
  }
`;
