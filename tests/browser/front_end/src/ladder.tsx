// Who leads a ladder, asked by urql.

import { useQuery } from "urql";
import { graphql } from "./generated/gql.ts";

export const LADDER = graphql(/* GraphQL */ `
  query Ladder($id: ID!) {
    ladder(id: $id) {
      id name status matchesSettled
      standings { place botName elo low high matches }
    }
  }
`);

export function Ladder({ id }: { id: string }) {
  const [{ data, error }] = useQuery({ query: LADDER, variables: { id } });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data?.ladder) return <p>Loading</p>;
  return (
    <table>
      <caption>
        {data.ladder.name}: {data.ladder.status}, {data.ladder.matchesSettled} matches
      </caption>
      <tbody>
        {(data.ladder.standings ?? []).map((row) => (
          <tr key={row.botName}>
            <td>{row.place}</td>
            <td>{row.botName}</td>
            <td>{Math.round(row.elo)}</td>
            <td>{row.matches}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
