// A server and its published GraphQL, by fetch and by graphql-ws.

import { createClient } from "graphql-ws";

const ENDPOINT = "/graphql";
const WAITS_MS = [300, 1_000, 3_000, 8_000, 15_000];

/** The text of a query, with the types of its answer and its variables. */
interface Query<Answer, Variables> {
  __apiType?: (variables: Variables) => Answer;
  toString(): string;
}
export type Ask = Server["ask"];

/** What the service refused; `code` is a word of the contract. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Which part of the input is wrong, such as `/name`; empty: none in particular. */
    readonly pointer = "",
  ) {
    super(message);
  }
}

/** What became of a subscription. `cut`: the connection is gone and is made anew after a while. */
export interface Follower<Answer> {
  hear: (answer: Answer) => void;
  cut?: () => void;
  refused?: (error: Refusal) => void;
  over?: () => void;
}

/** A server, as a page reaches it. */
export class Server {
  /** `address`: such as `https://saqqara.example`, by default the page's own; `token`: whose it is, null for none. */
  constructor(
    private readonly address = location.origin,
    private readonly token: () => string | null = () => null,
  ) {}

  /** A query or mutation by its document. Throws a `Refusal`, or a `TypeError` if there is no connection. */
  readonly ask = async <Answer, Variables>(
    document: Query<Answer, Variables>,
    variables: Variables,
    { keepalive = false } = {},
  ): Promise<Answer> => {
    const mine = this.token();
    const response = await fetch(this.endpoint(), {
      method: "POST",
      keepalive,
      headers: {
        accept: "application/graphql-response+json",
        "content-type": "application/json",
        ...(mine === null ? {} : { authorization: `Bearer ${mine}` }),
      },
      body: JSON.stringify({ query: document.toString(), variables }),
    });
    const told = (await response.json()) as {
      data?: Answer | null;
      errors?: { message: string; extensions?: { code?: string } }[];
    };
    const error = told.errors?.[0];
    if (error || !told.data) throw new Refusal(error?.extensions?.code ?? "internal", error?.message ?? "");
    return told.data;
  };

  /**
   * Follow a subscription to its end and take it up again after a cut. `variables` is asked again each
   * time, and so names the cursor that was heard last. Returns what ends it.
   */
  readonly follow = <Answer, Variables extends Record<string, unknown>>(
    document: Query<Answer, Variables>,
    variables: () => Variables,
    follower: Follower<Answer>,
  ): (() => void) => {
    let isOver = false;
    let cuts = 0;
    let timer = 0;
    let stop = () => {};
    /** Counts connections: of one that was given up nothing is heard any more. */
    let latest = 0;
    const end = (): void => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      stop();
    };
    /** The browser knows of a network that is gone long before the connection does. */
    const offline = (): void => {
      if (isOver) return;
      clearTimeout(timer);
      latest += 1;
      stop();
      cuts = Math.max(cuts, 1);
      follower.cut?.();
    };
    const online = (): void => {
      if (isOver || cuts === 0) return;
      clearTimeout(timer);
      begin();
    };
    const again = (): void => {
      if (isOver) return;
      follower.cut?.();
      const wait = WAITS_MS[Math.min(cuts, WAITS_MS.length - 1)] ?? 0;
      cuts += 1;
      timer = window.setTimeout(begin, wait * (0.5 + Math.random()));
    };
    const begin = (): void => {
      const mine = this.token();
      latest += 1;
      const number = latest;
      const one = createClient({
        url: this.endpoint().replace(/^http/, "ws"),
        connectionParams: mine === null ? {} : { authorization: `Bearer ${mine}` },
        retryAttempts: 0, // whoever follows knows from where to go on
      });
      stop = one.subscribe<Answer>(
        { query: document.toString(), variables: variables() },
        {
          next: ({ data, errors }) => {
            if (number !== latest) return;
            cuts = 0;
            const error = errors?.[0];
            if (data) follower.hear(data);
            else if (error) {
              end();
              follower.refused?.(new Refusal(String(error.extensions?.["code"] ?? "internal"), error.message));
            }
          },
          error: (error) => {
            if (number !== latest) return;
            const first: { message?: string; extensions?: Record<string, unknown> } | undefined = Array.isArray(error)
              ? error[0]
              : undefined;
            if (first?.extensions?.["code"]) {
              end();
              follower.refused?.(new Refusal(String(first.extensions["code"]), first.message ?? ""));
            } else again();
          },
          complete: () => {
            if (isOver || number !== latest) return;
            end();
            follower.over?.();
          },
        },
      );
    };
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    begin();
    return end;
  };

  private endpoint(): string {
    return new URL(ENDPOINT, this.address).href;
  }
}
