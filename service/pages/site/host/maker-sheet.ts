// The look of the form that makes a ladder.

import { css } from "lit";

export const makerSheet = css`
  form,
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: 0.75rem 1rem;
    align-items: start;
  }
  .field {
    min-width: 0;
  }
  .field > input,
  .field > select,
  .field > textarea {
    width: 100%;
  }
  textarea {
    min-height: 2.5rem;
    padding: 0.25rem 0.6rem;
    border: 1px solid var(--ink-soft);
    border-radius: var(--radius);
    background: var(--sand-0);
    color: var(--ink);
    font: inherit;
  }
  .whole {
    grid-column: 1 / -1;
    min-width: 0;
  }
  .hint {
    margin: 0.25rem 0 0;
  }
  .check {
    display: flex;
    align-items: center;
    gap: 0.5rem;
  }
  .check input {
    min-height: 1.25rem;
  }
  summary {
    width: fit-content;
    padding-block: 0.35rem;
    color: var(--accent);
    cursor: pointer;
  }
  fieldset {
    min-width: 0;
    margin: 0 0 0.75rem;
    padding: 0.5rem 1rem 1rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  .fields + fieldset {
    margin-block-start: 0.75rem;
  }
  fieldset > button {
    margin-block-start: 0.75rem;
  }
`;
