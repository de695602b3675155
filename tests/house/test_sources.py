"""A decision record that is named is there, and so is each file that an option or a tuning value gives as its
source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from helix_lsp.cli.help import option_words
from tests.house.source import PACKAGE, ROOT, name, package_files, tuning_sources

RECORDS = ROOT / "docs" / "adr"
_RECORD = re.compile(r"\bADR[ -](?P<by_number>\d{4})\b|\badr/(?P<by_path>\d{4}[\w-]*(?:\.md)?)")
_PLACE = re.compile(r"(?<![\w./-])(?:[\w.-]+/)+[\w.-]*\w")
_READ = (".md", ".py", ".json", ".jsonl")
_OURS = ("bench/", "docs/", "tests/")


def lost_records(text: str) -> list[str]:
    """The decision records that a text names and that are not there."""
    known = {path.stem for path in RECORDS.glob("[0-9]*.md")}
    numbers = {stem[:4] for stem in known}
    lost: list[str] = []
    for found in _RECORD.finditer(text):
        said = found["by_number"] or found["by_path"]
        stem = said.removesuffix(".md")
        if stem not in (numbers if len(stem) == 4 and not said.endswith(".md") else known):
            lost.append(said)
    return lost


def lost_places(text: str) -> list[str]:
    """The paths of this repository that a source names and that are not there; one below the package may
    leave the package's name out.
    """
    said = [found[0] for found in _PLACE.finditer(text)]
    ours = [place for place in said if place.endswith(_READ) or place.startswith(_OURS)]
    return [place for place in ours if not (ROOT / place).exists() and not (PACKAGE / place).exists()]


def sources() -> Iterator[tuple[str, str]]:
    """(where it is declared, its source) of every option and every tuning value."""
    yield from ((place, why) for place, (_, _, why) in option_words().items())
    for part, rows in tuning_sources().items():
        yield from ((f"{part}.{called}", source) for called, (_, _, source) in rows.items())


def test_every_record_that_is_named_is_there():
    pages = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").rglob("*.md"))]
    texts = {name(path): path.read_text(encoding="utf-8") for path in (*pages, *package_files())}
    assert [(place, lost) for place, text in texts.items() for lost in lost_records(text)] == []
    assert sum(len(_RECORD.findall(text)) for text in texts.values()) > 20


def test_every_record_stands_in_the_index_under_its_number():
    listed = re.findall(
        r"^(\d+)\. \[[^\]]+\]\((\d{4}-[\w-]+\.md)\)$",
        (RECORDS / "README.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert [page for _, page in listed] == sorted(path.name for path in RECORDS.glob("[0-9]*.md"))
    assert [page for _, page in listed] == sorted({page for _, page in listed})
    heads = {page: (RECORDS / page).read_text(encoding="utf-8").partition("\n")[0] for _, page in listed}
    assert [page for page, head in heads.items() if not head.startswith(f"# {page[:4]}")] == []


def test_every_file_that_a_source_names_is_there():
    told = list(sources())
    assert [(place, lost) for place, source in told for lost in lost_places(source)] == []
    assert len(told) > 300


@pytest.mark.parametrize(
    "text",
    [
        "see ADR 0999",
        "(docs/adr/0999)",
        "[why](../adr/0001-ceilings.md)",
        "docs/adr/0001.md",
        "adr/0999-none.md",
    ],
)
def test_a_lost_record_would_be_noticed(text: str):
    assert lost_records(text)


@pytest.mark.parametrize(
    "text",
    ["ADR 0001", "docs/adr/0001", "[why](../adr/0001-floors.md)", "docs/adr/README.md", "0001 of them"],
)
def test_a_record_that_is_there_is_no_loss(text: str):
    assert lost_records(text) == []


@pytest.mark.parametrize(
    "source",
    ["measured: bench/nothing.py, .9", "docs/nothing", "see `search/nothing.py`", "tests/gold/nothing.jsonl"],
)
def test_a_lost_source_would_be_noticed(source: str):
    assert lost_places(source)


@pytest.mark.parametrize(
    "source",
    [
        "bench/ablation.py: .867",
        "(`search/question/query.py`)",
        "docs/adr/0002-storage.md; by hand",
        "and/or",
        "BM25",
    ],
)
def test_a_source_that_is_there_is_no_loss(source: str):
    assert lost_places(source) == []
