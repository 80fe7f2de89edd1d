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

export class More<Item> implements ReactiveController {
  items: Item[] = [];
  isAsked = false;
  private cursor: string | null = null;
  private hasMore = false;
  private isBusy = false;
  private trouble: unknown = null;
  private asked = 0;

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

  /** From the beginning; what is there stays until the answer comes. An older answer is dropped. */
  restart = (): Promise<void> => this.ask([], null);
  more = (): Promise<void> => (this.isBusy ? Promise.resolve() : this.onward());

  /** From the beginning, every page until the end or until so many are there. */
  upTo = (most: number): Promise<void> => this.ask([], null, most);

  /** What has come since the last page, where a list only grows: a page, or all until so many are there. */
  onward = (most = 0): Promise<void> => this.ask(this.items, this.cursor, most);

  /** At least one page. What is there already stays until all has come; a first list shows each page. */
  private async ask(items: Item[], after: string | null, most = 0): Promise<void> {
    const mine = ++this.asked;
    const isFirst = !this.isAsked;
    this.isBusy = true;
    this.trouble = null;
    this.host.requestUpdate();
    try {
      let [cursor, hasMore] = [after, true];
      do {
        const told = await this.page(cursor);
        if (mine !== this.asked) return;
        items = [...items, ...(told?.edges.map(({ node }) => node) ?? [])];
        cursor = told?.pageInfo.endCursor ?? cursor;
        hasMore = (told?.pageInfo.hasNextPage ?? false) && cursor !== null;
        if (!isFirst && hasMore && items.length < most) continue;
        [this.items, this.cursor, this.hasMore, this.isAsked] = [items, cursor, hasMore, true];
        this.host.requestUpdate();
      } while (hasMore && items.length < most);
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
      const again = this.isAsked && this.hasMore ? this.more : this.restart;
      return html`<div class="trouble" role="alert"><p>${inWords(this.trouble)}</p><button @click=${again}>${text.again}</button></div>`;
    }
    if (!this.isAsked) return html`<p class="soft" role="status">${text.loading}</p>`;
    return this.hasMore
      ? html`<p><button @click=${this.more} aria-disabled=${this.isBusy}>${this.isBusy ? text.loading : text.more}</button></p>`
      : nothing;
  }
}
