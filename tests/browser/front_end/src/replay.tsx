// A match that is over, at any ply and through the eyes of any seat.

import { useState } from "react";
import { useQuery } from "urql";
import { graphql } from "./generated/gql.ts";

const MATCH = graphql(/* GraphQL */ `
  query Match($id: ID!) {
    match(id: $id) { version status seats { seat playerName } result { seats { seat place total } } }
  }
`);

const VIEW = graphql(/* GraphQL */ `
  query View($id: ID!, $version: Int!, $seat: Int) {
    view(matchId: $id, version: $version, seat: $seat) {
      version
      seat
      view
      state {
        __typename
        ... on ImhotepView { seat round }
        ... on DuelView { seat unloads }
      }
    }
  }
`);

export function Replay({ id }: { id: string }) {
  const [ply, setPly] = useState(1);
  const [seat, setSeat] = useState<number | null>(null);
  const [{ data: match }] = useQuery({ query: MATCH, variables: { id } });
  const [{ data: seen, error }] = useQuery({ query: VIEW, variables: { id, version: ply, seat } });
  if (!match?.match) return <p>Loading</p>;
  return (
    <main>
      <label>
        Ply
        <input
          id="ply"
          type="range"
          min={1}
          max={match.match.version}
          value={ply}
          onChange={(event) => setPly(Number(event.target.value))}
        />
      </label>
      <label>
        Eyes
        <select
          id="seat"
          value={seat ?? ""}
          onChange={({ target }) => setSeat(target.value === "" ? null : Number(target.value))}
        >
          <option value="">public</option>
          {match.match.seats.map((each) => (
            <option key={each.seat} value={each.seat}>
              {each.playerName}
            </option>
          ))}
        </select>
      </label>
      {error ? <p role="alert">{error.message}</p> : null}
      <p id="shown">
        {seen?.view?.version} {seen?.view?.state.seat ?? "public"}
      </p>
      <pre id="view">{JSON.stringify(seen?.view?.view)}</pre>
      <p id="result">{match.match.result?.seats.map((each) => each.total).join(" : ")}</p>
    </main>
  );
}
