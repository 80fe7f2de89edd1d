"""Chance: the vectors of `engine/RECORD.md`, which were checked with openssl."""

from __future__ import annotations

import hmac
from collections import Counter
from pathlib import Path

import pytest

from saqqara_engine.chance import Chance, commitment, permutation
from saqqara_engine.imhotep.figures import UNCERTAIN
from saqqara_engine.imhotep.rules import IMHOTEP

SEED = bytes(range(32))


def test_a_stream_is_the_documented_one() -> None:
    """A stream is HMAC-SHA256 over purpose, round and block, cut into 32-bit numbers."""
    block = hmac.digest(SEED, b"deck|0|0", "sha256").hex()
    assert block == "4063956f116cfbabdba8a31356b244d030682880dbc7506d2efe14fbd00f80fe"
    stream = Chance(SEED, "deck", 0)
    numbers = [stream.word() for _ in range(9)]
    assert numbers[:3] == [0x4063956F, 0x116CFBAB, 0xDBA8A313]
    assert numbers[8] == 1893894032


@pytest.mark.parametrize(
    ("purpose", "round_number", "size", "order"),
    [
        ("deck", 0, 10, [1, 0, 8, 7, 6, 2, 5, 9, 4, 3]),
        ("round cards", 0, 7, [0, 6, 2, 1, 5, 3, 4]),
        ("reshuffle 1", 4, 5, [3, 2, 4, 1, 0]),
    ],
)
def test_a_permutation_is_the_documented_one(
    purpose: str, round_number: int, size: int, order: list[int]
) -> None:
    """The same seed, purpose and round give the same order in every language."""
    assert list(permutation(SEED, purpose, round_number, bytes(range(size)))) == order


def test_a_commitment_is_the_documented_one() -> None:
    """A commitment is the SHA-256 of the seed followed by the match id."""
    expected = "b11c6d6c39244c86356aca562f39382d8d789cfe22ea58dbf3afac3418d85057"
    assert commitment(SEED, "match-1") == expected
    assert commitment(SEED, "match-2") != expected


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    """A word beyond the last full multiple of the bound is not used."""
    bound, chance, stream = 3 << 30, Chance(SEED, "autoplay", 3), Chance(SEED, "autoplay", 3)
    skipped = stream.word()
    assert skipped >= bound
    assert chance.below(bound) == stream.word() == 1065290340


def test_a_long_key_is_hashed_first() -> None:
    """As RFC 2104 says of keys longer than a block."""
    seed = bytes(range(100))
    block = hmac.digest(seed, b"deck|0|0", "sha256")
    assert Chance(seed, "deck", 0).word() == int.from_bytes(block[:4], "big")


def test_every_order_is_as_likely() -> None:
    """Over many seeds each order of three items comes up equally often."""
    orders = Counter(
        permutation(seed.to_bytes(32, "big"), "deck", 0, b"abc") for seed in range(6000)
    )
    assert len(orders) == 6
    assert all(abs(times - 1000) < 150 for times in orders.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_of_a_game_is_the_documented_one(players: int) -> None:
    """The deck is shuffled from the order of the card table, round cards from theirs."""
    outcomes = IMHOTEP.chance(IMHOTEP.new_game(IMHOTEP.parse_options({"players": players}), SEED))
    assert [(outcome.what, outcome.round) for outcome in outcomes] == [
        ("deck", 0),
        ("round cards", 0),
    ]
    assert outcomes[0].items[:4] == ("chisel", "statue", "burial-decoration", "chisel")
    assert outcomes[1].items[0] == {2: "4322", 3: "4421", 4: "4432"}[players]
    assert len(outcomes[1].items) == 7


def test_a_seed_has_32_bytes() -> None:
    """A shorter seed would be easier to guess, so it is refused."""
    with pytest.raises(ValueError, match="32 bytes"):
        IMHOTEP.new_game(IMHOTEP.parse_options({}), b"short")


def test_uncertain_figures_are_named_where_they_are_told() -> None:
    """Whoever reads the round cards learns which of them no primary source shows."""
    document = Path("engine/RECORD.md").read_text(encoding="utf-8")
    assert all(number in document for number in UNCERTAIN)
