// The moment and the eyes that an address names: `?ply=12&seat=1`.

export interface Moment {
  /** The version that is shown; null: the newest. */
  version: number | null;
  /** Whose eyes; undefined: nobody's were named. */
  eyes: number | null | undefined;
}

/** What cannot be read counts as not said. */
export function momentOf(search: string): Moment {
  const asked = new URLSearchParams(search);
  const [ply, seat] = [whole(asked.get("ply")), whole(asked.get("seat"))];
  return { version: ply === null ? null : ply + 1, eyes: seat ?? undefined };
}

/** The address of a moment, with whatever else the address says. */
export function addressOf(moment: Moment, base: string = location.href): URL {
  const url = new URL(base);
  put(url, "ply", moment.version === null ? null : moment.version - 1);
  put(url, "seat", moment.eyes ?? null);
  return url;
}

function put(url: URL, name: string, value: number | null): void {
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, String(value));
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
