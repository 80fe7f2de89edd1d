// A match as it is played: each event once and in order, also over a connection that breaks.

import { useEffect, useRef, useState } from "react";
import { graphql } from "./generated/gql.ts";
import { follow } from "./service.ts";

const EVENTS = graphql(/* GraphQL */ `
  subscription Events($matchId: ID!, $after: String) {
    matchEvents(matchId: $matchId, after: $after, views: true) {
      __typename
      ... on EventNews {
        cursor
        event { version label status }
        view {
          state {
            __typename
            ... on ImhotepView { seats { scored { total } projected { total } } }
            ... on DuelView { builders { scored { total } projected { total } } }
          }
        }
      }
      ... on ResyncNews { cursor }
      ... on HeartbeatNews { cursor }
    }
  }
`);

export function Watch({ id }: { id: string }) {
  const [versions, setVersions] = useState<number[]>([]);
  const [log, setLog] = useState("");
  const [points, setPoints] = useState("");
  const [status, setStatus] = useState("");
  const [cuts, setCuts] = useState(0);
  const cursor = useRef<string | null>(null);

  useEffect(
    () =>
      follow(
        EVENTS,
        () => ({ matchId: id, after: cursor.current }),
        ({ matchEvents: news }) => {
          cursor.current = news.cursor;
          if (news.__typename !== "EventNews") return;
          const { event, view } = news;
          setVersions((before) => [...before, event.version]);
          setStatus(event.status);
          setLog(event.label ?? "");
          if (view) {
            const seats = view.state.__typename === "ImhotepView" ? view.state.seats : view.state.builders;
            setPoints(seats.map((seat) => `${seat.scored.total} (${seat.projected.total})`).join(" : "));
          }
        },
        setCuts,
      ),
    [id],
  );

  return (
    <dl>
      <dt>Versions</dt>
      <dd id="versions">{versions.join(" ")}</dd>
      <dt>Status</dt>
      <dd id="status">{status}</dd>
      <dt>Cuts</dt>
      <dd id="cuts">{cuts}</dd>
      <dt>Points, and if it ended now</dt>
      <dd id="points">{points}</dd>
      <dt>Last</dt>
      <dd id="log">{log}</dd>
    </dl>
  );
}
