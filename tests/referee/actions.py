"""What each action of Imhotep does, under the first word of its notation: `do_get` and so on."""

from __future__ import annotations

from tests.referee.figures import PYRAMID_B
from tests.referee.legal import bonus
from tests.referee.table import Table


class Actions(Table):
    """A table on which a seat can act; its words are those after the kind."""

    def do_pass(self, seat: int) -> None:
        """Nothing."""

    def do_decline(self, seat: int) -> None:
        """Nothing."""

    def do_get(self, seat: int) -> None:
        """Up to three stones."""
        self.take_stones(seat, 3)

    def do_place(self, seat: int, berth: str) -> None:
        """A stone onto a ship."""
        self.place(seat, int(berth[0]) - 1, int(berth[2]) - 1)

    def do_sail(self, seat: int, ship: str, site: str) -> None:
        """Unloads from the bow."""
        number = int(ship) - 1
        self.sail(seat, number, site, self.ships[number].stones)

    def do_take(self, seat: int, slot: str) -> None:
        """A card, or the pair of Market B."""
        if slot == "4" and self.sides["market"] == "B":
            if len(self.pair) > 1:
                self.tasks.append(("keep-one", seat))
            else:
                self.gain(seat, self.pair.pop())
            return
        self.gain(seat, self.pick_up(seat, int(slot) - 1))

    def pick_up(self, seat: int, slot: int) -> str:
        """Takes the card of a slot with its coins."""
        card, self.market[slot] = self.market[slot], None
        assert card
        self.coins_taken[seat] += self.coins[slot]
        self.coins[slot] = 0
        return card

    def do_keep(self, seat: int, place: str) -> None:
        """The other card is discarded first."""
        kept = self.pair.pop(int(place) - 1)
        self.discard.append(self.pair.pop())
        self.gain(seat, kept)

    def do_draw(self, seat: int) -> None:
        """The top card."""
        self.gain_top(seat)

    def do_build(self, seat: int, pyramid: str) -> None:
        """First the points, then the bonus."""
        built = self.pyramids[pyramid]
        built.append(seat)
        self.stones["pyramids"].append(seat)
        self.points["pyramids"][seat] += PYRAMID_B[len(built) - 1]
        if len(built) == 1 and bonus(self, seat, pyramid):
            self.tasks.append(("bonus", seat, pyramid))

    def do_point(self, seat: int) -> None:
        """A point of the Temple."""
        self.points["temple"][seat] += 1

    def do_stones(self, seat: int) -> None:
        """Up to two stones."""
        self.take_stones(seat, 2)

    def use(self, seat: int, card: str) -> None:
        """The card lies in neither pile until its effect is over."""
        self.hands[seat].remove(card)
        self.tasks.append(("discard", card))

    def do_lever(self, seat: int, ship: str, site: str, order: str) -> None:
        """Unloads in this order."""
        self.use(seat, "lever")
        self.sail(seat, int(ship) - 1, site, list(map(int, order)))

    def do_hammer(self, seat: int, berth: str) -> None:
        """Gets stones, then places one."""
        self.use(seat, "hammer")
        self.take_stones(seat, 3)
        self.do_place(seat, berth)

    def do_sailcard(self, seat: int, berth: str, site: str) -> None:
        """Places a stone, then sails."""
        self.use(seat, "sail")
        self.do_place(seat, berth)
        self.do_sail(seat, berth[0], site)

    def do_chisel(self, seat: int, *berths: str) -> None:
        """Places one or two stones."""
        self.use(seat, "chisel")
        for berth in berths:
            self.do_place(seat, berth)

    def pay(self, seat: int, stones: int) -> None:
        """From the sled back to the quarry."""
        self.sled[seat] -= stones
        self.quarry[seat] += stones

    def do_raft(self, seat: int, site: str) -> None:
        """Two stones back, a third to the site."""
        self.use(seat, "raft")
        self.pay(seat, 2)
        self.sled[seat] -= 1
        self.tasks.append(("unload", site, seat))

    def do_plank(self, seat: int, ship: str, site: str) -> None:
        """A stone back, then sails."""
        self.use(seat, "loading-plank")
        self.pay(seat, 1)
        self.do_sail(seat, ship, site)

    def do_private(self, seat: int, site: str) -> None:
        """The own ship with one stone."""
        self.private_sailed[seat] = True
        self.private_sites.add(site)
        self.sled[seat] -= 1
        self.tasks.append(("unload", site, seat))

    def do_bet(self, seat: int, site: str, column: str) -> None:
        """A stone of the quarry on a field."""
        self.quarry[seat] -= 1
        self.bets[site, column] = seat

    def do_prophecy(self, seat: int, god: str) -> None:
        """A scarab."""
        self.scarabs.append((seat, god, self.window))

    def mark(self, seat: int, favor: int) -> None:
        """A stone of the quarry on a favor."""
        self.quarry[seat] -= 1
        self.favors[favor - 1] = seat

    def do_favor1(self, seat: int, *slots: str) -> None:
        """Both cards are taken before a red one works; then the slots are filled again."""
        self.mark(seat, 1)
        cards = [self.pick_up(seat, int(slot) - 1) for slot in slots]
        self.tasks.append(("refill", sorted(int(slot) - 1 for slot in slots)))
        self.tasks += [("gain", seat, card) for card in reversed(cards)]

    def do_favor2(self, seat: int, *berths: str) -> None:
        """Places a stone or none, then fills the sled."""
        self.mark(seat, 2)
        for berth in berths:
            self.do_place(seat, berth)
        self.take_stones(seat, self.room(seat))

    def do_favor3(self, seat: int, ship: str, site: str, marks: str) -> None:
        """Lays the stones anew, with one more or not."""
        self.mark(seat, 3)
        number = int(ship) - 1
        spaces = [None if mark == "." else int(mark) for mark in marks]
        stones = [owner for owner in spaces if owner is not None]
        self.sled[seat] -= len(stones) - len(self.ships[number].stones)
        if site == "stay":
            self.ships[number].spaces = spaces
        else:
            self.sail(seat, number, site, stones)

    def do_favor4(self, seat: int, ship: str, site: str, *spaces: str) -> None:
        """Places up to two stones, and sails."""
        self.mark(seat, 4)
        for space in spaces:
            self.place(seat, int(ship) - 1, int(space) - 1)
        if site != "stay":
            self.do_sail(seat, ship, site)

    def do_favor5(self, seat: int, *berths: str) -> None:
        """Places stones."""
        self.mark(seat, 5)
        for berth in berths:
            self.do_place(seat, berth)
