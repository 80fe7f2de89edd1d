// Which keys move through a match: not those that somebody types or that a control needs itself.

export type Move = "back" | "on" | "first" | "last" | "toggle";

const MOVES: Record<string, Move> = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "first",
  End: "last",
  " ": "toggle",
};
const TYPED_IN = "input, select, textarea, [contenteditable], [role=grid], [role=listbox], [role=slider], [role=radiogroup]";
const PRESSED = "button, a[href], summary, [role=button], [tabindex='0']";

export function meansMove(event: KeyboardEvent): Move | null {
  const move = MOVES[event.key];
  if (!move || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  const way = event.composedPath().filter((target) => target instanceof Element);
  if (way.some((element) => element.matches(TYPED_IN))) return null;
  if (move === "toggle" && way.some((element) => element.matches(PRESSED))) return null;
  return move;
}
