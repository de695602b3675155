"""docs/explanation/vocabulary.md: each of its words is told in a sentence and really stands where the page
says that it lives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.house.source import ROOT, repository_files

PAGE = ROOT / "docs" / "explanation" / "vocabulary.md"
FEWEST, MOST = 35, 60
_ROW = re.compile(r"^\|(.*)\|(.*)\|(.*)\|$", re.MULTILINE)
_PLACE = re.compile(r"`([^`]+)`\Z")
_ASIDE = re.compile(r"\s*\([^)]*\)\Z")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")  # the parts of an identifier: HTTPServer, range_ref


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`term` may end in an aside, as in `witness (of drift)`, which tells two meanings of one word apart."""

    term: str
    sentence: str
    place: str

    @property
    def word(self) -> str:
        return _ASIDE.sub("", self.term)


def rows(page: str) -> list[Row]:
    cells = [[cell.strip() for cell in found.groups()] for found in _ROW.finditer(page)]
    return [
        Row(term=term, sentence=said, place=place) for term, said, place in cells[2:]
    ]  # without the head and the line below it


def faults(table: list[Row]) -> list[str]:
    """What is wrong with a table, in words."""
    found = [] if FEWEST <= len(table) <= MOST else [f"{len(table)} rows"]
    order = [(row.word.lower(), row.term.lower()) for row in table]
    found += [
        f"{row.term}: out of order"
        for row, before, own in zip(table[1:], order, order[1:], strict=False)
        if own < before
    ]
    found += [f"{term[1]}: twice" for n, term in enumerate(order) if term in order[:n]]
    for row in table:
        place = _PLACE.match(row.place)
        if not row.word:
            found.append("a row without a term")
        elif len(row.sentence.split()) < 5 or not row.sentence.endswith("."):
            found.append(f"{row.term}: no sentence")
        elif place is None or not (ROOT / place[1]).exists():
            found.append(f"{row.term}: no place")
        elif not stands(row.word, ROOT / place[1]):
            found.append(f"{row.term}: does not stand in {place[1]}")
    return found


def stands(word: str, place: Path) -> bool:
    """True where the word stands at the place as such, in singular or plural, or as a part of an identifier."""
    wanted = _pieces(word)
    *first, last = wanted
    forms = {last, f"{last}s", f"{last}es", f"{last.removesuffix('y')}ies"}
    return any(
        pieces[n + len(first)] in forms and pieces[n : n + len(first)] == tuple(first)
        for path in _files(place)
        for pieces in (_read(path),)
        for n in range(len(pieces) - len(first))
    )


def _files(place: Path) -> list[Path]:
    return [path for path in repository_files() if path == place or place in path.parents]


@cache
def _read(path: Path) -> tuple[str, ...]:
    return _pieces(path.read_bytes().decode("utf-8", "replace"))


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(found.lower() for found in _PIECE.findall(text))


def test_each_word_has_a_sentence_and_lives_where_the_page_says():
    assert faults(rows(PAGE.read_text(encoding="utf-8"))) == []


def test_the_map_and_the_index_of_documents_lead_there():
    assert "docs/explanation/vocabulary.md" in (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert "explanation/vocabulary.md" in (ROOT / "docs" / "README.md").read_text(encoding="utf-8")


def test_a_wrong_table_would_be_noticed():
    made_up = (
        "| term | meaning | place |\n|---|---|---|\n"
        "| span | A span is a half-open range of bytes. | `helix_lsp/text/positions.py` |\n"
        "| ladder | The ladder is the course of a question. | `helix_lsp/ask/ladder.py` |\n"
        "| ladder | The ladder is the course of a question. | `helix_lsp/ask/ladder.py` |\n"
        "| lineage | Bases. | `helix_lsp/align/lineage.py` |\n"
        "| | It has a meaning and no name. | `helix_lsp/ask` |\n"
        "| zeppelin | A zeppelin is a ship of the air. | `helix_lsp/text/positions.py` |\n"
        "| zoo | A zoo is a garden of animals. | `helix_lsp/zoo.py` |\n"
        "| zygote | A zygote is one cell alone. | helix_lsp/text/positions.py |\n"
    )
    assert faults(rows(made_up)) == [
        "8 rows",
        "ladder: out of order",
        ": out of order",
        "ladder: twice",
        "lineage: no sentence",
        "a row without a term",
        "zeppelin: does not stand in helix_lsp/text/positions.py",
        "zoo: no place",
        "zygote: no place",
    ]


def test_a_word_stands_as_plural_and_inside_identifiers():
    place = ROOT / "helix_lsp" / "ask" / "slots.py"
    assert stands("slots", place)
    assert stands("hard slot", place)
    assert stands("slot", place.parent)
    assert not stands("lot", place)
