// The look of what is being chosen.

import { css } from "lit";

/** One line of choices where there is little room. */
const TIGHT = css`
  .how {
    display: none;
  }
  .steps {
    gap: 0.1rem 0.5rem;
    padding-block: 0.2rem;
  }
  .choices,
  .prompt {
    flex-wrap: nowrap;
    white-space: nowrap;
  }
  .choices {
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .choices button {
    flex: 1 0 auto;
  }
`;

export const STEP_STYLES = css`
  .steps {
    flex: 1 1 20rem;
    display: grid;
    gap: 0.3rem;
    min-width: 0;
    max-height: 8.5rem;
    overflow: auto;
    scrollbar-width: thin;
    border: 2px solid var(--b-accent);
    border-radius: var(--radius, 0.5rem);
    background: var(--b-sand-0);
    padding: 0.35rem 0.6rem;
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
  @container (max-width: 43.99rem) {
    ${TIGHT}
    .steps {
      flex-basis: 100%;
    }
  }
  @media (max-height: 30rem) {
    ${TIGHT}
    .steps {
      grid-template-columns: auto minmax(0, 1fr);
      align-items: center;
      max-height: 3.6rem;
    }
  }
`;
