"""Whatever says that something stands nowhere names the files of text that could not be read: a file or an open
buffer with NUL, one in UTF-16, one that is too large, one that ended its parser.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.ask.evidence.uses import UsesRequest, summary
from helix_lsp.ask.question.question import Question
from helix_lsp.cli.main import main
from helix_lsp.ide.ask import ask
from helix_lsp.ide.mentions import uses
from helix_lsp.index.change import Put
from helix_lsp.index.store.pack import pack
from helix_lsp.index.units.units import Facts, facts_of
from helix_lsp.syntax.outline import Outline, Problem
from helix_lsp.text.digest import blob_id
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import World, indexed

BELLS = b'"""Bells of the tower."""\n\n\ndef ring_bell(times):\n    """Rings the bell."""\n    return times\n'
HIDDEN = 'def smelt():\n    """Smelts the ore."""\n'
NOTHING = "how does the warp drive plasma inject neutrinos?"
HALF = "how does the quasar ring the bell of the tower?"
WRITTEN = "what is `anvil_key`?"
UNREAD = {
    "NUL": (HIDDEN.replace("ore", "o\0re").encode(), ""),
    "UTF-16": (HIDDEN.encode("utf-16"), " in UTF-16"),
    "UTF-16, the other way round": (b"\xfe\xff" + HIDDEN.encode("utf-16-be"), " in UTF-16"),
    "UTF-32": (HIDDEN.encode("utf-32"), " in UTF-32"),
    "UTF-32, the other way round": (b"\0\0\xfe\xff" + HIDDEN.encode("utf-32-be"), " in UTF-32"),
}
NUL = UNREAD["NUL"][0]


def told(world: World, question: str) -> str:
    done = ask(world.view(), Question(text=question))
    return str(envelope_to_wire(done.envelope, done.trace)["answer"])


@pytest.mark.parametrize("question", [NOTHING, HALF, WRITTEN])
@pytest.mark.parametrize(("data", "why"), UNREAD.values(), ids=UNREAD)
def test_an_answer_names_the_file_that_it_did_not_read(data: bytes, why: str, question: str) -> None:
    files = {"bells.py": BELLS, "bells.ini": b"[bell]\nanvil_key = 1\n"}
    with indexed(files) as world:
        assert "not read" not in told(world, question)
    with indexed({**files, "ore.py": data}) as world:
        assert f"(not read: `ore.py`{why})" in told(world, question)


def test_an_open_buffer_that_is_not_read_is_named_until_it_can_be_read():
    with indexed({"bells.py": BELLS, "ore.py": HIDDEN.encode()}) as world:
        world.host.lay_over({"ore.py": facts_of("ore.py", NUL, world.config.index)})
        assert "(not read: `ore.py`)" in told(world, NOTHING)
        world.host.lay_over({"ore.py": None})
        assert "not read" not in told(world, NOTHING)


@pytest.mark.parametrize("code", ["too_large", "reader"])
def test_a_file_that_is_known_by_its_name_only_is_named(code: str):
    problem = Problem(code="too_large" if code == "too_large" else "reader", message="x")
    data = b"a = 1\n"
    bare = Facts(
        sha=blob_id(data),
        language="",
        outline=Outline(language="", problems=(problem,)),
        units=(),
        generated=False,
    )
    with indexed({"bells.py": BELLS}) as world:
        put = Put(
            path="large.py", size=6, mtime_ns=1, tracked=True, sha=bare.sha, language="", packed=pack(bare)
        )
        world.host.commit([put])
        assert "(not read: `large.py`)" in told(world, NOTHING)
        page = uses(world.view(), UsesRequest(name="smelt"))
        assert summary(page) == "nothing here defines smelt; 1 file of code is not in the index (large.py)"


def test_pictures_and_empty_files_are_not_missed():
    files = {"bells.py": BELLS, "a.png": b"\0\1", "b.bin": b"\0\1", "__init__.py": b"", "blank.md": b"\n \n"}
    with indexed(files) as world:
        assert not world.snapshot.unread()
        assert "not read" not in told(world, NOTHING)


def test_a_few_are_named_and_the_others_are_counted():
    files = {f"ore{number}.py": NUL + bytes([number]) for number in range(5)}
    with indexed({"bells.py": BELLS, **files}) as world:
        assert "(not read: `ore0.py`, `ore1.py`, `ore2.py` and 2 others)" in told(world, NOTHING)


def test_where_nothing_uses_a_definition_what_was_not_read_is_named():
    with indexed({"bells.py": BELLS, "ore.py": NUL}) as world:
        assert "No use of it was found in the indexed files (not read: `ore.py`)" in told(
            world, "who calls ring_bell?"
        )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mentions", "smelt"], "nothing here defines smelt (not read: ore.py)"),
        (["query", "zorp"], "nothing found (not read: ore.py)"),
        (["uses", "smelt"], "nothing here defines smelt; 1 file of code is not in the index (ore.py)"),
    ],
)
def test_the_command_line_names_it_too(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "kiln"
    root.mkdir()
    (root / "bells.py").write_bytes(BELLS)
    (root / "ore.py").write_bytes(NUL)
    main([*words, "--root", str(root)])
    assert said in capsys.readouterr().out


def test_a_file_in_another_encoding_is_counted_and_named_again_when_nothing_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "kiln"
    root.mkdir()
    (root / "bells.py").write_bytes(BELLS)
    (root / "ore.md").write_bytes(HIDDEN.encode("utf-16"))
    for words in ("index", "status", "index"):
        main([words, "--root", str(root)])
        assert "left out, UTF-16 or UTF-32: 1 (ore.md)" in capsys.readouterr().out
    (root / "ore.md").write_text(HIDDEN)
    main(["index", "--root", str(root)])
    assert "left out" not in capsys.readouterr().out
