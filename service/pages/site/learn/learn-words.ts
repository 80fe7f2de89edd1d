// The texts of the lessons and of the rules in short; what sites, cards and tokens do comes with the layout.

import type { Words } from "../../board/words.ts";

export const LEARN = {
  title: { en: "Learn to play", de: "Spielen lernen" },
  step: { en: "{at} of {last}", de: "{at} von {last}" },
  back: { en: "Back", de: "Zurück" },
  again: { en: "Once more", de: "Noch einmal" },
  next: { en: "Next", de: "Weiter" },
  other: { en: "That is allowed, too. But try what is asked here.", de: "Auch das ist erlaubt. Probiere aber, was hier verlangt wird." },
  brings: { en: "If the game ended now: {changes}.", de: "Wäre jetzt Schluss: {changes}." },
  nothing: { en: "No points yet.", de: "Noch keine Punkte." },
  done: { en: "You know how it goes.", de: "Du weißt, wie es geht." },
  play: { en: "Play against a house bot", de: "Gegen einen Hausbot spielen" },
  rules: { en: "The rules in short", de: "Die Regeln in Kürze" },
  sites: { en: "Where points come from", de: "Woher die Punkte kommen" },
  cards: { en: "Market cards", de: "Marktkarten" },
  tokens: { en: "Tokens", de: "Plättchen" },
  whole: {
    en: "Other sides and expansions explain themselves at the table: press ? there, or the name of a site.",
    de: "Andere Seiten und Erweiterungen erklären sich am Tisch: Drücke dort ? oder den Namen eines Ortes.",
  },
} satisfies Words;

export const RULES: Record<"imhotep" | "duel", Words> = {
  imhotep: {
    aim: {
      en: "Two to four players build together for six rounds. Most points win.",
      de: "Zwei bis vier Spieler bauen sechs Runden lang gemeinsam. Die meisten Punkte gewinnen.",
    },
    turn: {
      en: "A turn is one of four things: get up to three stones from your quarry to your sled, which carries five; place a stone from your sled on a free space of a ship; sail a ship that carries enough stones; or use a blue card.",
      de: "Ein Zug ist eines von vier Dingen: bis zu drei Steine aus deinem Steinbruch auf deinen Schlitten holen, der fünf trägt; einen Stein vom Schlitten auf ein freies Feld eines Schiffs setzen; mit einem Schiff fahren, das genug Steine trägt; oder eine blaue Karte nutzen.",
    },
    sail: {
      en: "Anybody may sail any ship, also without a stone aboard, to a site where no ship lies yet in this round. Its stones are unloaded from the bow, one after the other.",
      de: "Jeder darf mit jedem Schiff fahren, auch ohne eigenen Stein, und zwar zu einem Ort, an dem in dieser Runde noch kein Schiff liegt. Seine Steine werden vom Bug an nacheinander entladen.",
    },
    round: {
      en: "A round ends when the fourth ship is unloaded. Then the Temple pays, the Market is cleared, and whoever sits to the left of the last to sail begins.",
      de: "Eine Runde endet, wenn das vierte Schiff entladen ist. Dann zahlt der Tempel, der Markt wird geräumt, und wer links vom letzten Fahrer sitzt, beginnt.",
    },
  },
  duel: {
    aim: {
      en: "Two players share a harbour of nine spaces; six boats with three tokens each lie around it. Most points win.",
      de: "Zwei Spieler teilen einen Hafen mit neun Feldern; um ihn liegen sechs Boote mit je drei Plättchen. Die meisten Punkte gewinnen.",
    },
    turn: {
      en: "A turn is one of three things: place a meeple on a free space; unload a boat whose row or column holds at least two meeples of any colour; or use an action token from an earlier turn.",
      de: "Ein Zug ist eines von drei Dingen: eine Figur auf ein freies Feld setzen; ein Boot entladen, in dessen Zeile oder Spalte mindestens zwei Figuren stehen, gleich welcher Farbe; oder ein Aktionsplättchen aus einem früheren Zug nutzen.",
    },
    unload: {
      en: "The meeple nearest to the boat gets the token at its far end, the next one the token in the middle, the third the one beside the harbour. Then these meeples go home, tokens that nobody got leave the game, and three new ones come.",
      de: "Die Figur, die dem Boot am nächsten steht, bekommt das Plättchen am fernen Ende, die nächste das mittlere, die dritte das am Hafen. Dann gehen diese Figuren heim, Plättchen ohne Empfänger verlassen das Spiel, und drei neue kommen.",
    },
    end: {
      en: "When no tokens are left, unloaded boats leave. With the fifth the game is over. Every unused action token and every own meeple in the harbour is 1 point.",
      de: "Sind keine Plättchen mehr da, legen entladene Boote ab. Mit dem fünften ist das Spiel zu Ende. Jedes ungenutzte Aktionsplättchen und jede eigene Figur im Hafen ist 1 Punkt.",
    },
  },
};

