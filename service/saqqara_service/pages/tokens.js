// The page of an account's tokens. The secret lives in `session` only: never in storage, in the
// address or in the document. Whatever comes from the server becomes text, never markup.

const TIMEOUT_MS = 20_000;
const DAY_MS = 86_400_000;
const LIST = `{ viewer { kind account { name } bots { id name } token { id scopes }
  tokens { id kind name botId scopes createdMs expiresMs usedOn appId } } }`;
const REVOKE = `mutation($input: RevokeTokenInput!) { revokeToken(input: $input) {
  __typename ... on TokenInfo { id } ... on Problem { code message } } }`;
const CREATE = `mutation($input: CreateTokenInput!) { createToken(input: $input) {
  __typename ... on Issued { token } ... on Problem { code message } } }`;

const byId = (id) => document.getElementById(id);
const scopeBoxes = [...byId("scopes").querySelectorAll("input")];
const SCOPES = new Map(
  scopeBoxes.map((box) => [box.value, box.nextElementSibling.textContent]),
).set("ADMIN", "do what only the operator may");
const OF_ACCOUNT_ONLY = "ACCOUNT_MANAGE";

/** Who is in: the typed token and what the server said of it; null for nobody. */
let session = null;

/** A refusal or failure, in a sentence to act on. */
class Refused extends Error {
  constructor(message, code = null) {
    super(message);
    this.code = code;
  }
}

async function ask(secret, query, variables = {}) {
  let answer;
  try {
    const response = await fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify({ query, variables }),
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = await response.json();
  } catch {
    throw new Refused("The server cannot be reached, or its answer was lost. Try again.", "lost");
  }
  const error = answer.errors?.[0];
  if (error) throw refusal(error.extensions?.code, error.message);
  return answer.data;
}

function refusal(code, message) {
  const said = String(message ?? "nothing").replace(/\.$/, "");
  if (code === "unauthenticated") {
    return new Refused("This token is unknown, has ended or was revoked. Type another.", code);
  }
  if (code === "forbidden") {
    return new Refused(`This token may not do that (${said}). Use the token of your account.`, code);
  }
  return new Refused(`The server said: ${said}.`, code);
}

async function change(query, input) {
  const [result] = Object.values(await ask(session.secret, query, { input }));
  if (result?.message !== undefined) throw refusal(result.code, result.message);
  return result;
}

/** Run what a person began, once at a time, and say in words what became of it. */
async function attempt(button, work) {
  if (button.disabled) return;
  button.disabled = true;
  say("");
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (session && error.code === "unauthenticated") leave();
    complain(error.message);
  } finally {
    button.disabled = false;
  }
}

function say(text) {
  byId("status").textContent = text;
  byId("problem").hidden = true;
}

function complain(text) {
  byId("status").textContent = "";
  byId("problem").textContent = text;
  byId("problem").hidden = false;
}

async function enter() {
  const secret = byId("secret").value.trim();
  byId("secret").value = "";
  byId("secret").focus();
  if (!/^[!-~]+$/.test(secret)) throw new Refused("That is no token: it has letters no token has.");
  const coming = { secret };
  session = coming;
  try {
    await load(coming);
  } catch (error) {
    if (session === coming) session = null;
    throw error;
  }
}

/** Read the list for whoever is in; an answer that comes after they left is dropped. */
async function load(mine) {
  const { viewer } = await ask(mine.secret, LIST);
  if (session !== mine) return;
  if (!viewer?.tokens) throw refusal("unauthenticated");
  Object.assign(mine, viewer);
  byId("account").textContent = viewer.account?.name ?? "this account";
  byId("list").replaceChildren(...grouped(viewer.tokens).map((tokens) => entry(tokens)));
  const before = byId("owner").value;
  byId("owner").replaceChildren(
    new Option("the account itself", ""),
    ...(viewer.bots ?? []).map((bot) => new Option(`bot ${bot.name}`, bot.id)),
  );
  byId("owner").value = before;
  if (byId("owner").selectedIndex < 0) byId("owner").value = "";
  offerScopes();
  const wasOut = byId("inside").hidden;
  byId("entrance").hidden = true;
  byId("inside").hidden = false;
  if (wasOut) byId("list-title").focus();
}

/** All tokens of one app together, since they are revoked together; every other one by itself. */
function grouped(tokens) {
  const groups = new Map();
  for (const token of tokens) {
    const key = token.appId === null ? token.id : `app ${token.appId}`;
    groups.set(key, [...(groups.get(key) ?? []), token]);
  }
  return [...groups.values()].reverse();
}

