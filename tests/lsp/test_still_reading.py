"""A question that comes while the index is being brought up to the disk: it waits a little, and what it gets
before has no verdict.
"""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.lsp.progress import how_far
from helix_lsp.lsp.service.local import LocalService, open_local
from helix_lsp.lsp.service.workspace_service import OpenTexts
from tests.support.raw_client import PATIENCE, ServerProcess
from tests.support.tuning import tuned_environment

CODE = 'def ring_last(bell):\n    """Rings the last bell."""\n    return bell\n'
RINGS = Question(text="what does ring_last do?")


def silent(*_: Any) -> None:
    """Nobody listens, nobody cancels."""


def tower(folder: Path, settings: str) -> Path:
    root = folder / "tower"
    root.mkdir()
    (root / "bell.py").write_text(CODE, encoding="utf-8")
    for number in range(30):
        (root / f"more_{number}.py").write_text(
            f"def more_{number}():\n    return {number}\n", encoding="utf-8"
        )
    (root / "helix.toml").write_text(settings, encoding="utf-8")
    return root


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))


def asked(service: LocalService) -> dict[str, Any]:
    return service.ask(RINGS, None, silent, silent)


def test_an_answer_that_does_not_wait_has_no_verdict(tmp_path: Path) -> None:
    service = open_local(str(tower(tmp_path, "[ask]\nfirst_files_ms = 0\nsettle_ms = 0\n")), {}, OpenTexts())
    seen: list[dict[str, Any]] = []

    def share(what: str, done: int, total: int) -> None:
        if what == "indexing" and done in (0, total // 2):
            seen.append(asked(service))

    service.refresh(share, silent)
    told = {(one["mode"], *(one["index"][name] for name in ("state", "files", "behind"))) for one in seen}
    assert told == {("provisional", "reading", 32, 32)}
    whole = asked(service)
    assert (whole["mode"], whole["index"]["state"]) == ("repo_grounded", "fresh")
    assert asked(service)["digest"] == whole["digest"]
    service.close()


def test_one_that_may_wait_gets_the_whole(tmp_path: Path) -> None:
    service = open_local(
        str(tower(tmp_path, "[ask]\nfirst_files_ms = 60000\nsettle_ms = 60000\n")), {}, OpenTexts()
    )
    answers: list[dict[str, Any]] = []
    asking = threading.Thread(target=lambda: answers.append(asked(service)))

    def share(what: str, done: int, _total: int) -> None:
        if what == "indexing" and not done and not asking.ident:
            asking.start()
            asking.join(0.2)
            assert not answers

    service.refresh(share, silent)
    asking.join(PATIENCE)
    assert [(one["mode"], one["index"]["fresh"]) for one in answers] == [("repo_grounded", True)]
    assert "Rings the last bell" in answers[0]["answer"]
    service.close()


def test_after_a_doubt_a_question_waits_for_the_look(tmp_path: Path) -> None:
    root = tower(tmp_path, "[ask]\nsettle_ms = 60000\n")
    service = open_local(str(root), {}, OpenTexts())
    service.on_change(lambda: threading.Thread(target=service.refresh, args=(silent, silent)).start())
    service.refresh(silent, silent)
    assert "last bell" in asked(service)["answer"]
    (root / "bell.py").write_text(CODE.replace("last bell", "smallest bell"), encoding="utf-8")
    answer = asked(service)
    assert "smallest bell" in answer["answer"]
    assert answer["index"]["fresh"]
    service.close()


def test_what_is_shown_counts_files_and_says_nothing_twice(tmp_path: Path) -> None:
    root = tower(tmp_path, "")
    capabilities = {"window": {"workDoneProgress": True}, "experimental": {"serverStatusNotification": True}}
    environment = {
        "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"),
        **tuned_environment(serve__progress_every_ms=0),
    }
    with ServerProcess(environment=environment, started=True) as server:
        server.initialize(folders=[root.as_uri()], capabilities=capabilities)
        server.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            what="the first index",
        )
        values = [note["value"] for note in server.notes("$/progress")]
        states = [note.get("message", "") for note in server.notes("experimental/serverStatus")]
        assert server.stop() == 0
    shown = [f"{value.get('title', 'Helix Ask')}: {value.get('message', '')}" for value in values]
    assert any(re.fullmatch(r"Helix Ask: indexing: \d+ of 32 files", text) for text in shown), shown
    assert not any(text.count("indexing") > 1 for text in [*shown, *states]), (shown, states)


def test_numbers_are_written_one_way() -> None:
    assert how_far("indexing", 500, 3_178) == "indexing: 500 of 3,178 files"
    assert how_far("indexing", 0, 1) == "indexing: 0 of 1 file"
    assert how_far("listing files", 0, 0) == "listing files"
