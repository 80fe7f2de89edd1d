// A record that is a page of its own: the player with what the page carries.

import { RecordSource } from "./record-source.ts";
import "./saqqara-match.ts";
import type { RecordPage } from "./types.ts";

const carried = document.getElementById("record")?.textContent;
if (carried) {
  const page = JSON.parse(carried) as RecordPage;
  const player = document.createElement("saqqara-match");
  player.source = new RecordSource(page);
  player.version = 1;
  player.keyboard = "page";
  document.querySelector("main")?.append(player);
}
