// What goes into a board and what comes out; the types of views are those of the OpenAPI document.

import type { components } from "../generated/openapi.ts";
import type { Happening } from "./motion.ts";

type Schemas = components["schemas"];

export type ImhotepView = Schemas["ImhotepView"];
export type DuelView = Schemas["DuelView"];
export type View = ImhotepView | DuelView;
export type Layout = Schemas["Layout"];

/** One legal action, as the service offers it; `parts` are the words that a compound action is built from. */
export type LegalAction = Pick<Schemas["OfferedAction"], "code" | "notation" | "kind" | "label" | "parts">;

/** By how much an action would change the points of each seat, as far as can be known; `lines` say where. */
export interface Change {
  seat: number;
  scored: { least: number; most: number };
  projected: { least: number; most: number };
  lines: readonly { source: string; change: { least: number; most: number } }[];
}

export type Language = "en" | "de";
export type Theme = "light" | "dark" | "auto";

/** A whole action was built: `choose`. One is about to be (pointed at or focused), or no longer: `consider`. */
export interface BoardEvents {
  choose: CustomEvent<LegalAction>;
  consider: CustomEvent<LegalAction | null>;
  /** Something begins to move: what is seen to happen. */
  moving: CustomEvent<ReadonlySet<Happening>>;
}
