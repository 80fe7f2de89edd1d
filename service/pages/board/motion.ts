// Motion: what lies elsewhere than one ply ago goes there before one's eyes.
//
// A drawing says of a thing what it is (`data-piece`) and where it lies (`data-place`); things of one kind are alike.
// Where one is gone from a place and a like one has come to another, that one goes from there to here.

/** What is seen to happen: a stone, a ship, a card or a token moves, or points rise. */
export type Happening = "stone" | "ship" | "card" | "token" | "points";

/** How long a piece is on its way, in ms, and how much longer if a ship carries it first. */
export const PACE_MS = 380;
const LANDING = 0.5;
const RISE_MS = 600;
const FRAME_MS = 17;
const EASING = "cubic-bezier(.35,.05,.25,1)";

interface Lying {
  piece: string;
  place: string;
  element: Element;
  count: number;
  box: DOMRect;
}

export class Motion {
  private before: Lying[] = [];
  /** Where pieces come from that lay nowhere, such as a quarry, by the kind or the piece. */
  private homes = new Map<string, DOMRect>();
  private running: Animation[] = [];
  private arrived: () => void = () => {};
  /** Resolves when all that moves has come to its place; points may still rise. */
  settled = Promise.resolve();

  constructor(private readonly root: () => ParentNode | null) {}

  /** Remember where everything lies, before it is drawn anew. */
  remember(): void {
    this.before = lying(this.root());
    const homes = [...(this.root()?.querySelectorAll<HTMLElement | SVGElement>("[data-home]") ?? [])];
    this.homes = new Map(homes.map((each) => [each.dataset["home"] ?? "", each.getBoundingClientRect()]));
  }

  /** Let everything that has changed its place since go there, unless the pace is 0; returns what happens. */
  play(pace: number): ReadonlySet<Happening> {
    const root = this.root();
    const after = lying(root);
    const sailed = glides(this.before, after);
    for (const [now, from] of sailed) this.move(now.element, [from.box, now.box], pace);
    const found = new Set<Happening>(sailed.size > 0 ? ["ship"] : []);
    for (const [now, from] of flights(this.before, after, this.homes)) {
      const carrier = [...sailed].find(([ship]) => ship.piece === carrierOf(from.place));
      const way = carrier ? [from.box, shifted(from.box, carrier[1].box, carrier[0].box), now.box] : [from.box, now.box];
      this.move(now.element, way, carrier ? pace * (1 + LANDING) : pace);
      found.add(now.piece.split(":")[0] as Happening);
    }
    this.before = [];
    const gains = [...(root?.querySelectorAll("[data-gain]") ?? [])];
    if (gains.length > 0) found.add("points");
    if (pace === 0 || found.size === 0) return found;
    this.settled = this.landing(pace * (1 + LANDING) + FRAME_MS);
    for (const outline of root?.querySelectorAll(".fresh[fill]") ?? []) {
      this.running.push(outline.animate({ opacity: [0, 0, 1] }, { duration: pace * (1 + LANDING) }));
    }
    const delay = this.running.length > 0 ? pace * 0.8 : 0;
    for (const gain of gains) {
      const shown = [{ opacity: 0, translate: "0 14px" }, { opacity: 1, translate: "0 0", offset: 0.4 }, { opacity: 0, translate: "0 -6px" }];
      this.running.push(gain.animate(shown, { duration: RISE_MS, delay, easing: "ease-out" }));
    }
    return found;
  }

  /** Resolves by a timer: an animation whose target is drawn anew never says that it has ended. */
  private landing(until: number): Promise<void> {
    const moving = [...this.running];
    return new Promise((resolve) => {
      this.arrived = resolve;
      setTimeout(() => {
        for (const each of moving) each.cancel();
        resolve();
      }, until);
    });
  }

  /** Everything lies where it belongs, at once. */
  finish(): void {
    for (const each of this.running) each.cancel();
    this.running = [];
    this.arrived();
  }

