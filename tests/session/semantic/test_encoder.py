"""The model that the lock installs: what it finds alike, that it is itself every time, that it goes when
nobody asks, that no other is opened.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.config import Config
from helix_lsp.config.questions import SearchConfig
from helix_lsp.errors import Cancelled
from helix_lsp.ide.ask import ask
from helix_lsp.search.reading.likeness import Likeness, likenesses, line_values
from helix_lsp.session.semantic import open_likeness as opening
from helix_lsp.session.semantic.by_meaning import ByMeaning, Kept
from helix_lsp.session.semantic.encoder import Encoder
from helix_lsp.session.semantic.open_likeness import installed_policy, open_likeness, unavailable
from tests.support.check import indexed

QUESTION = "how do I throw an entry away after a while?"
PASSAGES = (
    "def evict(self): # remove items whose time to live is over",
    "def paint(self, colour): # draw the border of a window",
)


def _nothing() -> None:
    pass


@pytest.fixture(scope="module")
def port() -> Likeness:
    assert unavailable() == ""
    found = open_likeness(Config())
    assert found is not None
    return found


def test_what_means_the_same_is_more_alike(port: Likeness) -> None:
    evict, paint = port(QUESTION, PASSAGES, _nothing)
    assert evict > paint + 0.1
    assert port("a ferry", ("a ferry",), _nothing)[0] == pytest.approx(1.0, abs=1e-5)


def test_the_line_that_answers_is_the_most_alike(port: Likeness) -> None:
    lines = ("cache.py Cache", "def tidy(self):", "    self.count += 1", "    self.oldest.evict()", "")
    values = line_values("what throws the oldest entry away?", ("\n".join(lines),), port, _nothing)
    [one] = values
    assert len(one) == len(lines)
    assert max(one) == one[3]
    assert one[4] == -1.0


def test_company_changes_no_value() -> None:
    first, second = (ByMeaning(Encoder(installed_policy()), Kept(""), 60.0) for _ in range(2))
    alone = [*first(QUESTION, PASSAGES[:1], _nothing), *first(QUESTION, PASSAGES[1:], _nothing)]
    assert alone == list(second(QUESTION, (*PASSAGES, "other " * 100), _nothing))[:2]


def test_a_cancel_between_passages(port: Likeness) -> None:
    asked = 0

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        port(
            "where is the anchor?",
            tuple(f"a passage that nobody asked of before, {n}" for n in range(9)),
            stop,
        )
    assert asked == 3


def test_the_model_goes_when_nobody_asks_and_comes_back() -> None:
    encoder = Encoder(installed_policy(), idle=0.05)
    [first] = encoder.rows("a ferry", _nothing)
    until = time.monotonic() + 30
    while encoder.open and time.monotonic() < until:
        time.sleep(0.02)
    assert not encoder.open
    [again] = encoder.rows("a lamp", _nothing)
    assert not (first == again).all()


@pytest.mark.parametrize("content", [b"", b"no model", None])
def test_no_other_file_is_opened(tmp_path: Path, content: bytes | None) -> None:
    model = tmp_path / "model.onnx"
    if content is not None:
        model.write_bytes(content)
    encoder = Encoder(msgspec.structs.replace(installed_policy(), file=model))
    values, note = likenesses(QUESTION, PASSAGES, ByMeaning(encoder, Kept(""), 60.0), _nothing)
    assert values == ()
    assert note == "model.onnx is another file than the one that is known here: the order of words stands"
    assert not encoder.open


def test_without_the_extra_there_is_no_port(monkeypatch: pytest.MonkeyPatch) -> None:
    opening.installed.cache_clear()
    monkeypatch.setattr(opening, "NEEDED", ("numpy", "a_package_that_nobody_has"))
    assert unavailable() == "a_package_that_nobody_has not installed"
    assert open_likeness(Config()) is None
    opening.installed.cache_clear()


@pytest.mark.parametrize("version", ["1.29.0", "1.32.0", "2.0", "", "unknown"])
def test_a_runtime_that_reports_to_its_maker_is_not_imported(
    monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    opening.installed.cache_clear()
    monkeypatch.setattr(opening, "runtime_version", lambda: version)
    assert open_likeness(Config()) is None
    assert "reports to its maker" in unavailable()
    opening.installed.cache_clear()


def test_the_runtime_of_the_lock_reports_to_nobody(tmp_path: Path) -> None:
    """Neither an address in its libraries nor a file of its own behind an import and a run."""
    spec = importlib.util.find_spec("onnxruntime")
    assert spec is not None
    assert spec.origin is not None
    libraries = [
        p
        for p in Path(spec.origin).parent.rglob("*")
        if p.suffix in (".so", ".pyd", ".dll", ".dylib") or ".so." in p.name
    ]
    assert libraries
    assert not [p.name for p in libraries if b"events.data.microsoft" in p.read_bytes()]
    code = (
        "from helix_lsp.session.semantic import open_likeness as o; from helix_lsp.config import Config\n"
        "print(o.open_likeness(Config())('a', ('a',), lambda: None))"
    )
    env = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": os.defpath}
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout.startswith("[1.0") or done.stdout.startswith("[0.99")
    assert list(tmp_path.rglob("*")) == []


def test_it_can_be_switched_off() -> None:
    assert open_likeness(Config(search=SearchConfig(meaning=False))) is None


def test_an_answer_in_other_words(port: Likeness) -> None:
    """The question shares its words with the wrong places only."""
    files = {
        "store.py": b'"""What is kept."""\n\n\nclass Store:\n    def evict(self, now):\n        # drop items whose time to live is over\n'
        b"        self.items = {k: v for k, v in self.items.items() if v.expires > now}\n",
        "entry.py": b'def entry(name):\n    """Make an entry of the log, a while loop reads it."""\n    return {"name": name}\n',
        "away.py": b'def away(entry):\n    """Is the entry away on a journey?"""\n    return entry["away"]\n',
    }

    def first(likeness: Likeness | None) -> tuple[str, str]:
        with indexed(files) as world:
            envelope = ask(
                replace(world.view(), likeness=likeness),
                Question(text="how do I drop an entry after its time is over?"),
            ).envelope
            facts = dict(envelope.climbed.evidence.facts)
            return envelope.climbed.evidence.reading.passages[
                0
            ].window.path if envelope.climbed.evidence.reading else "", facts.get("passages by meaning", "")

    assert first(port) == ("store.py", "applied")
    assert first(None)[1] == ""


def test_a_repository_may_only_switch_it_off() -> None:
    from helix_lsp.config.option import narrowed
    from helix_lsp.config.whole import declared

    meta = declared()["search.meaning"].metadata
    assert narrowed(False, True, meta) == (False, "")
    assert narrowed(True, False, meta)[0] is False


def test_the_values_of_lines_are_not_counted_as_vectors_that_a_question_needed(port: Likeness) -> None:
    assert isinstance(port, ByMeaning)
    port.taken()
    port(QUESTION, PASSAGES, _nothing)
    assert port.taken()[0] == len(PASSAGES) + 1
    assert line_values(QUESTION, PASSAGES, port, _nothing) != ()
    assert port.taken() == (0, 0)
