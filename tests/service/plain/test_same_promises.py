"""Tests of the service that hold for a plain one too; what it gives up is in the explanation."""

from __future__ import annotations

from typing import Final

from tests.service import (
    test_acting,
    test_app,
    test_credentials,
    test_following,
    test_ladder_workers,
    test_parity,
    test_slow_consumers,
    test_websocket,
    test_whole_matches,
)

HELD: Final = (
    test_acting.test_a_caller_that_goes_away_does_not_undo_its_action,
    test_acting.test_a_repeated_action_is_answered_as_the_first_time,
    test_acting.test_an_action_id_names_one_action_at_one_version,
    test_acting.test_an_illegal_action_is_told_from_a_misspelt_one,
    test_acting.test_of_two_writers_one_wins,
    test_acting.test_only_the_seat_that_is_asked_may_act,
    test_acting.test_the_same_action_at_once_counts_once,
    test_app.test_a_process_lives_without_redis_but_is_not_ready,
    test_app.test_a_server_that_stops_says_that_it_will_be_back,
    test_credentials.test_what_a_token_holds_open_ends_with_it,
    test_following.test_a_follower_outlives_a_restart_of_redis,
    test_following.test_a_lost_notification_costs_a_moment_never_an_event,
    test_following.test_any_cut_is_resumed_without_gap_or_repetition,
    test_following.test_events_come_from_the_log_and_then_live,
    test_ladder_workers.test_workers_alone_carry_a_ladder_to_its_end,
    test_parity.test_a_match_that_is_played_has_a_public_record,
    test_parity.test_an_action_id_names_one_payload,
    test_parity.test_bad_input_has_one_code_by_either_transport_and_changes_nothing,
    test_slow_consumers.test_a_trickle_that_is_not_read_ends_too,
    test_slow_consumers.test_whoever_does_not_read_is_closed,
    test_websocket.test_a_token_counts_from_the_header_too,
    test_websocket.test_a_whole_match_is_played_by_websocket,
    test_websocket.test_an_ended_operation_is_not_told_any_more,
    test_websocket.test_an_id_names_one_operation_at_a_time,
    test_websocket.test_pings_are_answered,
    test_whole_matches.test_a_random_match_is_played_to_its_end,
    test_whole_matches.test_the_log_alone_rebuilds_the_match,
)
globals().update({test.__name__: test for test in HELD})
