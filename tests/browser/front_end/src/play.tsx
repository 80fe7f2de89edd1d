// A person plays a bot of the house: as a guest, or signed in if the address names an app.

import { useEffect, useRef, useState } from "react";
import { graphql } from "./generated/gql.ts";
import type { FeedSubscription } from "./generated/graphql.ts";
import { signedIn } from "./oauth.ts";
import { parameter } from "./place.ts";
import { change, follow, useToken } from "./service.ts";

const GUEST = graphql(/* GraphQL */ `
  mutation Guest($input: RegisterGuestInput!) {
    registerGuest(input: $input) {
      __typename
      ... on Issued { token account { id name } }
      ... on Problem { code message }
    }
  }
`);

const CHALLENGE = graphql(/* GraphQL */ `
  mutation Challenge($input: CreateChallengeInput!) {
    createChallenge(input: $input) {
      __typename
      ... on Challenge { status matchId }
      ... on Problem { code message }
    }
  }
`);

const FEED = graphql(/* GraphQL */ `
  subscription Feed {
    feed {
      __typename
      ... on TurnItem { matchId turn { version legalActions { code label } } }
      ... on EndedItem { matchId result { seats { place total } } }
    }
  }
`);

const ACT = graphql(/* GraphQL */ `
  mutation Act($input: ActInput!) {
    act(input: $input) {
      __typename
      ... on Acted { version }
      ... on Problem { code message }
    }
  }
`);

type Turn = Extract<FeedSubscription["feed"], { __typename: "TurnItem" }>["turn"];

async function begin(game: string): Promise<string> {
  if (parameter("app")) {
    const token = await signedIn();
    if (token === null) return ""; // on the way to the service's page
    useToken(token);
  } else {
    const { registerGuest: guest } = await change(GUEST, { input: {} });
    if (guest.__typename !== "Issued") throw new Error(guest.message);
    useToken(guest.token);
  }
  const timeControl = { kind: "PER_MOVE" as const, moveMs: 120_000 };
  const input = { game, timeControl, challenged: [parameter("rival")] };
  const { createChallenge: made } = await change(CHALLENGE, { input });
  if (made.__typename !== "Challenge") throw new Error(made.message);
  if (!made.matchId) throw new Error(`the challenge is ${made.status}`);
  return made.matchId;
}

export function Play({ game }: { game: string }) {
  const [turn, setTurn] = useState<Turn | null>(null);
  const [matchId, setMatchId] = useState("");
  const [result, setResult] = useState("");
  const [failure, setFailure] = useState("");
  const isBegun = useRef(false);

  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    begin(game).then(
      (made) => {
        setMatchId(made);
        follow(
          FEED,
          () => ({}),
          ({ feed: item }) => {
            if (item.__typename === "TurnItem" && item.matchId === made) setTurn(item.turn);
            if (item.__typename === "EndedItem" && item.matchId === made) {
              setTurn(null);
              setResult((item.result?.seats ?? []).map((seat) => seat.total).join(" : "));
            }
          },
          () => {},
        );
      },
      (error: unknown) => setFailure(String(error)),
    );
  }, [game]);

  const choose = async (code: number): Promise<void> => {
    if (!turn) return;
    setTurn(null);
    const input = { matchId, code, expectedVersion: turn.version, actionId: `v${turn.version}` };
    const { act } = await change(ACT, { input });
    if (act.__typename !== "Acted") setFailure(act.message);
  };

  return (
    <main>
      <h1>{matchId}</h1>
      {failure ? <p role="alert">{failure}</p> : null}
      <p id="result">{result}</p>
      <ul>
        {(turn?.legalActions ?? []).map((action) => (
          <li key={action.code}>
            <button type="button" data-version={turn?.version} onClick={() => choose(action.code)}>
              {action.label}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