/** Of each step what is to be done, and what it was good for. */
export const TASKS: Record<"imhotep" | "duel", Record<string, { task: Words[string]; done: Words[string] }>> = {
  imhotep: {
    place: {
      task: { en: "Place a stone from your sled on a free space of any ship.", de: "Setze einen Stein von deinem Schlitten auf ein freies Feld eines Schiffs." },
      done: { en: "It waits aboard, and scores where the ship arrives. Anybody may sail that ship.", de: "Er wartet an Bord und punktet, wo das Schiff ankommt. Jeder darf mit diesem Schiff fahren." },
    },
    get: {
      task: { en: "Your sled is empty. Get stones from your quarry.", de: "Dein Schlitten ist leer. Hole Steine aus deinem Steinbruch." },
      done: { en: "Three at a time, and a sled carries five. It takes a turn in which the others act.", de: "Drei auf einmal, und ein Schlitten trägt fünf. Das kostet einen Zug, in dem die anderen handeln." },
    },
    pyramids: {
      task: { en: "Two stones of ship 2 are yours. Sail it to the Pyramids.", de: "Zwei Steine auf Schiff 2 gehören dir. Fahre mit ihm zu den Pyramiden." },
      done: { en: "Stones fill the Pyramids in a fixed order, and each space pays at once.", de: "Steine füllen die Pyramiden in fester Reihenfolge, und jedes Feld zahlt sofort." },
    },
    temple: {
      task: { en: "Sail ship 2 to the Temple.", de: "Fahre mit Schiff 2 zum Tempel." },
      done: { en: "At the end of every round each stone that can be seen from above pays 1 point. Later stones cover earlier ones.", de: "Am Ende jeder Runde zahlt jeder von oben sichtbare Stein 1 Punkt. Spätere Steine verdecken frühere." },
    },
    burial: {
      task: { en: "Sail ship 1 to the Burial Chamber.", de: "Fahre mit Schiff 1 zur Grabkammer." },
      done: { en: "Stones that touch form a group. At the end groups of 1, 2, 3, 4 and 5 pay 1, 3, 6, 10 and 15 points.", de: "Steine, die sich berühren, bilden eine Gruppe. Am Ende zahlen Gruppen von 1, 2, 3, 4 und 5 Steinen 1, 3, 6, 10 und 15 Punkte." },
    },
    obelisks: {
      task: { en: "Sail ship 3 to the Obelisks.", de: "Fahre mit Schiff 3 zu den Obelisken." },
      done: { en: "With two players, whoever has most stones here at the end gets 10 points, the other 1.", de: "Zu zweit bekommt am Ende 10 Punkte, wer hier die meisten Steine hat, und 1 der andere." },
    },
    market: {
      task: { en: "The last ship sails to the Market: sail ship 3 there.", de: "Das letzte Schiff fährt zum Markt: Fahre mit Schiff 3 dorthin." },
      done: { en: "Each stone buys its owner a card. The stone at the bow chooses first, and that is your rival's.", de: "Jeder Stein kauft seinem Besitzer eine Karte. Der Stein am Bug wählt zuerst, und das ist der deines Gegners." },
    },
    card: {
      task: { en: "Take a card; point at it to see what it does.", de: "Nimm eine Karte; zeige auf sie, um zu sehen, was sie tut." },
      done: { en: "Red cards work at once, green and purple ones count at the end, blue ones take the place of an action.", de: "Rote Karten wirken sofort, grüne und violette zählen am Ende, blaue ersetzen eine Aktion." },
    },
    blue: {
      task: { en: "Use your Chisel: place one stone on ship 1 and one on ship 2.", de: "Nutze deinen Meißel: Setze einen Stein auf Schiff 1 und einen auf Schiff 2." },
      done: { en: "Two stones in one turn. A blue card works once; unused, it is 1 point at the end.", de: "Zwei Steine in einem Zug. Eine blaue Karte wirkt einmal; ungenutzt ist sie am Ende 1 Punkt." },
    },
    end: {
      task: { en: "The last ship of the last round: sail ship 1 to the Burial Chamber.", de: "Das letzte Schiff der letzten Runde: Fahre mit Schiff 1 zur Grabkammer." },
      done: { en: "The game is over, and everything else is counted: groups, Obelisks, statues, decorations, unused blue cards.", de: "Das Spiel ist zu Ende, und alles Übrige wird gezählt: Gruppen, Obelisken, Statuen, Schmuck, ungenutzte blaue Karten." },
    },
  },
  duel: {
    place: {
      task: { en: "Place a meeple on any free space.", de: "Setze eine Figur auf ein freies Feld." },
      done: { en: "Each space belongs to two boats: that of its row and that of its column.", de: "Jedes Feld gehört zu zwei Booten: dem seiner Zeile und dem seiner Spalte." },
    },
    unload: {
      task: { en: "Three meeples stand before boat r1, two of them yours. Unload it.", de: "Vor Boot r1 stehen drei Figuren, zwei davon deine. Entlade es." },
      done: { en: "The nearest meeple got the token at the far end, and so on; all three went home.", de: "Die nächste Figur bekam das Plättchen am fernen Ende und so weiter; alle drei gingen heim." },
    },
    obelisks: {
      task: { en: "Unload boat c2.", de: "Entlade Boot c2." },
      done: { en: "Each obelisk is 1 point, and whoever has more of them at the end gets 6 besides.", de: "Jeder Obelisk ist 1 Punkt, und wer am Ende mehr hat, bekommt 6 dazu." },
    },
    temple: {
      task: { en: "Unload boat r3.", de: "Entlade Boot r3." },
      done: { en: "Every symbol of a temple token is 1 point.", de: "Jedes Symbol eines Tempelplättchens ist 1 Punkt." },
    },
    pyramids: {
      task: { en: "Unload boat r3.", de: "Entlade Boot r3." },
      done: { en: "You build a light and a dark pyramid. 1 to 6 stones of one pay 1, 3, 6, 10, 15 and 21 points.", de: "Du baust eine helle und eine dunkle Pyramide. 1 bis 6 Steine einer Pyramide zahlen 1, 3, 6, 10, 15 und 21 Punkte." },
    },
    tombs: {
      task: { en: "Unload boat c2.", de: "Entlade Boot c2." },
      done: { en: "Tombs with numbers next to each other form a row. Rows of 1 to 5 pay 1, 4, 9, 16 and 25 points.", de: "Gräber mit benachbarten Zahlen bilden eine Reihe. Reihen von 1 bis 5 zahlen 1, 4, 9, 16 und 25 Punkte." },
    },
    take: {
      task: { en: "Use your action token: take an obelisk from any boat.", de: "Nutze dein Aktionsplättchen: Nimm einen Obelisken von einem Boot." },
      done: { en: "Action tokens serve once, from the turn after you won them. Unused, each is 1 point.", de: "Aktionsplättchen dienen einmal, vom Zug nach dem Gewinn an. Ungenutzt ist jedes 1 Punkt." },
    },
    two: {
      task: { en: "Use your action token: place a meeple on 3.1, then unload r1 and r2.", de: "Nutze dein Aktionsplättchen: Setze eine Figur auf 3.1, dann entlade r1 und r2." },
      done: { en: "Three things in one turn.", de: "Drei Dinge in einem Zug." },
    },
    swap: {
      task: { en: "Use your action token: swap the tokens on spaces 1 and 2 of boat r2, then unload it.", de: "Nutze dein Aktionsplättchen: Tausche die Plättchen auf Feld 1 und 2 von Boot r2, dann entlade es." },
      done: { en: "So the token that you want comes to your meeple.", de: "So kommt das Plättchen, das du willst, zu deiner Figur." },
    },
    end: {
      task: { en: "No tokens are left: unload boat c2, and the game is over.", de: "Es sind keine Plättchen mehr da: Entlade Boot c2, und das Spiel ist zu Ende." },
      done: { en: "The fifth boat has left. All sites are counted, and 1 point for each unused action token and each meeple in the harbour.", de: "Das fünfte Boot hat abgelegt. Alle Orte werden gezählt, dazu 1 Punkt für jedes ungenutzte Aktionsplättchen und jede Figur im Hafen." },
    },
  },
};