  private move(element: Element, way: readonly DOMRect[], duration: number): void {
    const last = way.at(-1);
    if (!last || duration === 0) return;
    const steps = way.map((box) => step(element, box, last));
    const offset = way.length === 3 ? [0, 1 / (1 + LANDING), 1] : [0, 1];
    const frames = steps.map((each, place) => ({ ...each, offset: offset[place] ?? 1, easing: EASING }));
    this.running.push(element.animate(frames, { duration }));
  }
}

/** All that lies somewhere in the drawing. */
function lying(root: ParentNode | null): Lying[] {
  const drawn = [...(root?.querySelectorAll<HTMLElement | SVGElement>("[data-piece]") ?? [])];
  return drawn.filter((element) => !element.closest(".ghost")).map((element) => ({
    piece: element.dataset["piece"] ?? "",
    place: element.dataset["place"] ?? "",
    count: Number(element.dataset["count"] ?? 1),
    element,
    box: element.getBoundingClientRect(),
  }));
}

/** The ships that lie elsewhere, each with where it lay: a ship is one and the same, unlike a stone. */
function glides(before: readonly Lying[], after: readonly Lying[]): Map<Lying, Lying> {
  const ships = after.filter(({ place }) => place === "");
  const pairs = ships.map((now) => [now, before.find(({ piece, place }) => place === "" && piece === now.piece)] as const);
  return new Map(pairs.filter((pair): pair is [Lying, Lying] => pair[1] !== undefined && pair[0].box.width > 0 && pair[1].box.width > 0 && isFar(pair[0].box, pair[1].box)));
}

function isFar(one: DOMRect, other: DOMRect): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) > Math.max(24, one.height);
}

/** Each piece that has come to a place, with where it was before, as far as that can be said. */
function flights(before: readonly Lying[], after: readonly Lying[], homes: ReadonlyMap<string, DOMRect>): Map<Lying, { place: string; box: DOMRect }> {
  const loose = before.filter(({ place }) => place !== "");
  const counted = (some: readonly Lying[], { piece, place }: Lying): number =>
    some.filter((each) => each.piece === piece && each.place === place).reduce((sum, { count }) => sum + count, 0);
  const gone = loose.filter((each) => counted(after, each) < each.count);
  const found = new Map<Lying, { place: string; box: DOMRect }>();
  for (const now of after.filter((each) => each.place !== "" && counted(loose, each) < each.count)) {
    const at = gone.findIndex(({ piece }) => piece === now.piece);
    const [from] = at < 0 ? [] : gone.splice(at, 1);
    const box = from?.box ?? homes.get(now.piece) ?? homes.get(now.piece.split(":")[0] ?? "");
    if (box && box.width > 0 && now.box.width > 0) found.set(now, { place: from?.place ?? "", box });
  }
  return found;
}

/** The ship in which a place such as `berth:2.1` is. */
function carrierOf(place: string): string {
  const [kind, at = ""] = place.split(":");
  return kind === "berth" ? `ship:${at.split(".")[0]}` : "";
}

function shifted(box: DOMRect, from: DOMRect, to: DOMRect): DOMRect {
  return new DOMRect(box.x + to.x - from.x, box.y + to.y - from.y, box.width, box.height);
}

/** What shows an element as if it lay in another box: `translate` and `scale` come before its own transform. */
function step(element: Element, box: DOMRect, own: DOMRect): { translate: string; scale: string } {
  const scale = box.width / Math.max(1, own.width);
  const [there, here] = [middle(box), middle(own)];
  const parent = element instanceof SVGGraphicsElement && element.parentElement instanceof SVGGraphicsElement ? element.parentElement.getScreenCTM() : null;
  if (!parent) return { translate: `${there.x - here.x}px ${there.y - here.y}px`, scale: String(scale) };
  const inverse = parent.inverse();
  const [to, from] = [there.matrixTransform(inverse), here.matrixTransform(inverse)];
  return { translate: `${to.x - scale * from.x}px ${to.y - scale * from.y}px`, scale: String(scale) };
}

function middle(box: DOMRect): DOMPoint {
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
}
