// The look of what stands around a match.

import { css } from "lit";
import { sheet } from "../shell/sheet.ts";

export const matchStyles = [
  sheet,
  css`
    header { margin: 0; }
    h1 { margin: 0; font-size: var(--step-0); }
    header p { margin: 0; color: var(--ink-soft); font-size: var(--step--1); }
    .ways { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; font-size: var(--step--1); }
    .ways p { margin: 0; color: var(--ink-soft); flex: 1 1 100%; }
    .ways p:empty { display: none; }
    details { flex: 1 1 100%; }
    summary { cursor: pointer; color: var(--accent); }
    textarea { width: 100%; font: var(--step--1) / 1.4 var(--figures); background: var(--sand-1); color: var(--ink); border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem; }
  `,
];
