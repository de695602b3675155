"""`helix-lsp trace`: past questions are kept, shown and exported; what is kept never grows and never fails an
answer.
"""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

import helix_lsp
from helix_lsp.ask.question.question import Asker, Question
from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.config import SessionConfig
from helix_lsp.ide.ask import Asked
from helix_lsp.session.answering import AskSession, answer
from helix_lsp.session.kept.memory import Memory
from helix_lsp.session.kept.telemetry import FOLDER, Traces
from tests.cli.run import Shell
from tests.support.schemas import check
from tests.support.workspace import open_in

SCHEMA = json.loads(
    (Path(helix_lsp.__file__).parent / "wire" / "schema" / "trace-record.v1.schema.json").read_text(
        encoding="utf-8"
    )
)
QUESTIONS = ("what does ring_bell do?", "where is the rope checked?", "when are the bells cleaned?")


def exported(shell: Shell) -> list[dict[str, Any]]:
    done = shell.run("trace", "export")
    assert (done.code, done.err) == (0, "")
    records = [json.loads(line) for line in done.text.splitlines()]
    for record in records:
        check(record, SCHEMA)
    return records


def test_questions_are_kept_shown_and_exported(shell: Shell):
    digests = [json.loads(shell.run("ask", question, "--json").out)["digest"] for question in QUESTIONS]
    records = exported(shell)
    assert [(one["question"], one["digest"]) for one in records] == list(zip(QUESTIONS, digests, strict=True))
    assert all(len(one["steps"]) > 10 for one in records)
    assert all(one["elapsed_us"] == sum(step["elapsed_us"] for step in one["steps"]) for one in records)
    last = shell.run("trace", "show").text
    assert last.startswith(f"{QUESTIONS[2]}\n{records[2]['asked_at']}  {records[2]['mode']}")
    assert "  0 obligations" in last
    assert shell.run("trace", "show", "2").text.startswith(QUESTIONS[1])
    assert shell.run("trace", "show", digests[0][:6].upper()).text.startswith(QUESTIONS[0])
    assert json.loads(shell.run("trace", "show", "3", "--json").out) == records[0]
    lines = shell.run("trace", "show", "--list").text.splitlines()
    assert [line.endswith(question) for line, question in zip(lines, QUESTIONS[::-1], strict=True)] == [
        True
    ] * 3
    told = [json.loads(line) for line in shell.run("trace", "show", "--list", "--json").text.splitlines()]
    assert [one["digest"] for one in told] == digests[::-1]
    assert not any("steps" in one for one in told)
    for which in ("4", "0", "zz", "abc", "ffffffff", "-1x"):
        assert shell.run("trace", "show", "--", which).code == 2


def test_the_index_made_anew_keeps_them_and_a_batch_adds_none(shell: Shell):
    shell.run("ask", QUESTIONS[0])
    assert shell.run("index", "--full").code == 0
    assert len(exported(shell)) == 1
    assert shell.run("ask", "--jsonl", stdin=b'{"id": 1, "question": "what does check_rope do?"}\n').code == 0
    assert [one["question"] for one in exported(shell)] == [QUESTIONS[0]]


def test_nothing_is_kept_where_the_user_says_so(shell: Shell):
    assert shell.run("ask", QUESTIONS[0], env={"HELIX_ASK_SESSION_TRACES": "0"}).code == 0
    assert exported(shell) == []
    assert "privacy.traces" in shell.run("trace", "show").complaint
    (shell.here / "helix.toml").write_text("[session]\ntraces = 0\n")  # a repository does not decide this
    shell.run("ask", QUESTIONS[0])
    assert len(exported(shell)) == 1


def test_a_question_shows_no_control_characters(shell: Shell):
    shell.run("ask", "what does ring_bell\x1b[2J do?")
    for words in (("show",), ("show", "--list")):
        assert b"\x1b" not in shell.run("trace", *words).out


def asked_in(tmp_path: Path, root: Path) -> tuple[Asked, str]:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        question = Question(text="what does run do?", asker=Asker(session_id="s", silent=True))
        return answer(workspace, question, AskSession(memory=Memory(SessionConfig()))), workspace.directory


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Asked, str]:
    root = tmp_path / "w"
    root.mkdir()
    (root / "app.py").write_text("def run(): return 1\n")
    return asked_in(tmp_path, root)


def test_a_silent_question_is_not_kept_and_only_the_latest_are(kept: tuple[Asked, str]):
    asked, directory = kept
    assert Traces(directory, SessionConfig()).records() == ()
    times = iter(f"2026-11-{day:02}T00:00:00.000+00:00" for day in range(1, 31))
    traces = Traces(directory, SessionConfig(traces=3), lambda: next(times))
    for _ in range(8):
        traces.keep(asked.envelope, asked.trace, "s")
    assert [one["asked_at"][8:10] for one in traces.records()] == ["06", "07", "08"]
    folder = Path(directory, FOLDER)
    assert sorted(place.name for place in folder.iterdir()) == [
        "trace-6.json",
        "trace-7.json",
        "trace-8.json",
    ]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_damage_is_passed_over_and_a_disk_that_refuses_fails_nothing(kept: tuple[Asked, str]):
    asked, directory = kept
    traces = Traces(directory, SessionConfig())
    traces.keep(asked.envelope, asked.trace, "s")
    folder = Path(directory, FOLDER)
    for number, text in enumerate(("", "{", "[]", '{"schema": "other"}', "\udcff"), 2):
        (folder / f"trace-{number}.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    (folder / "note.txt").write_text("x")
    assert len(traces.records()) == 1
    envelope: Envelope = asked.envelope
    for broken in (str(folder / "note.txt"), "/nowhere/at/all"):
        Traces(broken, SessionConfig()).keep(envelope, asked.trace, "s")
        assert Traces(broken, SessionConfig()).records() == ()
