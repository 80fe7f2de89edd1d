// How the player looks; colours and sizes are those of the page around it.

import { css } from "lit";
import { STONE_STYLES } from "../board/styles/stone.ts";

export const styles = css`
  :host { display: block; color: var(--ink); font-size: var(--step--1); container-type: inline-size; }
  ${STONE_STYLES}
  :host([theme="light"]) { color-scheme: light; }
  :host([theme="dark"]) { color-scheme: dark; }
  * { box-sizing: border-box; }
  h3, figcaption { margin: 0 0 0.35rem; font-size: var(--step--1); font-weight: 600; color: var(--ink-soft); }
  .past { display: grid; gap: 0.6rem; min-width: 0; }
  .state { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; min-height: 1.75rem; font-size: var(--step--1); color: var(--ink-soft); }
  .phase { display: inline-flex; align-items: center; gap: 0.4rem; font-weight: 600; }
  .phase::before { content: ""; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: var(--ink-soft); }
  .phase.live::before { background: var(--good); }
  .phase.behind::before, .phase.disconnected::before, .phase.refused::before { background: var(--bad); border-radius: 0; }
  .phase.disconnected, .phase.behind { color: var(--bad); }
  .said { overflow: hidden; text-overflow: ellipsis; }
  .cut { color: var(--bad); }
  .message { padding: 3rem 1rem; text-align: center; background: var(--sand-1); border-radius: var(--radius); }
  .log ol { list-style: none; margin: 0; padding: 0; }
  .who { display: grid; grid-template-columns: auto minmax(0, 1fr) auto auto; gap: 0 0.5rem; align-items: center; min-height: 1.6rem; }
  .sign { width: 1.4em; height: 1.4em; flex: none; overflow: visible; }
  .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
  .name small { font-weight: 400; color: var(--ink-soft); margin-inline-start: 0.35em; }
  .total { white-space: nowrap; font-variant-numeric: tabular-nums; text-align: end; }
  .total strong { font-size: var(--step-0); }
  .projected { color: var(--ink-soft); }
  .leads .projected { color: var(--ink); font-weight: 700; }
  ins { text-decoration: none; font-weight: 600; }
  ins.better { color: var(--good); }
  ins.worse { color: var(--bad); }
  .controls { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; padding: 0.5rem; background: var(--sand-1); border-radius: var(--radius); font-size: var(--step--1); }
  .keys { display: flex; gap: 0.25rem; }
  .controls select { flex: 1; min-width: 0; }
  .controls input { flex: 1 1 8rem; min-width: 6rem; accent-color: var(--accent); height: 2.5rem; }
  .moment { font-variant-numeric: tabular-nums; color: var(--ink-soft); white-space: nowrap; }
  .controls label { display: inline-flex; gap: 0.35rem; align-items: center; color: var(--ink-soft); }
  .controls select { max-width: 12rem; }
  button, select { font: inherit; color: inherit; background: var(--sand-0); border: 1px solid var(--line); border-radius: 0.375rem; min-height: 2.5rem; padding: 0 0.6rem; }
  button { cursor: pointer; }
  button:hover { background: var(--sand-2); }
  button[aria-disabled="true"] { opacity: 0.45; cursor: default; }
  .keys button { width: 2.5rem; padding: 0; display: grid; place-items: center; }
  .keys svg { width: 1.25rem; height: 1.25rem; fill: currentColor; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  .now { background: var(--accent); color: var(--on-accent); border-color: var(--accent); min-height: 1.6rem; }
  .now:hover { background: var(--accent); filter: brightness(1.1); }
  .log ol { position: relative; max-height: 16rem; overflow-y: auto; border: 1px solid var(--line); border-radius: var(--radius); overscroll-behavior: contain; }
  .log button { display: flex; gap: 0.5rem; width: 100%; align-items: baseline; text-align: start; border: 0; border-radius: 0; padding: 0.3rem 0.6rem; min-height: 1.75rem; font-size: var(--step--1); background: none; }
  .log button:hover { background: var(--sand-1); }
  .log button[aria-current] { background: var(--sand-2); box-shadow: inset 0.2rem 0 var(--accent); }
  .log .sign { align-self: center; }
  .log .said { flex: 1; }
  .number, .took, .value { color: var(--ink-soft); font-variant-numeric: tabular-nums; flex: none; min-width: 1.6em; text-align: end; }
  .graph { margin: 0; }
  .plot { position: relative; padding-inline-end: 2rem; }
  .plot svg { display: block; width: 100%; height: 6rem; background: var(--sand-1); border-radius: var(--radius); cursor: pointer; }
  .plot path { fill: none; stroke-width: 2.25; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
  .plot .under { stroke: var(--ink-soft); stroke-width: 3.5; opacity: 0.55; }
  .plot line { stroke: var(--line); vector-effect: non-scaling-stroke; }
  .plot .at { stroke: var(--accent); stroke-width: 1.5; }
  .high, .low { position: absolute; inset-inline-end: 0; font-size: var(--step--1); color: var(--ink-soft); font-variant-numeric: tabular-nums; }
  .high { top: 0; }
  .low { bottom: 0; }
  .worths { max-height: 16rem; overflow: auto; font-size: var(--step--1); }
  .worths table { border-collapse: collapse; width: 100%; }
  .worths caption { text-align: start; font-weight: 600; color: var(--ink-soft); padding-bottom: 0.35rem; }
  .worths td, .worths th { padding: 0.15rem 0.5rem 0.15rem 0; text-align: start; border-bottom: 1px solid var(--sand-2); }
  .worths [aria-current] { background: var(--sand-2); font-weight: 600; }
  .note h3 { overflow-wrap: anywhere; }
  .note p { margin: 0 0 0.35rem; max-height: 12rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
  .note dl { margin: 0; }
  .note dl div { display: flex; gap: 0.5rem; }
  .note dt { color: var(--ink-soft); }
  .note dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  .ending table { border-collapse: collapse; width: 100%; font-size: var(--step--1); font-variant-numeric: tabular-nums; }
  .ending .scroll { overflow-x: auto; }
  .ending th, .ending td { padding: 0.2rem 0 0.2rem 0.5rem; text-align: end; border-bottom: 1px solid var(--sand-2); }
  .ending th[scope="row"] { padding-inline-start: 0; text-align: start; font-weight: 400; }
  .ending tfoot th { font-weight: 600; }
  .dear ol { margin: 0; padding-inline-start: 1.2rem; }
  .dear li button { min-height: 1.75rem; text-align: start; }
  .tie { margin: 0.35rem 0 0; font-size: var(--step--1); }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @container (max-width: 30rem) {
    .keys { flex: 1 1 100%; justify-content: space-between; }
    .keys button { flex: 1; }
    .controls label { flex: 1 1 6rem; }
    .controls label.eyes { flex-grow: 2; }
    .log ol { max-height: 12rem; }
  }
  @media (forced-colors: active) {
    .log button[aria-current] { outline: 2px solid Highlight; outline-offset: -2px; }
    .plot path { forced-color-adjust: none; }
  }
`;
