// The site: the page of each address is drawn into the shell; `pages/site.py` serves the same addresses.
//
// Rooms: `shell` stands around every page and speaks with the service; `shared` has what several pages draw; each other
// room has the pages of one thing with their questions and texts: home, learn, lobby, ladder, bot, match (watch, replay, embed,
// tv), play, author, host. `shell` knows no other room, and `shared` knows the shell alone.

import { html, LitElement, render } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { language, theme } from "./shell/settings.ts";
import { shell } from "./shell/shell.ts";

interface Page {
  /** The address; groups of it become attributes of the element. */
  path: RegExp;
  element: string;
  /** Fills the window: nothing stands around it. */
  isBare?: boolean;
  load: () => Promise<unknown>;
}

const PAGES: readonly Page[] = [
  { path: /^\/$/, element: "home-page", load: () => import("./home/home-page.ts") },
  { path: /^\/matches\/(?<match>[^/]+)$/, element: "match-page", load: () => import("./match/match-page.ts") },
  { path: /^\/embed\/matches\/(?<match>[^/]+)$/, element: "embed-page", isBare: true, load: () => import("./match/embed-page.ts") },
  { path: /^\/tv$/, element: "tv-page", isBare: true, load: () => import("./match/tv-page.ts") },
  { path: /^\/learn$/, element: "learn-page", load: () => import("./learn/learn-page.ts") },
  { path: /^\/play$/, element: "play-page", load: () => import("./play/play-page.ts") },
  { path: /^\/replay$/, element: "replay-page", load: () => import("./match/replay-page.ts") },
  { path: /^\/lobby$/, element: "lobby-page", load: () => import("./lobby/lobby-page.ts") },
  { path: /^\/ladders$/, element: "ladders-page", load: () => import("./ladder/ladders-page.ts") },
  { path: /^\/ladders\/(?<ladderId>[^/]+)$/, element: "ladder-page", load: () => import("./ladder/ladder-page.ts") },
  { path: /^\/bots\/(?<botId>[^/]+)$/, element: "bot-page", load: () => import("./bot/bot-page.ts") },
  { path: /^\/author$/, element: "author-page", load: () => import("./author/author-page.ts") },
  { path: /^\/tokens$/, element: "tokens-page", load: () => import("./tokens/tokens-page.ts") },
  { path: /^\/host$/, element: "host-page", load: () => import("./host/host-page.ts") },
];
const NOWHERE: Page = { path: /^/, element: "nowhere-page", load: () => import("./shell/nowhere-page.ts") };

/** So long a page may show nothing of its own. */
const PATIENCE_MS = 8_000;

async function show(): Promise<void> {
  document.documentElement.lang = language();
  document.documentElement.dataset["theme"] = theme();
  const found = PAGES.find(({ path }) => path.test(location.pathname)) ?? NOWHERE;
  await found.load();
  const element = made(found);
  draw(element, found.isBare ?? false);
  void unveil(element);
}

/** What the service wrote stands until the page has something to show; who is at a link there stays at it. */
async function unveil(element: HTMLElement & { shown?: Promise<unknown> }): Promise<void> {
  const first = document.querySelector(".first-frame");
  if (!first) return;
  await Promise.race([element.shown, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const focused = first.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  first.remove();
  if (focused) [...document.links].find((link) => link.getAttribute("href") === focused)?.focus();
}

function made(found: Page): HTMLElement {
  const element = document.createElement(found.element);
  for (const [name, value] of Object.entries(found.path.exec(location.pathname)?.groups ?? {}))
    element.setAttribute(name, readable(value));
  return element;
}

/** A page draws itself again when the theme changes, and is made anew in another language. */
function draw(element: HTMLElement, isBare: boolean): void {
  const spoken = language();
  const again = (): void => {
    document.documentElement.dataset["theme"] = theme();
    if (language() !== spoken) return void show();
    if (element instanceof LitElement) element.requestUpdate();
    draw(element, isBare);
  };
  const page = html`${keyed(spoken, html`${element}`)}`;
  render(isBare ? html`<main>${page}</main>` : shell(page, again), document.body);
}

/** An address that nobody made is text all the same. */
function readable(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

void show();
