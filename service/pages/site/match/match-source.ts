// A match of the service that the page comes from, as this window's token sees it.

import type { Language } from "../../board/types.ts";
import { MatchSource as ServerMatch } from "../../match/match-source.ts";
import type { Ask } from "../../match/server.ts";
import { withoutDeadToken } from "../shell/page.ts";
import { ask, follow } from "../shell/service.ts";

/** Public matches are shown also to who came with a token that has ended. */
const askPublicly: Ask = (query, variables) => withoutDeadToken(() => ask(query, variables));

export class MatchSource extends ServerMatch {
  constructor(matchId: string, language: Language) {
    super(matchId, { ask: askPublicly, follow }, language);
  }
}
