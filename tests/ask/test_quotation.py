"""Quoted code against the bytes: where it stands decides, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ide.places import ClaimAudit, verify_text
from helix_lsp.wire.claim_audit import claim_audit_to_wire
from tests.support.check import World, indexed, read_fixture

PAY = """
//- /src/pay.py
MAX_TRIES = 5


def charge(card, amount):
    '''Charge the card, at most five times.'''
    for attempt in range(MAX_TRIES):

        if send(card, amount):
            return attempt
    raise PaymentError("gave up")


def send(card, amount):
    return False
//- /src/other.py
TIMEOUT_SECONDS = 30
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(PAY).files) as made:
        yield made


def block(place: str, *lines: str) -> str:
    return "\n".join(("```python", f"# {place}", *lines, "```"))


def audited(world: World, text: str) -> ClaimAudit:
    return verify_text(world.view(), text)


@pytest.mark.parametrize(
    ("text", "verdict", "line"),
    [
        (block("src/pay.py:1", "MAX_TRIES = 5"), "PASS", 1),
        (block("pay.py:1", "MAX_TRIES = 5"), "PASS", 1),
        (block("src/pay.py", "MAX_TRIES = 5"), "PASS", 1),
        (block("src/pay.py:4-10", "  for attempt in range(MAX_TRIES):", "if send(card, amount):"), "PASS", 6),
        (
            block("src/pay.py:4-10", "def charge(card, amount):", "...", 'raise PaymentError("gave up")'),
            "PASS",
            4,
        ),
        (block("src/pay.py:13", "def send(card, amount):", "    return False"), "PASS", 13),
        (block("src/pay.py:1", "MAX_TRIES = 7"), "CONTRADICTED", 1),
        (block("src/pay.py", "MAX_TRIES = 7"), "CONTRADICTED", 1),
        (block("src/pay.py:4-10", "def charge(card, amount, retry):"), "CONTRADICTED", 4),
        (block("src/pay.py:4", "MAX_TRIES = 5"), "REVIEW", 1),
        (block("src/pay.py:1", "TIMEOUT_SECONDS = 30"), "REVIEW", 1),
        (block("src/pay.py:1", "zebra.run(42)"), "REVIEW", 0),
        (block("src/pay.py:1-9", 'raise PaymentError("gave up")', "def charge(card, amount):"), "REVIEW", 0),
        (block("src/pay.py:900", "MAX_TRIES = 5"), "SOURCE_NOT_INDEXED", 0),
        (block("src/gone.py:1", "MAX_TRIES = 5"), "SOURCE_NOT_INDEXED", 0),
    ],
)
def test_a_quotation_is_true_by_its_bytes(world: World, text: str, verdict: str, line: int) -> None:
    (one,) = audited(world, text).results
    shown = (*one.supporting, *one.contradicting, *([one.looked_at] if one.looked_at is not None else []))
    assert (one.verdict, shown[0].start_line if shown else 0) == (verdict, line)
    assert (one.verdict == "PASS") == (not one.reason)


def test_where_it_stands_instead_is_told(world: World) -> None:
    (one,) = audited(world, block("src/pay.py:1", "TIMEOUT_SECONDS = 30")).results
    assert "src/other.py:1" in one.reason
    (one,) = audited(world, block("src/pay.py:1", "MAX_TRIES = 7")).results
    assert one.reason == "src/pay.py:1 says `MAX_TRIES = 5`"


def test_sentences_come_first_and_what_is_not_read_is_counted(world: World) -> None:
    text = f"The card is charged at most five times (src/pay.py:5).\n\n{block('src/pay.py:1', 'MAX_TRIES = 7')}\n\n```\nx\n```\n"
    found = audited(world, text)
    assert [one.verdict for one in found.results] == ["PASS", "CONTRADICTED"]
    assert not found.passed
    assert claim_audit_to_wire(found)["unread_blocks"] == 1


def test_a_line_inside_a_function_speaks_of_it(world: World) -> None:
    held = [
        audited(world, f"{said} (src/pay.py:14)").results[0].verdict
        for said in ("send returns False", "send returns True", "charge returns False")
    ]
    assert held == ["PASS", "CONTRADICTED", "REVIEW"]


def test_each_block_can_be_cancelled_and_no_more_than_the_most_are_read(world: World) -> None:
    asked = 0

    def check() -> None:
        nonlocal asked
        asked += 1

    one = block("src/pay.py:1", "MAX_TRIES = 5")
    found = verify_text(world.view(), "\n\n".join([one] * 502), check=check)
    assert (len(found.results), found.unread_blocks) == (500, 2)
    assert asked == 500
    assert found.passed
