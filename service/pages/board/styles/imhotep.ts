// The look of the table of Imhotep.

import { css } from "lit";

export const IMHOTEP_STYLES = css`
  .harbour {
    background: var(--b-water);
    border-color: var(--b-wave);
  }
  .ships {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.75rem 1.25rem;
    margin-top: 0.5rem;
  }
  figcaption {
    margin-top: 0.15rem;
    min-height: 1.5rem;
    text-align: center;
  }
  .space {
    fill: color-mix(in oklab, var(--b-deck), var(--b-sand-0) 45%);
    stroke: color-mix(in oklab, var(--b-wood), var(--b-ink) 15%);
  }
  svg .number {
    fill: light-dark(#2b1d0b, #f7ecd9);
    font-size: 20px;
    font-weight: 650;
  }
  .fleet {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .sites,
  .seats,
  .expansions {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17.5rem), 1fr));
    gap: 0.75rem;
  }
  .site {
    display: flex;
    flex-direction: column;
    gap: 0.6rem;
  }
  .site > header {
    min-height: 44px;
    flex-wrap: nowrap;
  }
  .site > svg {
    align-self: center;
  }
  .site > .points {
    margin-top: auto;
    border-top: 1px solid var(--b-line);
    padding-top: 0.4rem;
  }
  .site-market {
    grid-column: 1 / -1;
  }
  .points li {
    display: flex;
    align-items: center;
    gap: 0.3rem;
  }
  .points i {
    color: var(--b-soft);
    font-style: normal;
  }
  .quay {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    border-radius: 0.35rem;
    background: var(--b-water);
    padding: 0.4rem;
  }
  .quay svg {
    max-height: 44px;
    width: auto;
  }
  .pyramids {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.5rem;
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
  .slab {
    fill: var(--seat, var(--b-line));
    stroke: color-mix(in oklab, var(--seat, var(--b-line)), light-dark(#4f4f4f, #989898) 75%);
  }
  svg .on {
    fill: #fff;
    stroke: #26221a;
    stroke-width: 3;
    paint-order: stroke;
  }
  .chariots li {
    display: grid;
    grid-template-columns: minmax(0, 17rem) 3ch;
    justify-content: center;
    align-items: center;
    gap: 0.4rem;
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
  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.25rem), 1fr));
    gap: 0.5rem;
  }
  .card {
    border: 1px solid var(--b-line);
    border-radius: 0.4rem;
    background: var(--b-sand-0);
    padding: 0.5rem;
    min-height: 6.5rem;
    color: var(--b-ink);
    font: inherit;
    text-align: start;
  }
  .card.vacant {
    border-style: dashed;
    background: transparent;
    opacity: 0.7;
  }
  .face {
    display: grid;
    gap: 0.25rem;
    justify-items: start;
    align-content: start;
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
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 7.5rem), 1fr));
    gap: 0.35rem;
    margin-top: 0.4rem;
  }
  .fields.wide {
    grid-template-columns: minmax(0, 1fr);
  }
  .field {
    width: 100%;
    height: 100%;
    justify-content: space-between;
    border: 1px solid var(--b-line);
    border-radius: 0.4rem;
    background: var(--b-sand-0);
    font-size: var(--step--1, 0.833rem);
    text-align: start;
  }
  @container (min-width: 62rem) {
    .table {
      grid-template-columns: minmax(0, 1fr) 19rem;
    }
    .table > .state,
    .table > .expansions {
      grid-column: 1 / -1;
    }
    .table > .seats {
      grid-column: 2;
      grid-row: 2 / span 2;
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
    }
    .table > .sites {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;
