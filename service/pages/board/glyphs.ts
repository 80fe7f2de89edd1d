// Small signs in a square of 24 by 24, drawn as lines: sites, cards, tokens, gods.

import { svg, type SVGTemplateResult } from "lit";

const PYRAMID = "M3 19L12 5L21 19ZM8 19L12 5L15 19";
const TEMPLE = "M3 9L12 4L21 9ZM5 9V18M10 9V18M14 9V18M19 9V18M3 20H21";
const BURIAL = "M8 21L5 9Q5 3 12 3Q19 3 19 9L16 21ZM9 10H15M12 7V16";
const OBELISK = "M9 20L10.5 6L12 3L13.5 6L15 20ZM6 20H18";
const MARKET = "M4 9H20L18 4H6ZM5 9V20M19 9V20M5 14H19";
const STAR = "M12 3L14.5 9.5L21 12L14.5 14.5L12 21L9.5 14.5L3 12L9.5 9.5Z";

const GLYPHS: Readonly<Record<string, string>> = {
  market: MARKET,
  pyramids: PYRAMID,
  temple: TEMPLE,
  burial: BURIAL,
  tombs: BURIAL,
  obelisks: OBELISK,
  entrance: "M3 20L12 5L21 20ZM10 20V15Q10 13 12 13Q14 13 14 15V20",
  sarcophagus: BURIAL,
  "paved-path": "M7 20L10 4M17 20L14 4M9 8H15M8 13H16M7.5 17H16.5",
  "pyramid-decoration": PYRAMID,
  "temple-decoration": TEMPLE,
  "burial-decoration": BURIAL,
  "obelisk-decoration": OBELISK,
  statue: "M12 3A3 3 0 0 1 12 9A3 3 0 0 1 12 3ZM8 11H16V15H14V20H10V15H8ZM6 21H18",
  lever: "M4 18L19 6M11 20L14 14L17 20ZM4 18L7 19",
  hammer: "M6 4H15V10H6ZM11 10V21M15 5L19 7L15 9",
  sail: "M12 3V21M12 4Q21 9 19 16H12M6 21H18",
  chisel: "M14 3L20 9L17 12L11 6ZM13 9L5 19L4 20L6 16",
  "cargo-sled": "M3 17H19Q21 17 21 14M6 17V11H11V17M12 17V11H17V17",
  "stone-quarry": "M4 19H20V13H15V8H9V13H4ZM9 13V19M15 13V19",
  "stone-ornament": "M5 5H19V19H5ZM12 8L16 12L12 16L8 12Z",
  raft: "M3 16Q6 19 9 16Q12 19 15 16Q18 19 21 16M5 12H19M7 8V12M12 8V12M17 8V12",
  "loading-plank": "M3 18H12L20 7M17 7H21V11M6 14H10V18",
  amun: STAR,
  ra: "M12 7A5 5 0 0 1 12 17A5 5 0 0 1 12 7ZM12 2V4M12 20V22M2 12H4M20 12H22M5 5L6 6M18 18L19 19M5 19L6 18M18 6L19 5",
  isis: "M12 3Q17 3 17 7Q17 10 12 12Q7 10 7 7Q7 3 12 3ZM12 12V21M7 15H17",
  osiris: "M12 3V21M8 6H16M8 9H16M8 12H16M9 21H15",
  horus: "M3 11Q12 3 21 11Q12 17 3 11ZM12 9A2 2 0 0 1 12 13A2 2 0 0 1 12 9ZM11 15L9 20",
  thoth: "M6 3H18V21H6ZM9 8H15M9 12H15M9 16H13",
  bastet: "M7 4L9 8H15L17 4V13Q17 19 12 20Q7 19 7 13ZM10 13H10.1M14 13H14.1",
  imhotep: "M12 3A3 3 0 0 1 12 9A3 3 0 0 1 12 3ZM7 21L9 11H15L17 21Z",
  chariot: "M9 12A4 4 0 0 1 9 20A4 4 0 0 1 9 12ZM4 6H10V12M13 16H21",
  coin: "M12 5A7 7 0 0 1 12 19A7 7 0 0 1 12 5ZM12 9V15",
  pile: "M6 4H18V18H6ZM8 18V21H20V7H18",
  "action-take": "M12 3V13M8 9L12 13L16 9M5 14V20H19V14",
  "action-place": "M8 7A2 2 0 0 1 8 11A2 2 0 0 1 8 7ZM5 19L6.5 12H9.5L11 19ZM16 5A2 2 0 0 1 16 9A2 2 0 0 1 16 5ZM13 19L14.5 10H17.5L19 19Z",
  "action-unload": "M3 15H15L13 20H5ZM9 15V10H14M14 6L19 10L14 14Z",
  "action-swap": "M4 9H17M13 5L17 9L13 13M20 16H7M11 12L7 16L11 20",
  meeple: "M12 3A3 3 0 0 1 12 9A3 3 0 0 1 12 3ZM7 20L9 10H15L17 20Z",
};
const UNKNOWN = "M12 4A8 8 0 0 1 12 20A8 8 0 0 1 12 4Z";

/** The sign of that word around a point; a ring for words that nobody knows. */
export function glyph(word: string, x: number, y: number, size: number): SVGTemplateResult {
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`;
  return svg`<path class="glyph" d=${Object.hasOwn(GLYPHS, word) ? (GLYPHS[word] ?? UNKNOWN) : UNKNOWN} transform=${place}></path>`;
}
