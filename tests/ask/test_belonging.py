"""A marked line is shown with the code its comment speaks of, and with what sets its names."""

from __future__ import annotations

import pytest

from helix_lsp.align.live import Live
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.text.excerpt import narrow, stretch
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.ide.ask import ask
from tests.support.check import indexed

STEPS = [f"\tstep{n}()" for n in range(20)]
END = ["}", "", "// Exit codes of the gate", "const (", "\tShut = iota + 200", "\tOpen", ")"]
CODES = "\n".join(["package lock", "", "func run() {", *STEPS, *END])
CRASH = "\n".join(
    [
        "def crash(error):",
        *(f"    step_{n}()" for n in range(9)),
        "    folder = Store().folder",
        "    log_path = join(folder, 'gate.log')",
        "    try:",
        "        write(error)",
        "    except OSError:",
        "        print(f'no log in {log_path}')",
        *(f"    end_{n}()" for n in range(9)),
    ]
)
LONG = "\n".join(
    [
        "class Gate:",
        "    level = 1",
        *(f"    # Sentence {n} of what a gate is." for n in range(9)),
        *(f"    part_{n} = {n}" for n in range(9)),
    ]
)


def _shown(path: str, text: str, first: int, last: int, marked: int) -> str:
    with indexed({path: text.encode()}) as world:
        view = world.view()
        file = LiveFiles(Live(view.snapshot, view.texts)).file(path)
        assert file is not None
        shown = stretch(file, 1, len(text.split("\n")), first, last, document=False, marked=marked)
        assert shown is not None
        return shown.text


def test_a_heading_brings_the_code_below_it() -> None:
    heading = CODES.split("\n").index("// Exit codes of the gate") + 1
    shown = _shown("gate.go", CODES, heading - 9, heading, heading)
    assert "// Exit codes of the gate\nconst (\n\tShut = iota + 200" in shown


def test_a_long_comment_says_enough_by_itself() -> None:
    shown = _shown("gate.py", LONG, 3, 11, 9)
    assert shown.startswith("# Sentence 0")
    assert "part_2" not in shown


@pytest.mark.parametrize("first", [13, 14, 16])
def test_a_line_comes_with_what_sets_its_names(first: int) -> None:
    shown = _shown("gate.py", CRASH, first, first + 9, 16)
    assert shown.startswith("log_path = join(folder, 'gate.log')")
    assert "no log in" in shown


def test_what_is_set_far_above_is_left() -> None:
    text = CRASH.replace("    step_0()", "    log_path = None", 1).replace(
        "    log_path = join(folder, 'gate.log')\n", "    step()\n"
    )
    assert "log_path = None" not in _shown("gate.py", text, 14, 23, 16)


def test_a_comparison_sets_nothing() -> None:
    text = CRASH.replace("log_path = join(folder, 'gate.log')", "assert log_path == folder")
    assert "assert log_path" not in _shown("gate.py", text, 14, 23, 16)


def test_a_narrow_excerpt_of_a_heading_brings_the_code_too() -> None:
    heading = CODES.split("\n").index("// Exit codes of the gate") + 1
    with indexed({"gate.go": CODES.encode()}) as world:
        view = world.view()
        file = LiveFiles(Live(view.snapshot, view.texts)).file("gate.go")
        assert file is not None
        unit = next(u for u in view.snapshot.units("gate.go") if u.start_line <= heading <= u.end_line)
        shown = narrow(file, unit.start_line, unit.end_line, heading, heading, document=False, marked=heading)
        assert shown is not None
        assert "Shut" in shown.text


def test_no_excerpt_ends_with_a_comment_on_what_is_not_shown() -> None:
    text = CRASH.replace("    end_0()", "    # the crew is told last\n    end_0()")
    assert _shown("gate.py", text, 7, 17, 12).endswith("print(f'no log in {log_path}')")


def test_the_next_places_are_told_by_their_name() -> None:
    one = "def watch_{n}(tide):\n    # the tide is watched at gate {n}\n    return look_{n}(tide)\n"
    files = {f"src/tide_{n}.py": one.format(n=n).encode() for n in range(8)}
    with indexed(files) as world:
        brief, normal = (
            ask(world.view(), Question(text="where is the tide watched at the gate?", verbosity=v)).envelope
            for v in ("brief", "normal")
        )
    assert [p.title for p in normal.passages] == ["", "More places"]
    more = normal.passages[1].claims
    assert len(more) == 3
    assert all(c.text.startswith("`watch_") and len(c.refs) == 1 for c in more)
    assert not any("is watched" in c.text for c in more)  # the excerpts above say it three times
    assert len({r for p in normal.passages for c in p.claims for r in c.refs}) == len(normal.citations)
    assert [p.title for p in brief.passages] == [""]
