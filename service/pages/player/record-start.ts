// The start of a record's page: unpacks the script of the player and runs it.
// The page's policy names the hash of the unpacked script, so that no other text runs.

import { CAN_UNPACK, unpack } from "./unpack.ts";

interface Policy {
  createScript(text: string): string;
}
declare const trustedTypes: { createPolicy(name: string, rules: Policy): Policy } | undefined;

async function start(): Promise<void> {
  const text = await unpack(document.getElementById("player")?.textContent ?? "");
  const policy = typeof trustedTypes === "undefined" ? null : trustedTypes.createPolicy("record", { createScript: (own) => own });
  const script = document.createElement("script");
  script.text = policy ? policy.createScript(text) : text;
  document.head.append(script);
}

if (CAN_UNPACK) void start();
else document.querySelector("main")?.append("This browser cannot unpack the page. Open it in a version of 2023 or later.");
