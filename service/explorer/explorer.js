// GraphiQL, asking the service that sent this page: operations by POST, subscriptions by websocket.

import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import "graphiql/style.css";
import "./page.css";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const FIRST = `# Ctrl+Enter runs what the cursor is in. What the service knows is under "Docs" on the left.
# A token goes below under "Headers": {"Authorization": "Bearer imh_..."}
query Lobby {
  games { name title players rulesVersion }
  matches(first: 5) {
    nodes { id game status version seats { seat playerName leftMs } }
    pageInfo { hasNextPage endCursor }
  }
}

# What happens in one match, from its beginning to its end, and then live.
# subscription Watch { matchEvents(matchId: "...") { __typename } }
`;

const url = new URL("/graphql", location.href);
const subscriptionUrl = new URL(url);
subscriptionUrl.protocol = url.protocol.replace("http", "ws");

const fetcher = createGraphiQLFetcher({ url: url.href, subscriptionUrl: subscriptionUrl.href });

createRoot(document.getElementById("explorer")).render(
  createElement(GraphiQL, {
    fetcher,
    defaultQuery: FIRST,
    defaultHeaders: "{}",
    shouldPersistHeaders: false, // a token stays in this page
    inputValueDeprecation: true,
  }),
);
