// Texts of the page of playing.

import type { Words } from "../../board/words.ts";

export const PLAY = {
  title: { en: "Play", de: "Spielen" },
  lead: { en: "Against bots of the house, right now.", de: "Gegen Bots des Hauses, sofort." },
  leadFork: {
    en: "From this moment of the match, against a bot of the house or one of your own. It is not rated.",
    de: "Von diesem Zeitpunkt der Partie an, gegen einen Bot des Hauses oder einen eigenen. Das wird nicht gewertet.",
  },
  hint: { en: "What would the house do?", de: "Was täte das Haus?" },
  hinted: { en: "{bot} would, by points over the best opponent at once:", de: "{bot} täte, nach Punkten vor dem besten Gegner, sofort gezählt:" },
  game: { en: "Game", de: "Spiel" },
  sides: { en: "Sides and expansions", de: "Seiten und Erweiterungen" },
  players: { en: "Players", de: "Zahl der Spieler" },
  leadAll: {
    en: "Against bots of the house, other bots that are here, or players who come.",
    de: "Gegen Bots des Hauses, andere Bots, die da sind, oder Spieler, die kommen.",
  },
  rival: { en: "Opponent", de: "Gegner" },
  rivalOf: { en: "Opponent {number}", de: "Gegner {number}" },
  house: { en: "Bots of the house", de: "Bots des Hauses" },
  others: { en: "Other bots that are here", de: "Andere Bots, die da sind" },
  anybody: { en: "Whoever comes: an open seat in the lobby", de: "Wer kommt: ein freier Platz in der Lobby" },
  away: {
    en: "{name} is not here at the moment. Choose somebody else, or wait: this page looks again.",
    de: "{name} ist gerade nicht da. Wähle jemand anderen oder warte: Diese Seite sieht wieder nach.",
  },
  awayGuest: {
    en: "Guests play bots of the house. Sign in, above, to play {name}.",
    de: "Gäste spielen gegen Bots des Hauses. Melde dich oben an, um gegen {name} zu spielen.",
  },
  clock: { en: "Clock", de: "Uhr" },
  seat: { en: "Your seat", de: "Dein Platz" },
  asGuest: { en: "Play as a guest", de: "Als Gast spielen" },
  asName: { en: "Play as {name}", de: "Als {name} spielen" },
  noGuests: {
    en: "This host has no guests. Sign in with the token of your account, above.",
    de: "Hier gibt es keine Gäste. Melde dich oben mit dem Token deines Kontos an.",
  },
  nobody: {
    en: "No bot of the house is here at the moment. Try again in a minute, or watch a match.",
    de: "Gerade ist kein Bot des Hauses da. Versuch es in einer Minute noch einmal, oder schau einer Partie zu.",
  },
  asks: { en: "{name} is asked, and may answer within a minute …", de: "{name} wird gefragt und kann eine Minute lang antworten …" },
  declined: { en: "{name} declined.", de: "{name} hat abgelehnt." },
  goOn: { en: "Your matches that are being played", de: "Deine laufenden Partien" },
  begins: { en: "The match begins …", de: "Die Partie beginnt …" },
  waiting: {
    en: "You have a seat; each free one is offered in the lobby. Leave this page open: the match begins here.",
    de: "Du hast einen Platz, jeder freie steht in der Lobby. Lass diese Seite offen: Die Partie beginnt hier.",
  },
  yourTurn: { en: "Your turn: choose on the board.", de: "Du bist dran: Wähle auf dem Tisch." },
  theirTurn: { en: "Waiting for {name}.", de: "Es wird auf {name} gewartet." },
  sending: { en: "Sending …", de: "Wird gesendet …" },
  again: {
    en: "The answer was lost. Sending the same action again …",
    de: "Die Antwort ging verloren. Derselbe Zug wird noch einmal gesendet …",
  },
  notMine: {
    en: "You have no seat in this match here: its token was in another window, or has ended.",
    de: "Du sitzt hier nicht mit: Der Token dieser Partie war in einem anderen Fenster oder gilt nicht mehr.",
  },
  lag: { en: "Way to the service: {ms} ms", de: "Weg zum Dienst: {ms} ms" },
  sound: { en: "Sound", de: "Ton" },
  confirm: { en: "Press twice to send", de: "Zweimal drücken zum Senden" },
  resign: { en: "Resign", de: "Aufgeben" },
  sure: { en: "Really resign?", de: "Wirklich aufgeben?" },
  no: { en: "No, play on", de: "Nein, weiterspielen" },
  rematch: { en: "Rematch", de: "Revanche" },
  analyse: { en: "Analyse", de: "Analysieren" },
  other: { en: "Another match", de: "Andere Partie" },
  won: { en: "You won.", de: "Du hast gewonnen." },
  shared: { en: "You share the first place.", de: "Du teilst dir den ersten Platz." },
  lost: { en: "You came in at place {place}.", de: "Du bist auf Platz {place}." },
  noResult: { en: "The match ended without a result.", de: "Die Partie endete ohne Ergebnis." },
} satisfies Words;

export type PlayWords = Record<keyof typeof PLAY, string>;
