"""Quoted phrases and printed messages are found to the letter, and it is said when nothing holds them."""

from __future__ import annotations

from helix_lsp.search.question.query import messages
from tests.search.world import ask, paths, world_of

FILES = """
//- /src/limits.py
def check_rows(count, limit):
    '''The number of rows against the limit of rows.'''
    if count > limit:
        raise ValueError(
            f"the table {count!r} holds more "
            f"rows than the limit of {limit} allows"
        )
    return limit
//- /src/rows.py
def limit_rows(table, rows):
    '''Rows of a table: rows, the limit of rows, more rows than any table allows.'''
    return table[:rows]


def rows(table):
    '''Table rows.'''
    return table
//- /docs/limits.md
# Limits

A table has a hard
ceiling of rows.
//- /docs/rows.md
# Rows

Rows of a table under a ceiling that is hard to reach.
"""


def test_a_printed_message_finds_the_literal_with_its_placeholders() -> None:
    with world_of(FILES) as world:
        found = ask(world, "ValueError: the table 'x' holds more rows than the limit of 10 allows")
        assert found.query.asked.kind == "error"
        assert paths(found)[0] == "src/limits.py"
        assert [line for _, line in found.hits[0].why.held] == [5]
        literal = next(f for f in found.hits[0].why.features if f.name == "literal")
        assert 0.5 < literal.value < 1
        assert "literal" not in {
            f.name for hit in ask(world, "table rows limit").hits for f in hit.why.features
        }


def test_a_quoted_phrase_must_stand_there_also_over_a_line_end() -> None:
    with world_of(FILES) as world:
        free = ask(world, "hard ceiling rows table")
        quoted = ask(world, 'the "hard ceiling" of table rows')
        assert paths(quoted)[0] == "docs/limits.md"
        assert quoted.hits[0].why.held == (("hard ceiling", 3),)
        assert all(("without the quoted words", 0.5) in hit.why.demotions for hit in quoted.hits[1:])
        assert all(("without the quoted words", 0.5) not in hit.why.demotions for hit in free.hits)


def test_a_phrase_that_nothing_holds_is_reported_and_changes_no_order() -> None:
    with world_of(FILES) as world:
        free, quoted = (
            ask(world, "the soft ceiling of table rows"),
            ask(world, 'the "soft ceiling" of table rows'),
        )
        assert quoted.exact.unheld == ("soft ceiling",)
        assert quoted.exact.files > 0
        assert paths(quoted) == paths(free)


def test_letter_case_and_word_ends_count() -> None:
    with world_of(FILES) as world:
        assert ask(world, '"Hard ceiling" of rows').exact.unheld == ("Hard ceiling",)
        assert ask(world, '"ard ceiling" of rows').exact.unheld == ("ard ceiling",)


def test_a_name_in_back_ticks_lifts_but_does_not_push_down() -> None:
    with world_of(FILES) as world:
        found = ask(world, "what does `limit_rows` do with a table?")
        assert paths(found)[0] == "src/rows.py"
        assert all(
            reason != "without the quoted words" for hit in found.hits for reason, _ in hit.why.demotions
        )


def test_nothing_is_read_when_it_is_off_or_nothing_is_quoted() -> None:
    with world_of(FILES) as world:
        assert ask(world, 'the "hard ceiling" of rows', exact_files=0).exact.files == 0
        assert ask(world, "the hard ceiling of rows").exact.files == 0


def test_class_and_prefix_are_no_part_of_a_message() -> None:
    assert messages("2024-01-02 10:11:12,333 ERROR: cannot open file foo", whole=True) == (
        "cannot open file foo",
    )
    assert messages("pkg.errors.Broken: no\nkiln.HeatError: the kiln is cold\n", whole=False) == (
        "the kiln is cold",
    )
    assert messages("thread 'main' panicked at src/a.rs:1:2:\nthe pot is gone\n", whole=False) == (
        "the pot is gone",
    )
    assert messages("PHP Fatal error:  Uncaught Exception: the pot is gone in /src/a.php:3", whole=False) == (
        "the pot is gone",
    )
