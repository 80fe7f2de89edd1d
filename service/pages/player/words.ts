// The player's own texts.

import type { Words } from "../board/words.ts";

export const PLAYER = {
  connecting: { en: "Connecting …", de: "Verbindung wird aufgebaut …" },
  waiting: { en: "Waiting for the players", de: "Es wird auf die Spieler gewartet" },
  live: { en: "Live", de: "Live" },
  behind: { en: "Behind: nothing was heard for a while", de: "Im Rückstand: Es kommt gerade nichts an" },
  disconnected: { en: "Disconnected; trying again …", de: "Getrennt; neuer Versuch läuft …" },
  over: { en: "Over", de: "Beendet" },
  missing: {
    en: "There is no such match. It may have been mistyped, or have ended long ago.",
    de: "Diese Partie gibt es nicht. Vielleicht ist die Adresse vertippt, oder sie ist lange vorbei.",
  },
  refused: { en: "This cannot be shown.", de: "Das lässt sich nicht zeigen." },
  delayed: { en: "shown {seconds} s late", de: "mit {seconds} s Verzögerung" },
  first: { en: "First", de: "Anfang" },
  previous: { en: "Previous", de: "Zurück" },
  play: { en: "Play", de: "Abspielen" },
  pause: { en: "Pause", de: "Anhalten" },
  next: { en: "Next", de: "Weiter" },
  last: { en: "Last", de: "Ende" },
  repeat: { en: "Since your last turn", de: "Seit deinem letzten Zug" },
  now: { en: "Back to now", de: "Zum Jetzt" },
  scrubber: { en: "Moment of the match", de: "Zeitpunkt der Partie" },
  speed: { en: "Speed", de: "Tempo" },
  eyes: { en: "Seen by", de: "Gesehen von" },
  visitor: { en: "a visitor", de: "einem Gast" },
  moment: { en: "{at} of {last}", de: "{at} von {last}" },
  start: { en: "The start", de: "Der Anfang" },
  byAutoplay: { en: "by autoplay", de: "vom Autopilot" },
  seats: { en: "Seats", de: "Plätze" },
  log: { en: "What happened", de: "Was geschah" },
  points: { en: "points", de: "Punkte" },
  ifOver: { en: "if it ended now", de: "wenn jetzt Schluss wäre" },
  leads: { en: "leads", de: "führt" },
  graph: { en: "Points if the match ended at each moment", de: "Punkte, wäre die Partie zu diesem Zeitpunkt zu Ende" },
  toChoose: { en: "to choose", de: "ist gefragt" },
  you: { en: "you", de: "du" },
  place: { en: "place {place}", de: "Platz {place}" },
  noTime: { en: "no clock", de: "ohne Uhr" },
  undrawn: {
    en: "This moment cannot be drawn: its rules are no longer played here.",
    de: "Dieser Zeitpunkt lässt sich nicht zeichnen: Nach diesen Regeln wird hier nicht mehr gespielt.",
  },
  looking: { en: "One moment …", de: "Einen Moment …" },
  worths: { en: "What the next actions are worth to {bot}", de: "Was {bot} von den nächsten Zügen hält" },
  action: { en: "Action", de: "Zug" },
  worth: { en: "Worth", de: "Wert" },
  link: { en: "Link to this moment", de: "Link zu diesem Zeitpunkt" },
} satisfies Words;

export type PlayerWords = Record<keyof typeof PLAYER, string>;
