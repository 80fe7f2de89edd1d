// Texts that a page carries as base64 of gzip.

/** Whether this browser can unpack; all can since May 2023. */
export const CAN_UNPACK = "DecompressionStream" in globalThis;

export async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed.trim()), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
