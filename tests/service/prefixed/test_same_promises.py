"""Tests of the service that hold under a prefix of keys too; none of them looks into the store."""

from __future__ import annotations

from typing import Final

from tests.service.application.accounts import test_names, test_profiles
from tests.service.application.challenges import test_challenges
from tests.service.application.feeds import test_feeds, test_lobby
from tests.service.application.hosting import test_hosting
from tests.service.application.ladders import test_ladder_rulings, test_ladder_workers
from tests.service.application.matches import test_lists
from tests.service.application.operations import test_deletion
from tests.service.application.play import test_actions

HELD: Final = (
    test_actions.test_a_repeated_action_is_answered_as_the_first_time,
    test_challenges.test_a_match_starts_when_all_have_accepted,
    test_deletion.test_what_it_plays_ends_and_what_it_waits_for_is_called_off,
    test_feeds.test_bots_play_whole_matches_from_their_feeds,
    test_hosting.test_a_process_begins_one_match,
    test_ladder_rulings.test_an_annulled_result_is_shown_and_changes_nothing,
    test_ladder_workers.test_workers_alone_carry_a_ladder_to_its_end,
    test_lists.test_pages_list_every_match_once_newest_first,
    test_lobby.test_a_visitor_sees_a_match_come_fill_begin_and_end,
    test_names.test_of_many_at_once_one_has_it,
    test_profiles.test_of_many_who_claim_a_handle_at_once_one_has_it,
)
at_once = test_deletion.at_once
globals().update({test.__name__: test for test in HELD})