function entry(tokens) {
  const item = byId("entry").content.cloneNode(true);
  const fill = (name, text) => {
    item.querySelector(`.${name}`).textContent = text;
  };
  const ends = tokens.map((token) => token.expiresMs);
  const used = tokens.map((token) => token.usedOn ?? "").sort();
  const scopes = new Set(tokens.flatMap((token) => token.scopes));
  fill("name", tokens[0].name);
  fill("owner", owner(tokens));
  fill("scopes", [...scopes].map((scope) => SCOPES.get(scope) ?? scope).join("; ") || "nothing");
  fill("made", instant(Math.min(...tokens.map((token) => token.createdMs))));
  fill("used", used.at(-1) ? `${used.at(-1)} (UTC)` : "never");
  fill("ends", ends.includes(null) ? "when it is revoked" : instant(Math.max(...ends)));
  const button = item.querySelector("button");
  button.setAttribute("aria-label", `Revoke ${tokens[0].name}, for ${owner(tokens)}`);
  button.addEventListener("click", () => confirmed(tokens, button));
  return item;
}

function owner([token]) {
  const mine = token.id === session.token?.id ? ", the token that you typed" : "";
  if (token.appId !== null) return `an app that you let in (${token.appId})${mine}`;
  if (token.botId === null) return `your account${mine}`;
  const bot = session.bots?.find((one) => one.id === token.botId);
  return `your bot ${bot?.name ?? token.botId}${mine}`;
}

function instant(ms) {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(ms);
}

function confirmed(tokens, button) {
  const dialog = byId("question");
  const [token] = tokens;
  byId("question-text").textContent =
    token.appId === null
      ? `“${token.name}”, for ${owner(tokens)}, stops working at once. This cannot be taken back.`
      : `The app “${token.name}” loses all that it has of your account, at once.`;
  byId("keep").onclick = () => dialog.close();
  byId("revoke").onclick = () => {
    dialog.close();
    attempt(button, () => revoke(tokens));
  };
  dialog.showModal();
}

async function revoke(tokens) {
  const mine = session;
  try {
    await change(REVOKE, { tokenId: tokens[0].id });
  } catch (error) {
    if (error.code !== "not_found") throw error;
  }
  if (session !== mine) return;
  if (tokens.some((token) => token.id === mine.token?.id)) {
    leave();
    say("You revoked the token that you had typed. Type another to go on.");
    return;
  }
  await load(mine);
  say(`“${tokens[0].name}” is revoked.`);
  byId("list-title").focus();
}

async function make() {
  const mine = session;
  const scopes = scopeBoxes.filter((box) => box.checked).map((box) => box.value);
  if (!scopes.length) throw new Refused("Choose at least one thing that the token may do.");
  const days = byId("days").value;
  const input = {
    name: byId("name").value,
    botId: byId("owner").value || null,
    scopes,
    expiresInMs: days ? Number(days) * DAY_MS : null,
  };
  let issued;
  try {
    issued = await change(CREATE, input);
  } catch (error) {
    if (error.code !== "lost") throw error;
    throw new Refused(
      "The answer was lost. A token may have been made that nobody has seen: type your token again, and revoke it if it is in the list.",
    );
  }
  if (session !== mine) return;
  byId("made-token").textContent = issued.token;
  byId("made").hidden = false;
  byId("name").value = "";
  byId("made-title").focus();
  await load(mine);
}

/** A token has what its kind may have, and no more than the one that makes it. */
function offerScopes() {
  const isBot = byId("owner").value !== "";
  for (const box of scopeBoxes) {
    const isFitting = !(isBot && box.value === OF_ACCOUNT_ONLY);
    box.disabled = !isFitting || !session.token?.scopes.includes(box.value);
    if (box.disabled) box.checked = false;
  }
}

async function copy() {
  try {
    await navigator.clipboard.writeText(byId("made-token").textContent);
    say("Copied.");
  } catch {
    getSelection().selectAllChildren(byId("made-token"));
    say("It is selected: press Ctrl+C to copy it.");
  }
}

function forgetMade() {
  byId("made-token").textContent = "";
  byId("made").hidden = true;
}

function leave() {
  session = null;
  forgetMade();
  byId("question").close();
  byId("list").replaceChildren();
  byId("account").textContent = "";
  byId("inside").hidden = true;
  byId("entrance").hidden = false;
  byId("secret").value = "";
  byId("secret").focus();
}

function onSubmit(form, work) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form.querySelector("button"), work);
  });
}

onSubmit(byId("entrance"), enter);
onSubmit(byId("make"), make);
byId("owner").addEventListener("change", offerScopes);
byId("copy").addEventListener("click", copy);
byId("kept").addEventListener("click", () => {
  forgetMade();
  byId("list-title").focus();
});
byId("leave").addEventListener("click", () => {
  leave();
  say("Forgotten.");
});
addEventListener("pagehide", leave);
leave();
