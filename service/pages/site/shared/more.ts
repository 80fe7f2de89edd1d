// A list that comes page by page: what is there so far, and a button for more.

import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { words } from "../../board/words.ts";
import { inWords } from "../shell/page.ts";
import { language } from "../shell/settings.ts";

const WORDS = {
  more: { en: "Show more", de: "Mehr zeigen" },
  loading: { en: "One moment …", de: "Einen Moment …" },
  again: { en: "Try again", de: "Noch einmal versuchen" },
};

interface Connection<Item> {
  edges: readonly { node: Item }[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

/** From the beginning or from what is here on, and until how many are here: at least a page. */
interface Reading {
  isFresh: boolean;
  most: number;
}

export class More<Item> implements ReactiveController {
  items: Item[] = [];
  isAsked = false;
  private cursor: string | null = null;
  private hasMore = false;
  private isBusy = false;
  private trouble: unknown = null;
  private asked = 0;
  /** What is being read, or could not be; null: all that was wanted is here. */
  private wanted: Reading | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly page: (after: string | null) => Promise<Connection<Item> | null | undefined>,
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  /** Whether there is more than what is here. */
  get isCut(): boolean {
    return this.hasMore;
  }

  /** Whether all that there was when it was read is here. */
  get isWhole(): boolean {
    return this.isAsked && !this.hasMore && this.wanted === null;
  }

  /** From the beginning; what is there stays until the answer comes. An older answer is dropped. */
  restart = (): Promise<void> => this.upTo(0);
  more = (): Promise<void> => (this.isBusy ? Promise.resolve() : this.onward());

  /** As if nothing had been asked yet; an answer that is on its way is dropped. */
  clear(): void {
    this.asked += 1;
    [this.items, this.cursor, this.hasMore, this.isAsked] = [[], null, false, false];
    [this.isBusy, this.wanted, this.trouble] = [false, null, null];
    this.host.requestUpdate();
  }

  /** From the beginning, every page until the end or until so many are there. */
  upTo = (most: number): Promise<void> => this.read({ isFresh: true, most });

  /**
   * What has come since the last page, where a list only grows: a page, or all until so many are there. What is being
   * read comes to its end first, and what could not be read is read again.
   */
  onward = async (most = 0): Promise<void> => {
    while (this.isBusy) await this.running;
    await this.read({ isFresh: this.wanted?.isFresh ?? false, most: Math.max(most, this.wanted?.most ?? 0) });
  };

  private again = (): Promise<void> => this.read(this.wanted ?? { isFresh: true, most: 0 });

  private read(reading: Reading): Promise<void> {
    this.running = this.pages(reading);
    return this.running;
  }

  /** At least one page. What is there already stays until all has come; a first list shows each page. */
  private async pages(reading: Reading): Promise<void> {
    const mine = ++this.asked;
    const isFirst = !this.isAsked;
    this.wanted = reading;
    this.isBusy = true;
    this.trouble = null;
    this.host.requestUpdate();
    try {
      let items = reading.isFresh ? [] : this.items;
      let cursor = reading.isFresh ? null : this.cursor;
      let hasMore = true;
      do {
        const told = await this.page(cursor);
        if (mine !== this.asked) return;
        items = [...items, ...(told?.edges.map(({ node }) => node) ?? [])];
        cursor = told?.pageInfo.endCursor ?? cursor;
        hasMore = (told?.pageInfo.hasNextPage ?? false) && cursor !== null;
        if (!isFirst && hasMore && items.length < reading.most) continue;
        [this.items, this.cursor, this.hasMore, this.isAsked] = [items, cursor, hasMore, true];
        this.host.requestUpdate();
      } while (hasMore && items.length < reading.most);
      this.wanted = null;
    } catch (error) {
      if (mine === this.asked) this.trouble = error;
    } finally {
      if (mine === this.asked) this.isBusy = false;
      this.host.requestUpdate();
    }
  }

  /** What stands below the list. */
  below(): TemplateResult | typeof nothing {
    const text = words(WORDS, language());
    if (this.trouble !== null) {
      return html`<div class="trouble" role="alert"><p>${inWords(this.trouble)}</p><button @click=${this.again}>${text.again}</button></div>`;
    }
    if (!this.isAsked) return html`<p class="soft" role="status">${text.loading}</p>`;
    return this.hasMore
      ? html`<p><button @click=${this.more} aria-disabled=${this.isBusy}>${this.isBusy ? text.loading : text.more}</button></p>`
      : nothing;
  }
}
