"""Law: the facts of a file of n bytes take less than 20 n bytes and 100 kB, whatever the file is."""

from __future__ import annotations

import pytest

from helix_lsp.config import IndexConfig
from helix_lsp.session.processes.worker import extract_safely
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.parse import LANGUAGES
from tests.support.amplifying import code, documents

SIZE, LARGE = 15_000, 30_000
"""What multiplies shows in the small file; `make fuzz` reads the large one."""
FILES = dict((*code(SIZE), *documents(SIZE)))


@pytest.mark.parametrize("path", FILES)
def test_facts_grow_with_the_file_and_not_with_a_name_times_what_stands_below_it(path: str):
    _held(path, FILES[path])


def test_facts_of_thousands_of_small_sections_grow_with_the_file():
    """A section of four bytes keeps the less of the titles above it, the more sections there are."""
    _held("levels.rst", dict(documents(2 * LARGE))["levels.rst"])


@pytest.mark.campaign
def test_facts_of_large_files_grow_with_the_file():
    for path, text in (*code(LARGE), *documents(LARGE)):
        _held(path, text)


def _held(path: str, text: str) -> None:
    data = text.encode()
    packed, _, note = extract_safely(path, data, IndexConfig())
    assert packed is not None, note
    assert len(packed) < 20 * len(data) + 100_000


def test_every_language_is_tried():
    tried = {language_of(path, text[:8_000].encode()) for path, text in FILES.items()}
    others = "markdown restructuredtext asciidoc html notebook json yaml toml sql css scss protobuf text"
    assert tried >= {*LANGUAGES, *others.split()}
