// Four pages by the hash of the address: a ladder, a match as it is played, a replay, and a table.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "urql";
import { AskedByApollo } from "./apollo.tsx";
import { Ladder } from "./ladder.tsx";
import { id, page } from "./place.ts";
import { Play } from "./play.tsx";
import { Replay } from "./replay.tsx";
import { client } from "./service.ts";
import { Watch } from "./watch.tsx";

const pages: Record<string, React.ReactNode> = {
  ladder: <Ladder id={id} />,
  apollo: <AskedByApollo id={id} />,
  watch: <Watch id={id} />,
  replay: <Replay id={id} />,
  play: <Play game={id} />,
};

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Provider value={client}>{pages[page] ?? <p>No such page.</p>}</Provider>
    </StrictMode>,
  );
}
