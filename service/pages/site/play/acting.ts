// One action on its way: sent again under the same id until the service has answered.

import { ACT } from "./play-queries.ts";
import { ask, Refusal } from "../shell/service.ts";

const WAITS_MS = [400, 1_000, 2_000, 4_000];
const TIMEOUT_MS = 15_000;
/** What passes by itself. */
const PASSING = new Set(["busy", "rate_limited", "internal"]);

export interface Acting {
  matchId: string;
  version: number;
  code: number;
}

/** Throws the `Refusal`. `lost` is called whenever no answer came, and the same is sent once more. */
export async function act({ matchId, version, code }: Acting, lost: () => void, isWanted: () => boolean): Promise<void> {
  const input = { matchId, code, expectedVersion: version, actionId: newId() };
  for (let tries = 0; isWanted(); tries += 1) {
    const told = await once(input);
    if (told === "acted") return;
    if (told instanceof Refusal && !PASSING.has(told.code)) throw told;
    lost();
    await new Promise((done) => setTimeout(done, WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]));
  }
}

async function once(input: { matchId: string; code: number; expectedVersion: number; actionId: string }) {
  try {
    const late = new Promise<never>((_, refuse) => setTimeout(() => refuse(new TypeError("no answer")), TIMEOUT_MS));
    const { act: told } = await Promise.race([ask(ACT, { input }), late]);
    return told.__typename === "Acted" ? "acted" : new Refusal(told.code, told.message);
  } catch (error) {
    return error instanceof Refusal ? error : null;
  }
}

/** An id that nobody else makes; also where the page came over plain HTTP. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
