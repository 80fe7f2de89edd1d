// The Pyramids: levels side by side, as one would lift them off each other.

import { nothing, svg } from "lit";
import { heapPart } from "../marks.ts";
import type { Part } from "../scene.ts";
import { freshly, stone } from "../stones.ts";
import { type Drawn, listed, type Table } from "../table.ts";
import type { ImhotepView } from "../types.ts";
import { type Site, type SiteLayout, stonesBefore } from "./sites.ts";

const CELL = 30;
/** The framed spaces of side C, which the site's sentence speaks of (H-12). */
const FRAMED: ReadonlySet<number> = new Set([2, 4, 6, 8, 11]);

type Space = SiteLayout["spaces"][number];

export function pyramids(table: Table<ImhotepView>, site: Site, layout: SiteLayout | undefined): Part[] {
  const spaces = listed(layout?.spaces);
  const groups = [...new Set(spaces.map(({ group }) => group))];
  const built = (group: string): readonly number[] => (group === "" ? listed(site.stones) : owners(table, group));
  const edge = groups.includes("") || groups.length === 0 ? listed(site.stones).slice(spaces.length) : [];
  return [
    ...groups.map((group) =>
      pyramid(table, group, spaces.filter((space) => space.group === group), built(group), site.side, builtBefore(table, group)),
    ),
    ...(edge.length > 0 ? [heapPart(table, edge, table.texts.edge)] : []),
  ];
}

/** How many stones a pyramid had one ply ago; where nobody says, more than ever can. */
function builtBefore(table: Table<ImhotepView>, group: string): number {
  if (group === "") return stonesBefore(table, "pyramids");
  const all = table.before?.pyramids as Record<string, readonly number[] | undefined> | null | undefined;
  return all?.[group]?.length ?? Number.POSITIVE_INFINITY;
}

function owners(table: Table<ImhotepView>, group: string): readonly number[] {
  const all = (table.view.pyramids ?? {}) as Record<string, readonly number[] | undefined>;
  return listed(all[group]);
}

function pyramid(
  table: Table<ImhotepView>,
  group: string,
  spaces: readonly Space[],
  stones: readonly number[],
  side: string,
  before: number,
): Part {
  const levels = [...new Set(spaces.map(({ level }) => level))].sort((one, other) => one - other);
  const widest = (level: number): number => Math.max(...spaces.filter((each) => each.level === level).map(({ column }) => column));
  const tallest = Math.max(...spaces.map(({ row }) => row));
  const starts = levels.map((_, place) => levels.slice(0, place).reduce((sum, level) => sum + widest(level) * CELL + 12, 4));
  const width = (starts.at(-1) ?? 0) + widest(levels.at(-1) ?? 1) * CELL + 4;
  const below = tallest * CELL + 8;
  const name = group === "" ? table.site("pyramids") : groupName(table, group);
  const told = stones.length > 0 ? table.say("stonesOf", { stones: table.owners(stones) }) : table.texts.noStones;
  const frame = svg`<rect class="hit frame" x="0" y="0" width=${width} height=${below} rx="6"></rect>`;
  const picture = svg`
    ${spaces.map((space, place) => {
      const x = (starts[levels.indexOf(space.level)] ?? 0) + (space.column - 1) * CELL;
      const rows = Math.max(...spaces.filter((each) => each.level === space.level).map(({ row }) => row));
      const y = 4 + (tallest - rows) * CELL + (space.row - 1) * CELL;
      const fresh = place >= before && place < stones.length ? freshly(x + CELL / 2, y + CELL / 2, 12) : nothing;
      return svg`${cell(space, x, y, stones[place], `pyramids:${group}.${place}`, side === "C" && group === "" && FRAMED.has(space.number))}${fresh}`;
    })}
    ${group === "" ? nothing : svg`<text class="faint" x=${width / 2} y=${below + 9} aria-hidden="true">${name}</text>`}`;
  return {
    name: `${name}, ${told}`,
    width,
    height: below + (group === "" ? 0 : 18),
    isOffered: table.isOffered(`pyramid:${group}`),
    picture: svg`${picture}${table.thing(`pyramid:${group}`, name, frame)}`,
  };
}

export function groupName(table: Table<ImhotepView>, group: string): string {
  const key = `pyramid-${group}`;
  return key in table.texts ? table.texts[key as "pyramid-left"] : group;
}

function cell(space: Space, x: number, y: number, seat: number | undefined, place: string, isFramed: boolean): Drawn {
  const middle = [x + CELL / 2, y + CELL / 2] as const;
  return svg`<rect class=${`tile level-${space.level}`} x=${x + 1} y=${y + 1} width=${CELL - 2} height=${CELL - 2} rx="3"></rect>
    ${isFramed ? svg`<rect class="framed" x=${x + 3.5} y=${y + 3.5} width=${CELL - 7} height=${CELL - 7} rx="2"></rect>` : nothing}
    ${seat === undefined
      ? svg`<text class="figure" x=${middle[0]} y=${middle[1]} aria-hidden="true">${space.points ?? ""}${space.bonus ? "*" : ""}</text>`
      : stone(seat, middle[0], middle[1], 12, place)}`;
}
