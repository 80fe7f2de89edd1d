// A record that is a page of its own: the player with what the page carries.

import { RecordSource, unpackRecord } from "./record-source.ts";
import "./saqqara-match.ts";

async function replay(packed: string): Promise<void> {
  const player = document.createElement("saqqara-match");
  player.source = new RecordSource(await unpackRecord(packed));
  player.version = 1;
  player.keyboard = "page";
  document.querySelector("main")?.append(player);
}

const carried = document.getElementById("record")?.textContent;
if (carried) void replay(carried);
