// What all pages share inside their shadow roots: type, links, buttons, fields, tables, notes.

import { css } from "lit";

export const sheet = css`
  :host {
    display: block;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3 {
    margin: 0 0 0.5rem;
    font-family: var(--display);
    font-weight: 600;
    line-height: 1.2;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  h1 {
    font-size: var(--step-3);
  }
  h2 {
    font-size: var(--step-2);
  }
  h3 {
    font-size: var(--step-1);
  }
  p {
    margin: 0 0 0.75rem;
    max-width: 46rem;
  }
  section {
    margin-block: 2.25rem;
    min-width: 0;
  }
  section:first-of-type {
    margin-top: 1.5rem;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.15em;
    text-decoration-thickness: 1px;
    overflow-wrap: anywhere;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
    border-radius: 2px;
  }
  .card .between {
    flex-wrap: nowrap;
    margin-block-end: 0.25rem;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: 2.5rem;
    padding: 0.25rem 1rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--sand-1);
    color: var(--ink);
    font: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  button:hover,
  .button:hover {
    border-color: var(--accent);
  }
  button.main,
  .button.main {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  button:disabled {
    color: var(--ink-soft);
    cursor: default;
    opacity: 0.7;
  }
  label {
    display: block;
    font-size: var(--step--1);
    color: var(--ink-soft);
  }
  label {
    max-width: 100%;
  }
  label:has(> [type="checkbox"]) {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 2.5rem;
    color: var(--ink);
  }
  [type="checkbox"] {
    flex: none;
    width: 1.15rem;
    height: 1.15rem;
    accent-color: var(--accent);
  }
  input:not([type="checkbox"]),
  select {
    min-height: 2.5rem;
    max-width: 100%;
    padding: 0.25rem 0.6rem;
    border: 1px solid var(--ink-soft);
    border-radius: var(--radius);
    background: var(--sand-0);
    color: var(--ink);
    font: inherit;
  }
  .scroll {
    position: relative;
    overflow-x: auto;
    max-width: 100%;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  caption {
    text-align: start;
    color: var(--ink-soft);
    font-size: var(--step--1);
    padding-block-end: 0.25rem;
  }
  th,
  td {
    padding: 0.45rem 0.6rem;
    border-block-end: 1px solid var(--sand-2);
    text-align: start;
    vertical-align: baseline;
  }
  thead th {
    border-block-end-color: var(--line);
    color: var(--ink-soft);
    font-size: var(--step--1);
    font-weight: 500;
    white-space: nowrap;
  }
  tbody th {
    min-width: 5.5rem;
    font-weight: 500;
  }
  .figure {
    text-align: end;
    white-space: nowrap;
  }
  tbody tr:hover {
    background: var(--sand-1);
  }
  .soft {
    color: var(--ink-soft);
  }
  .small {
    font-size: var(--step--1);
  }
  .good {
    color: var(--good);
  }
  .bad {
    color: var(--bad);
  }
  .tag {
    display: inline-block;
    padding: 0 0.45rem;
    border: 1px solid var(--line);
    border-radius: 1rem;
    color: var(--ink-soft);
    font-size: var(--step--1);
    white-space: nowrap;
  }
  .tag.live {
    border-color: var(--accent);
    color: var(--accent);
  }
  .row + .note,
  .row + match-log {
    display: block;
    margin-block-start: 1rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
  }
  .between {
    justify-content: space-between;
    align-items: baseline;
  }
  .grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
    gap: 1rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .card {
    display: block;
    padding: 0.9rem 1rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--sand-1);
    min-width: 0;
  }
  .card > :last-child {
    margin-bottom: 0;
  }
  .card.match {
    position: relative;
    overflow: clip;
  }
  .card.match a::after {
    position: absolute;
    inset: 0;
    content: "";
  }
  .card.match:hover {
    border-color: var(--accent);
  }
  .card picture {
    display: block;
    margin: -0.9rem -1rem 0.75rem;
    border-block-end: 1px solid var(--line);
  }
  .small-board {
    display: block;
    width: 100%;
    height: auto;
    aspect-ratio: 8 / 5;
    background: var(--sand-2);
  }
  .note {
    padding: 0.9rem 1rem;
    border: 1px dashed var(--line);
    border-radius: var(--radius);
    color: var(--ink-soft);
    max-width: 46rem;
  }
  .trouble {
    border: 1px solid var(--bad);
    border-radius: var(--radius);
    padding: 0.75rem 1rem;
    max-width: 46rem;
    overflow-wrap: anywhere;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  ul.plain {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 0.25rem 1rem;
    margin: 0;
  }
  dt {
    color: var(--ink-soft);
  }
  dd {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  code,
  pre {
    font-family: var(--figures);
    font-size: 0.9em;
  }
  pre {
    overflow-x: auto;
    padding: 0.75rem 1rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--sand-1);
  }
  @media (max-width: 30rem) {
    dl {
      grid-template-columns: 1fr;
    }
    dd {
      margin-block-end: 0.35rem;
    }
    th,
    td {
      padding-inline: 0.35rem;
    }
  }
  @media (forced-colors: active) {
    button.main,
    .button.main {
      border-width: 2px;
    }
  }
`;
