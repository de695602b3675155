"""The reliability bench judges rightly: what it must find is found, and what is right is left alone."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import psutil
import pytest

from helix_lsp.text.positions import Span
from tests.house.source import ROOT

TEXT = "# é😀\r\ndef fire():\r\n    return 1\r\n".encode()


@pytest.fixture(scope="module")
def bench() -> Iterator[None]:
    sys.path.insert(0, str(ROOT / "bench"))
    yield
    sys.path.remove(str(ROOT / "bench"))


@pytest.fixture(scope="module")
def citations(bench: None) -> ModuleType:
    return import_module("reliability_citations")


@pytest.fixture(scope="module")
def past(bench: None) -> ModuleType:
    return import_module("reliability_past")


@pytest.fixture(scope="module")
def stops(bench: None) -> ModuleType:
    return import_module("reliability_stops")


def citation(start: int, end: int, first: int, last: int, text: bytes = TEXT) -> Any:
    return SimpleNamespace(
        span=Span(start, end),
        start_line=first,
        end_line=last,
        sha256=hashlib.sha256(text[start:end]).hexdigest(),
    )


def test_a_citation_of_what_stood_holds(past: ModuleType):
    start, end = TEXT.index(b"def"), len(TEXT)
    assert past.holds([b"", TEXT], citation(start, end, 2, 3))


@pytest.mark.parametrize(
    ("start", "end", "first", "last", "text"),
    [
        (TEXT.index(b"def"), len(TEXT), 2, 3, TEXT.replace(b"1", b"2")),  # other bytes
        (TEXT.index(b"def"), len(TEXT), 1, 3, TEXT),  # another first line
        (TEXT.index(b"def"), len(TEXT), 2, 4, TEXT),  # another last line
        (3, 4, 1, 1, TEXT),  # the second byte of é
        (2, 6, 1, 1, TEXT),  # ends in the middle of 😀
        (0, len(TEXT) + 1, 1, 3, TEXT),  # behind the end
    ],
)
def test_a_wrong_citation_is_found(
    past: ModuleType, start: int, end: int, first: int, last: int, text: bytes
):
    assert not past.holds([TEXT], citation(start, end, first, last, text))


def test_broken_bytes_split_nothing(past: ModuleType):
    latin = "größe".encode("latin-1")
    assert not any(past.splits(latin, at) for at in range(len(latin) + 1))
    assert [at for at in range(7) if past.splits("aé日b".encode(), at)] == [2, 4, 5]


def test_a_text_counts_from_before_its_change_until_after_the_next(past: ModuleType):
    text = past.Past(b"a")
    mark = text.mark()
    text.put(b"b")
    assert text.since(text.mark()) == [b"a", b"b"]  # nobody knows yet which of the two is seen
    text.settle()
    assert text.since(text.mark()) == [b"b"]
    assert text.since(mark) == [b"a", b"b"]
    text.forget()
    assert text.since(text.mark()) == [b"b"]


def test_a_file_counts_only_where_the_buffer_may_be_closed(past: ModuleType):
    assert past.standing([b"typed"], [b"saved"]) == [b"typed"]
    assert past.standing([b"typed", None], [b"saved", None]) == [b"typed", b"saved"]


def test_a_campaign_finds_nothing_wrong_and_sees_everything(citations: ModuleType):
    found = citations.campaign(60, 7)
    assert (found.wrong, found.stale, found.outside) == ([], [], 0)
    assert found.citations >= 60
    assert found.refreshes > 0


def test_an_answer_that_cites_yesterday_is_found(citations: ModuleType, monkeypatch: pytest.MonkeyPatch):
    """A program that cites from what it was told first, whatever was typed since."""
    honest = citations.answer

    def dishonest(workspace: Any, request: Any, asking: Any, *, view: Any) -> Any:
        asked = honest(workspace, request, asking, view=view)
        old = tuple(
            SimpleNamespace(path=c.path, span=Span(0, 9), start_line=1, end_line=1, sha256="0" * 64)
            for c in asked.envelope.citations
        )
        return SimpleNamespace(envelope=SimpleNamespace(citations=old))

    monkeypatch.setattr(citations, "answer", dishonest)
    found = citations.campaign(10, 7)
    assert len(found.wrong) == found.citations > 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_a_server_leaves_behind_is_seen(stops: ModuleType, tmp_path: Path):
    """A grandchild in a session of its own, whose parent is gone."""
    program = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)"
    subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, stops._MARK: str(tmp_path)}, check=True
    )
    left = stops._alive(set(), tmp_path, None, -1)
    assert len(left) == 1
    os.kill(left[0].pid, signal.SIGKILL)
    psutil.wait_procs(left, timeout=60)
    assert stops._alive(set(left), tmp_path, None, -1) == []
