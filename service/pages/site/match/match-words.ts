// Texts of the pages that show matches.

import type { Words } from "../../board/words.ts";

export const MATCHES = {
  loading: { en: "Match", de: "Partie" },
  ladder: { en: "A match of the ladder {name}", de: "Eine Partie der Ladder {name}" },
  origin: { en: "Begun in another match", de: "In einer anderen Partie begonnen" },
  share: { en: "Copy link to this moment", de: "Link zu diesem Zeitpunkt kopieren" },
  copied: { en: "Copied.", de: "Kopiert." },
  notCopied: { en: "The address of this page is the link.", de: "Die Adresse dieser Seite ist der Link." },
  embed: { en: "Show it in a page of your own", de: "In einer eigenen Seite zeigen" },
  fork: { en: "Play on from here", de: "Von hier weiterspielen" },
  record: { en: "Record", de: "Aufzeichnung" },
  tv: { en: "TV", de: "TV" },
  tvEmpty: { en: "Nothing is being played right now.", de: "Gerade wird nichts gespielt." },
  tvOne: { en: "One match", de: "Eine Partie" },
  tvFour: { en: "Four matches", de: "Vier Partien" },
  away: { en: "Away from the screen", de: "Weg vom Bildschirm" },
  back: { en: "Back to Saqqara", de: "Zurück zu Saqqara" },
  playNow: { en: "Play a match yourself", de: "Selbst eine Partie spielen" },
  replay: { en: "Replay a record", de: "Eine Aufzeichnung ansehen" },
  replayHint: {
    en: "Drop a record here, or choose a file. At most 64 KB; it is played again by the service and not kept.",
    de: "Eine Aufzeichnung hierher ziehen oder eine Datei wählen. Höchstens 64 KB; der Dienst spielt sie nach und behält sie nicht.",
  },
  choose: { en: "Choose a record", de: "Aufzeichnung wählen" },
  tooLarge: {
    en: "{name} has {size} KB, and at most 64 KB are taken.",
    de: "{name} hat {size} KB; angenommen werden höchstens 64 KB.",
  },
  noJson: { en: "{name} is no record: it is not JSON.", de: "{name} ist keine Aufzeichnung: Das ist kein JSON." },
  unreachable: { en: "The service cannot be reached. Try again.", de: "Der Dienst ist nicht erreichbar. Bitte noch einmal versuchen." },
  wholeOf: { en: "Open the match of {names}", de: "Die Partie {names} öffnen" },
  whole: { en: "Open the match", de: "Partie öffnen" },
} satisfies Words;
