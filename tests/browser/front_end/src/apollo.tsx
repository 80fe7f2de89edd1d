// The same question, asked by Apollo with its default settings.

import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client";
import { ApolloProvider, useQuery } from "@apollo/client/react";
import { LADDER } from "./ladder.tsx";
import { endpoint } from "./service.ts";

const apollo = new ApolloClient({ link: new HttpLink({ uri: endpoint }), cache: new InMemoryCache() });

function Names({ id }: { id: string }) {
  const { data, error } = useQuery(LADDER, { variables: { id } });
  if (error) return <p role="alert">{error.message}</p>;
  return <p id="names">{(data?.ladder?.standings ?? []).map((row) => row.botName).join(", ")}</p>;
}

export function AskedByApollo({ id }: { id: string }) {
  return (
    <ApolloProvider client={apollo}>
      <Names id={id} />
    </ApolloProvider>
  );
}
