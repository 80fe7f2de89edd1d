// The look of what is being chosen.

import { css } from "lit";

export const STEP_STYLES = css`
  .steps {
    position: sticky;
    bottom: 0;
    z-index: 2;
    display: grid;
    gap: 0.5rem;
    max-height: 38vh;
    overflow: auto;
    border: 1px solid var(--b-accent);
    border-radius: var(--radius, 0.5rem);
    background: var(--b-sand-0);
    padding: 0.6rem 0.75rem;
    box-shadow: 0 -0.25rem 1rem rgb(0 0 0 / 12%);
  }
  .prompt {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.4rem 0.75rem;
    color: var(--b-soft);
    font-size: var(--step--1, 0.833rem);
  }
  .chosen,
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
  }
  .chip {
    border-radius: 1rem;
    background: var(--b-sand-2);
    padding: 0.1rem 0.6rem;
    color: var(--b-ink);
  }
  button {
    min-width: 44px;
    min-height: 44px;
    border: 1px solid var(--b-line);
    border-radius: var(--radius, 0.5rem);
    background: var(--b-sand-1);
    padding: 0.3rem 0.8rem;
    color: var(--b-ink);
    font: inherit;
    font-size: var(--step--1, 0.833rem);
    cursor: pointer;
  }
  button:hover {
    border-color: var(--b-accent);
    background: var(--b-sand-2);
  }
  .enough {
    border-color: var(--b-accent);
    background: var(--b-accent);
    color: var(--b-on-accent);
  }
  .enough:hover {
    background: color-mix(in oklab, var(--b-accent), var(--b-ink) 15%);
  }
  .steps .back {
    background: transparent;
    border-color: transparent;
    text-decoration: underline;
  }
`;
