"""Rules with a mistake for each, and the tests that must notice it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    """A rule in words; what in a file of the engine becomes what; a test that must then fail."""

    rule: str
    file: str
    original: str
    mutated: str
    test: str


MUTATIONS = (
    Mutation(
        "a sled carries five stones",
        "imhotep/figures.py",
        "SLED_CAPACITY: Final = 5",
        "SLED_CAPACITY: Final = 6",
        "imhotep/test_turns.py::test_stones_move_as_far_as_sled_and_quarry_allow",
    ),
    Mutation(
        "a ship with three spaces needs two stones to sail",
        "imhotep/figures.py",
        "MINIMUM_LOAD: Final = {4: 3, 3: 2, 2: 1, 1: 1}",
        "MINIMUM_LOAD: Final = {4: 3, 3: 3, 2: 1, 1: 1}",
        "imhotep/test_turns.py::test_an_action_is_legal_only_if_it_can_be_carried_out",
    ),
    Mutation(
        "a second ship cannot go to the same site",
        "imhotep/harbour.py",
        "state.sites_open &= ~(1 << site)",
        "state.sites_open &= ~0",
        "imhotep/test_turns.py::test_a_site_takes_one_ship_in_a_round",
    ),
    Mutation(
        "stones are unloaded from the bow",
        "imhotep/harbour.py",
        "for berth in range(4 * ship + 3, 4 * ship - 1, -1)",
        "for berth in range(4 * ship, 4 * ship + 4)",
        "imhotep/sites/test_sites.py::test_stones_at_the_market_buy_a_card_each_in_unloading_order",
    ),
    Mutation(
        "passing is for those who can do nothing else (H-31)",
        "imhotep/steps.py",
        "legal = legal or _ONLY_PASS",
        "legal = legal + _ONLY_PASS",
        "imhotep/test_turns.py::test_an_action_is_legal_only_if_it_can_be_carried_out",
    ),
    Mutation(
        "a round ends when everybody passed in a row (H-32)",
        "imhotep/steps.py",
        "state.passes < state.players",
        "state.passes <= state.players",
        "imhotep/test_rounds.py::test_a_round_ends_when_everybody_passes",
    ),
    Mutation(
        "the seat left of whoever sailed the fourth ship begins",
        "imhotep/steps.py",
        "state.start = (last + 1) % state.players",
        "state.start = last",
        "imhotep/test_rounds.py::test_the_seat_left_of_the_last_sailor_begins_the_next_round",
    ),
    Mutation(
        "a delivered stone comes back after its card is resolved (H-47)",
        "imhotep/sites/market.py",
        "        state.steps.append(RETURN[seat])\n",
        "        state.quarry[seat] += 1\n",
        "imhotep/test_cards.py::test_the_delivered_stone_comes_back_after_its_card",
    ),
    Mutation(
        "the market is refilled only before the normal ship has come",
        "imhotep/sites/market.py",
        "if state.sites_open >> MARKET & 1:",
        "if not state.sites_open >> MARKET & 1:",
        "imhotep/expansions/test_mini_expansions.py::test_a_private_ship_has_the_market_refilled_only_before_the_ship",
    ),
    Mutation(
        "a red card without a stone in the quarry brings none (H-33)",
        "imhotep/cards/piles.py",
        "if site is not None and state.quarry[seat]:",
        "if site is not None:",
        "imhotep/test_cards.py::test_a_red_card_without_a_stone_in_the_quarry_fizzles",
    ),
    Mutation(
        "bonus cards come from the back of the draw pile",
        "imhotep/cards/piles.py",
        "    card = state.deck[-1]\n    state.deck = state.deck[:-1]",
        "    card = state.deck[0]\n    state.deck = state.deck[1:]",
        "imhotep/sites/test_sites_b.py::test_bonus_cards_come_from_the_other_end_of_the_pile",
    ),
    Mutation(
        "a Chisel needs two stones (H-39)",
        "imhotep/cards/deck.py",
        "if state.sled[seat] > 1 and state.free.bit_count() > 1:",
        "if state.free.bit_count() > 1:",
        "imhotep/test_turns.py::test_an_action_is_legal_only_if_it_can_be_carried_out",
    ),
    Mutation(
        "a green card counts every three stones at its site",
        "imhotep/figures.py",
        "STONES_PER_DECORATION_POINT: Final = 3",
        "STONES_PER_DECORATION_POINT: Final = 2",
        "imhotep/test_cards.py::test_held_cards_score_at_the_end",
    ),
    Mutation(
        "the fifth space of the Pyramids gives four points",
        "imhotep/figures.py",
        "PYRAMID_POINTS: Final = (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)",
        "PYRAMID_POINTS: Final = (2, 1, 3, 2, 3, 4, 2, 1, 3, 2, 3, 1, 3, 4)",
        "imhotep/sites/test_sites.py::test_fourteen_stones_fill_the_pyramids",
    ),
    Mutation(
        "the Temple is four wide with two players",
        "imhotep/figures.py",
        "TEMPLE_WIDTH: Final = {2: 4, 3: 5, 4: 5}",
        "TEMPLE_WIDTH: Final = {2: 5, 3: 5, 4: 5}",
        "imhotep/sites/test_sites.py::test_the_temple_scores_the_stones_seen_from_above",
    ),
    Mutation(
        "stones in the Burial Chamber that touch only at corners are no group",
        "imhotep/sites/burial_chamber.py",
        "beside = [cell - BURIAL_ROWS, cell + BURIAL_ROWS]",
        "beside = [cell - BURIAL_ROWS, cell + BURIAL_ROWS, cell + BURIAL_ROWS + 1]",
        "imhotep/sites/test_sites.py::test_the_burial_chamber_scores_connected_groups",
    ),
    Mutation(
        "tied obelisks share their places, rounded down (H-44)",
        "imhotep/scoring.py",
        "return sum(places[above : above + tied]) // tied",
        "return places[above]",
        "imhotep/sites/test_sites.py::test_the_obelisks_score_by_rank",
    ),
    Mutation(
        "a full pyramid of side B cannot be chosen",
        "imhotep/sites/pyramids.py",
        "if len(one) < len(PYRAMIDS_B_POINTS)]",
        "if len(one) <= len(PYRAMIDS_B_POINTS)]",
        "imhotep/sites/test_pyramids_b.py::test_a_full_pyramid_cannot_be_chosen_until_all_are_full",
    ),
    Mutation(
        "of the face-down pair the card that is not kept is discarded",
        "imhotep/sites/market_b.py",
        "state.discard += ONE[pair[1 - place]]",
        "state.discard += ONE[pair[place]]",
        "imhotep/sites/test_market_b.py::test_a_stone_buys_one_of_the_face_down_pair",
    ),
    Mutation(
        "a tower takes the highest value that is left",
        "imhotep/sites/obelisks.py",
        "return TOWER_POINTS[min(number, len(TOWER_POINTS) - 1)]",
        "return TOWER_POINTS[0]",
        "imhotep/sites/test_sites_b.py::test_three_waiting_stones_become_the_best_tower",
    ),
    Mutation(
        "the Wrath of the Pharaoh fines once, not for each monument",
        "imhotep/expansions/wrath.py",
        "0 if all(seat in stones for stones in monuments) else WRATH_POINTS",
        "WRATH_POINTS * sum(seat not in stones for stones in monuments)",
        "imhotep/sites/test_sites_b.py::test_the_wrath_of_the_pharaoh_is_one_fine",
    ),
    Mutation(
        "with a tie for the lead, the second place of the wager is void",
        "imhotep/expansions/stonemasons_wager.py",
        "points = {lead: WAGER_TIED_POINTS}",
        "points = {lead: WAGER_LEAD_POINTS}",
        "imhotep/expansions/test_mini_expansions.py::test_a_bet_scores_by_the_rank_of_its_site",
    ),
    Mutation(
        "each seat has one favor in the game",
        "imhotep/expansions/favor_card.py",
        "return state.quarry[seat] > 0 and seat not in self.read(state).used_by",
        "return state.quarry[seat] > 0",
        "imhotep/expansions/test_favors.py::test_a_favor_is_once_in_the_game_and_each_seat_has_one",
    ),
    Mutation(
        "a Loading Plank needs exactly one ship at the site",
        "imhotep/expansions/new_dynasty.py",
        "return state.docks.count(site) == 1",
        "return state.docks.count(site) <= 1",
        "imhotep/expansions/test_rafts_and_planks.py::test_a_loading_plank_needs_a_ready_ship_and_one_that_lies_there",
    ),
    Mutation(
        "most stones means more than every other",
        "imhotep/expansions/prophecies.py",
        " if counts.count(most) == 1 else None",
        "",
        "imhotep/expansions/test_prophecies.py::test_prophecies_come_true_or_not",
    ),
    Mutation(
        "taken cards that lie face down are not shown to others",
        "imhotep/views/composed_view.py",
        "if owner == seat or not state.steps or",
        "if seat is not None or not state.steps or",
        "imhotep/test_hidden_cards.py",
    ),
    Mutation(
        "the nearest meeple gets the token farthest out",
        "duel/flow.py",
        "                space -= 1\n",
        "                space -= 0\n",
        "duel/test_duel.py::test_q03_three_meeples_take_spaces_three_two_one",
    ),
    Mutation(
        "the fifth boat that leaves ends the game",
        "duel/legality.py",
        "LAST_BOATS: Final = 1",
        "LAST_BOATS: Final = 0",
        "duel/test_duel.py::test_q20_the_fifth_boat_ends_the_game",
    ),
    Mutation(
        "a smaller pyramid of four gives 18 points by default",
        "duel/options.py",
        '        18,\n        "points',
        '        15,\n        "points',
        "duel/test_duel.py::test_q10_q11_pyramid_b",
    ),
    Mutation(
        "an action of the Duel has one text",
        "duel/actions.py",
        "if str(action) == text and _is_in_order(action):",
        "if str(action) == text:",
        "test_notation_document.py::test_what_is_not_notation_of_the_duel_is_refused",
    ),
)
