"""Tests of the service that hold on a Redis Cluster too: each feature's, and together each script.

`SAQQARA_TEST_STORE=cluster .venv/bin/python -m pytest tests/service` runs all others there.
"""

from __future__ import annotations

from typing import Final

from tests.service.application.accounts import (
    test_credentials,
    test_guests,
    test_names,
    test_profiles,
)
from tests.service.application.challenges import test_challenges, test_engagements
from tests.service.application.feeds import test_feeds, test_lobby
from tests.service.application.hosting import (
    test_hosted_ladders,
    test_hosting,
    test_hosting_misses,
    test_starvation,
)
from tests.service.application.ladders import (
    test_ladder_course,
    test_ladder_presence,
    test_ladder_rulings,
    test_ladder_workers,
)
from tests.service.application.matches import test_lists, test_open_seats
from tests.service.application.operations import test_deletion, test_maintenance
from tests.service.application.play import test_actions
from tests.service.storage.ladders import test_ladder_scripts
from tests.service.storage.operations import test_schema_of_the_store

HELD: Final = (
    test_actions.test_a_repeated_action_is_answered_as_the_first_time,
    test_actions.test_of_two_writers_one_wins,
    test_challenges.test_a_match_starts_when_all_have_accepted,
    test_challenges.test_accepts_that_race_make_one_match,
    test_challenges.test_pages_list_every_challenge_once_newest_first,
    test_credentials.test_what_a_token_holds_open_ends_with_it,
    test_engagements.test_bots_that_are_there_are_listed_page_by_page,
    test_deletion.test_what_it_plays_ends_and_what_it_waits_for_is_called_off,
    test_feeds.test_bots_play_whole_matches_from_their_feeds,
    test_guests.test_there_are_never_more_guests_than_the_host_allows,
    test_hosted_ladders.test_a_match_begins_when_its_programs_wait,
    test_hosting.test_a_process_begins_one_match,
    test_hosting.test_what_is_wanted_is_held_by_one_runner,
    test_hosting_misses.test_the_only_runner_is_believed,
    test_ladder_course.test_a_cancelled_ladder_is_over_and_keeps_what_was_played,
    test_ladder_course.test_who_is_withdrawn_gets_no_more_matches,
    test_ladder_presence.test_who_loses_its_time_again_and_again_is_benched,
    test_ladder_rulings.test_a_ladder_whose_every_match_is_annulled_has_empty_tables,
    test_ladder_rulings.test_an_annulled_result_is_shown_and_changes_nothing,
    test_ladder_scripts.test_an_extension_that_comes_first_keeps_the_ladder_open,
    test_ladder_workers.test_workers_alone_carry_a_ladder_to_its_end,
    test_lists.test_pages_list_every_match_once_newest_first,
    test_lobby.test_a_visitor_sees_a_match_come_fill_begin_and_end,
    test_maintenance.test_a_freeze_may_become_a_maintenance,
    test_names.test_of_many_at_once_one_has_it,
    test_open_seats.test_a_lobby_lists_what_can_be_joined,
    test_profiles.test_of_many_who_claim_a_handle_at_once_one_has_it,
    test_schema_of_the_store.test_two_at_once_do_it_once,
    test_starvation.test_only_the_runner_that_holds_a_bot_is_believed,
)
at_once = test_deletion.at_once
globals().update({test.__name__: test for test in HELD})
