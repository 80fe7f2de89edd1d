// Where we are: the address of the page, or, back from the service's page, the one that we left.

const here = new URL(location.href);

/** What the service answered the browser with, if it has just come back from there. */
export const answer = here.searchParams.has("code") || here.searchParams.has("error") ? here.searchParams : null;

const left = answer === null ? null : sessionStorage.getItem("left");
const place = left === null ? here : new URL(left);

/** What the address of the page says. */
export const parameter = (name: string): string => place.searchParams.get(name) ?? "";

/** The page, and what it is about. */
export const [page = "", id = ""] = place.hash.slice(1).split("/");

/** Remember where we are, and go elsewhere. */
export function leaveFor(url: URL): void {
  sessionStorage.setItem("left", here.href);
  location.assign(url);
}
