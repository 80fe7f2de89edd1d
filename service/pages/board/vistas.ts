// What each site looks like from afar, in two lights, behind what lies on it.

import { nothing, svg } from "lit";
import type { Size } from "./scene.ts";
import type { Drawn } from "./table.ts";

type Building = readonly [lit: string, shade: string];

const TOMB: Building = [
  "M4 100V40L20 20H80L96 40V100H66V62A16 16 0 0 0 34 62V100Z",
  "M34 100V62A16 16 0 0 1 66 62V100ZM80 20L96 40V100H88V44Z",
];

/** The lit and the shaded side of each building, in a square of 100 that stands on its lower edge. */
const BUILDINGS: Readonly<Record<string, Building>> = {
  market: [
    "M6 44L18 18H82L94 44ZM12 44V100H18V44ZM82 44V100H88V44ZM18 72H82V80H18Z",
    "M26 44L32 18H44L40 44ZM60 44L56 18H68L74 44ZM24 58A9 9 0 0 1 42 58V72H24ZM52 62H74V72H52Z",
  ],
  pyramids: ["M2 100L44 14L66 100ZM58 100L80 52L90 100Z", "M44 14L98 100H66ZM80 52L100 100H90Z"],
  temple: [
    "M4 30L50 6L96 30ZM10 36H90V42H10ZM14 42H26V92H14ZM36 42H48V92H36ZM58 42H70V92H58ZM80 42H86V92H80ZM4 92H96V100H4Z",
    "M26 42H30V92H26ZM48 42H52V92H48ZM70 42H74V92H70ZM50 6L96 30H50Z",
  ],
  burial: TOMB,
  tombs: TOMB,
  obelisks: [
    "M34 100L40 16L48 4L50 100ZM10 100L14 46L20 38L21 100ZM74 100L78 46L84 38L85 100Z",
    "M48 4L56 16L62 100H50ZM20 38L25 46L29 100H21ZM84 38L89 46L93 100H85Z",
  ],
};

/** The building of a site at the right end of its land, and the dunes before it. */
export function vista(site: string, { width, height }: Size): Drawn {
  const building = Object.hasOwn(BUILDINGS, site) ? BUILDINGS[site] : undefined;
  const size = Math.min(height * 0.86, width * 0.36);
  const dunes = `M0 ${height}V${height * 0.82}Q${width * 0.25} ${height * 0.62} ${width * 0.5} ${height * 0.8}T${width} ${height * 0.74}V${height}Z`;
  return svg`${building
    ? svg`<g transform=${`translate(${width - size - 8} ${height - size - 2}) scale(${size / 100})`}>
        <path class="lit" d=${building[0]}></path><path class="shade" d=${building[1]}></path>
      </g>`
    : nothing}<path class="dune" d=${dunes}></path>`;
}
