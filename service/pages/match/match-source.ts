// A match of the service: told event by event while it is played, and to its end when it is over.

import type { Language, View } from "../board/types.ts";
import type {
  AwaitedFragment,
  BeatFragment,
  NotesQuery,
  PresentFragment,
  ToldFragment,
  WatchedEventsSubscription,
} from "../generated/match/graphql.ts";
import { ServiceClock } from "../player/clock.ts";
import { type Frame, NOTHING_TOLD, type Note, type Outcome, type Source, type Told } from "../player/types.ts";
import { EVENT_PAGE, EVENTS, LAYOUT, MATCH, NOTES, ONE_VIEW } from "./queries.ts";
import { viewsOf, wholeRecord } from "./record-views.ts";
import { Refusal, type Server } from "./server.ts";
import type { MatchFacts } from "./types.ts";

type News = WatchedEventsSubscription["matchEvents"];

const SILENT_MS = 20_000;
const LOST_MS = 30_000;
const DRAWN_MS = 30;
const AGAIN_MS = 2_000;

export class MatchSource implements Source {
  told: Told = NOTHING_TOLD;
  /** What does not change while it is played; null until it is known. */
  facts: MatchFacts | null = null;
  private readonly clock = new ServiceClock();
  private readonly frames: Frame[] = [];
  /** Of each frame, whether an action led to it. */
  private readonly acted: boolean[] = [];
  private cursor: string | null = null;
  private lastCursor: string | null = null;
  private stop: () => void = () => {};
  private heardAt = 0;
  private timers: number[] = [];
  private drawing = 0;
  private changed: () => void = () => {};
  private isOpen = false;
  private isMeeting = false;
  /** Whether an event was heard before the match was over. */
  private wasLive = false;
  /** What was heard is taken in one after the other. */
  private work: Promise<void> = Promise.resolve();
  private readonly looked = new Set<number>();

  constructor(
    private readonly matchId: string,
    private readonly server: Pick<Server, "ask" | "follow">,
    private readonly language: Language = "en",
  ) {}

  /** Whoever else wants to hear of changes, besides the player. */
  heard: () => void = () => {};

  open(changed: () => void): () => void {
    this.changed = () => {
      changed();
      this.heard();
    };
    this.isOpen = true;
    window.addEventListener("offline", this.lost);
    window.addEventListener("online", this.again);
    this.timers.push(window.setInterval(() => this.listen(), 1_000));
    void this.load();
    return () => {
      this.isOpen = false;
      this.stop();
      for (const timer of [...this.timers, this.drawing]) clearTimeout(timer);
      this.timers = [];
      this.drawing = 0; // or nothing would be drawn after it is opened again
      window.removeEventListener("offline", this.lost);
      window.removeEventListener("online", this.again);
    };
  }

  nowMs(): number | null {
    return this.clock.nowMs();
  }

  /** The service said what time it was. */
  hearTime(nowMs: number): void {
    this.clock.hear(nowMs);
  }

  /** What was asked has been answered; the next is told by the service. */
  answered(version: number): void {
    if (this.told.asked?.version === version) this.tell({ asked: null });
  }

  async through(seat: number | null): Promise<readonly (View | null)[]> {
    const record = await wholeRecord(this.server.ask, this.matchId);
    const { views } = await viewsOf(this.server.ask, record.json, seat);
    let ply = record.plyOfStart;
    return this.acted.map((acted) => {
      ply += acted ? 1 : 0;
      return views[ply] ?? null;
    });
  }

  /** Ask for what was not told of one frame. */
  async see(index: number): Promise<void> {
    const frame = this.frames[index];
    if (!frame || frame.view || this.looked.has(index)) return;
    this.looked.add(index);
    try {
      const { view } = await this.server.ask(ONE_VIEW, { matchId: this.matchId, version: frame.version });
      this.frames[index] = { ...frame, view: (view?.view ?? null) as View | null };
      this.tell({});
    } catch {
      // Without it the frame stays as it is, and the player says so.
    }
  }

  /** Draw anew soon; many events that come at once are drawn once. */
  private tell(more: Partial<Told>): void {
    this.told = { ...this.told, ...more, frames: this.frames };
    this.drawing ||= window.setTimeout(() => {
      this.drawing = 0;
      this.told = { ...this.told, frames: [...this.frames] };
      this.changed();
    }, DRAWN_MS);
  }

  private async load(): Promise<void> {
    try {
      const { server, match } = await this.server.ask(MATCH, { id: this.matchId });
      if (!match) return this.tell({ phase: "missing" });
      if (server) this.clock.hear(server.nowMs);
      const options = JSON.stringify(match.options);
      const { layout } = await this.server.ask(LAYOUT, { game: match.game, options, language: this.language });
      if (!this.isOpen) return;
      this.facts = match;
      this.tell({
        phase: match.status === "OPEN" ? "waiting" : "connecting",
        game: match.game,
        matchId: match.id,
        names: named(match),
        layout: layout as Told["layout"],
        delayMs: match.publicDelayMs,
      });
      this.begin();
    } catch (error) {
      this.refused(error);
    }
  }

  private refused(error: unknown): void {
    if (!this.isOpen) return;
    const code = error instanceof Refusal ? error.code : "lost";
    if (code === "not_found") this.tell({ phase: "missing" });
    else if (["lost", "busy", "rate_limited", "internal"].includes(code)) {
      this.tell({ phase: "disconnected" });
      this.timers.push(window.setTimeout(() => this.again(), AGAIN_MS));
    } else if (code === "bad_cursor" && this.cursor !== null) {
      this.cursor = null;
      this.frames.length = this.acted.length = 0;
      this.begin();
    } else this.tell({ phase: "refused", problem: error instanceof Error ? error.message : null });
  }

