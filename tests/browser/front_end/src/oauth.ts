// A person signs in: by a code for a consent, with PKCE, as OAuth 2.1 has it for pages.

import { answer, leaveFor, parameter } from "./place.ts";

const base64 = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const random = (): string => base64(crypto.getRandomValues(new Uint8Array(32)));
const back = location.origin + location.pathname;

/** The token of whoever signs in; the first time, the browser goes to the service's page instead. */
export async function signedIn(): Promise<string | null> {
  const app = parameter("app");
  if (answer === null) {
    const [verifier, state] = [random(), random()];
    sessionStorage.setItem("verifier", verifier);
    sessionStorage.setItem("state", state);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const ask = new URL("/oauth/authorize", parameter("server"));
    ask.search = new URLSearchParams({
      response_type: "code",
      client_id: app,
      redirect_uri: back,
      scope: "match_play match_read",
      state,
      code_challenge: base64(new Uint8Array(digest)),
      code_challenge_method: "S256",
    }).toString();
    leaveFor(ask);
    return null;
  }
  if (answer.get("state") !== sessionStorage.getItem("state")) throw new Error("another state came back");
  const code = answer.get("code");
  if (code === null) throw new Error(answer.get("error") ?? "no code came back");
  const told = await fetch(new URL("/oauth/token", parameter("server")), {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: back,
      client_id: app,
      code_verifier: sessionStorage.getItem("verifier") ?? "",
    }),
  });
  const tokens = (await told.json()) as { access_token?: string; error?: string };
  if (tokens.access_token === undefined) throw new Error(tokens.error);
  return tokens.access_token;
}
