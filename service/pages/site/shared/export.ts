// What a page shows, as a file to keep: made here, without asking anybody.

type Cell = string | number | boolean | null | undefined;

/** A cell that begins like a formula is not one for whoever opens the file in a spreadsheet. */
export function csv(rows: readonly Record<string, Cell>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly Cell[]): string => cells.map(quoted).join(",");
  return `${[line(names), ...rows.map((row) => line(names.map((name) => row[name])))].join("\r\n")}\r\n`;
}

function quoted(cell: Cell): string {
  if (typeof cell !== "string") return String(cell ?? "");
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function save(name: string, kind: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