  private begin(): void {
    this.stop();
    this.heardAt = performance.now();
    this.stop = this.server.follow(
      EVENTS,
      () => ({ matchId: this.matchId, after: this.cursor, language: this.language }),
      {
        hear: ({ matchEvents }) => {
          this.work = this.work.then(() => this.hear(matchEvents)).catch((error: unknown) => this.refused(error));
        },
        cut: () => this.tell({ phase: "disconnected" }),
        refused: (error) => this.refused(error),
        over: () => this.tell({ phase: "over", asked: null }),
      },
    );
  }

  private readonly lost = (): void => {
    if (this.told.phase !== "over") this.tell({ phase: "disconnected" });
  };

  private readonly again = (): void => {
    if (!this.isOpen || this.told.phase === "over") return;
    if (this.facts) this.begin();
    else void this.load();
  };

  /** A connection may stand open and tell nothing: say so, and after a while make another. */
  private listen(): void {
    const silent = performance.now() - this.heardAt;
    if (this.told.phase === "live" && silent > SILENT_MS) this.tell({ phase: "behind" });
    if (this.told.phase === "behind" && silent > LOST_MS) this.begin();
  }

  private async hear(news: News): Promise<void> {
    this.heardAt = performance.now();
    this.cursor = news.cursor;
    if (news.__typename === "HeartbeatNews") this.beat(news.heartbeat);
    else this.awaited(news.turn ?? null);
    if (news.__typename === "EventNews") {
      this.add(news.event, news.view?.view as View | undefined);
      if (news.view) this.tell({ own: news.view.seat });
    }
    if (news.__typename === "ResyncNews") await this.resync(news.snapshot);
    if (this.told.phase !== "over") this.tell({ phase: this.facts && this.frames.length === 0 ? "waiting" : "live" });
  }

  private awaited(turn: AwaitedFragment | null): void {
    if (turn) this.clock.hear(turn.nowMs);
    this.tell({ asked: turn && { ...turn, actions: turn.legalActions } });
  }

  private add(event: ToldFragment, view: View | null = null): void {
    if (event.version !== this.frames.length + 1) return; // told before
    const { version, label, seat, auto, leftMs, toAct, deadlineMs } = event;
    const isAction = event.kind === "ACTION";
    const tookMs = isAction ? event.chargedMs : null;
    const note = event.note as Note | null;
    this.frames.push({ version, view, label, seat, auto, leftMs, tookMs, note, toAct, deadlineMs });
    this.acted.push(isAction);
    this.lastCursor = event.cursor;
    const isOver = event.status === "FINISHED" || event.status === "VOID";
    if (this.facts?.status === "OPEN") void this.meet();
    if (event.result) this.tell({ result: outcomes(event.result.seats) });
    if (isOver && this.wasLive) void this.reveal().catch(() => {}); // without them it is shown as it was told
    this.wasLive ||= !isOver && event.version >= (this.facts?.version ?? 0);
    this.tell(isOver ? { phase: "over", asked: null } : {});
  }

  /** The notes of other seats are told once the match is over. */
  private async reveal(): Promise<void> {
    for (let after: string | null | undefined = null; after !== undefined; ) {
      const page: NotesQuery["matchEvents"] = (await this.server.ask(NOTES, { matchId: this.matchId, after })).matchEvents;
      for (const { version, note } of page?.nodes ?? []) {
        const frame = this.frames[version - 1];
        if (frame) this.frames[version - 1] = { ...frame, note: note as Note | null };
      }
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    }
    this.tell({});
  }

  /** It stood open when it was asked for: now all seats are taken, and their names are known. */
  private async meet(): Promise<void> {
    if (this.isMeeting) return;
    this.isMeeting = true;
    const { match } = await this.server.ask(MATCH, { id: this.matchId }).catch(() => ({ match: null }));
    this.isMeeting = false;
    if (!match) return; // the next event asks again
    this.facts = match;
    this.tell({ names: named(match) });
  }

  private beat({ nowMs, clocks }: BeatFragment): void {
    this.clock.hear(nowMs);
    const [told, last] = [clocks[0], this.frames.at(-1)];
    if (!told || !last || told.version !== last.version) return;
    const { leftMs, deadlineMs, toAct } = told;
    this.frames[this.frames.length - 1] = { ...last, leftMs, deadlineMs, toAct };
    this.tell({});
  }

  /** Too much has happened to be told one by one: read it in pages, and see only how it stands. */
  private async resync({ match, view }: PresentFragment): Promise<void> {
    const heard = this.cursor;
    let page = await this.page(this.frames.length === 0 ? null : this.lastCursor);
    for (;;) {
      for (const event of page?.nodes ?? []) this.add(event);
      if (!page?.pageInfo.hasNextPage) break;
      page = await this.page(page.pageInfo.endCursor);
    }
    this.cursor = heard;
    const newest = this.frames[match.version - 1];
    if (newest && view) this.frames[match.version - 1] = { ...newest, view: view.view as View };
    const isOver = match.status === "FINISHED" || match.status === "VOID";
    const result = match.result ? outcomes(match.result.seats) : null;
    this.tell({ own: view?.seat ?? null, result, ...(isOver ? { phase: "over" as const } : {}) });
  }

  private async page(after: string | null) {
    return (await this.server.ask(EVENT_PAGE, { matchId: this.matchId, after, language: this.language })).matchEvents;
  }
}

function named({ seats }: MatchFacts): string[] {
  return seats.map(({ playerName }, seat) => playerName ?? String(seat + 1));
}

function outcomes(seats: readonly { place: number; total: number; keptTime: boolean; resigned: boolean }[]): Outcome[] {
  return seats.map(({ place, total, keptTime, resigned }) => ({ place, total, isOut: resigned || !keptTime }));
}
