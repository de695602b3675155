"""The pieces of the command line that can be looked at without a process."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from helix_lsp.cli.arguments import build_parser, parse
from helix_lsp.cli.batch import link, partly
from helix_lsp.cli.failure import describe, one_line
from helix_lsp.cli.opened import progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.cli.serve import is_serve, with_verb
from helix_lsp.errors import StorageError, UsageError, WorkspaceError
from helix_lsp.index.freshness import Freshness
from helix_lsp.session.disk.origin import root_of


def screen(*, colour: bool = False, live: bool = False) -> tuple[Screen, io.BytesIO, io.StringIO]:
    out, err = io.BytesIO(), io.StringIO()
    return Screen(out, err, colour=colour, live=live), out, err


def test_no_command_means_serve():
    assert parse([]).verb == "serve"
    assert parse(["--stdio"]).stdio is True
    assert parse(["--socket", "7000"]).socket == 7000


@pytest.mark.parametrize("words", [[], ["serve"], ["--stdio"], ["serve", "--stdio"]])
def test_the_short_way_to_the_server_says_what_the_parser_would(words: list[str]):
    """Editors start it with these words: they are read without building the tree of verbs."""
    assert parse(words) == build_parser().parse_args(with_verb(words))


@pytest.mark.parametrize("words", [["ask"], ["--help"], ["-h"], ["-V"], ["--version"], ["ask", "serve"]])
def test_other_words_start_no_server(words: list[str]):
    assert not is_serve(words)
    assert with_verb(words) == words


def test_a_question_may_begin_with_a_dash():
    assert parse(["ask", "--", "-k", "means", "what?"]).question == ["-k", "means", "what?"]


def test_flags_are_not_abbreviated():
    with pytest.raises(UsageError, match="--expl"):
        parse(["ask", "x", "--expl"])


def test_control_characters_of_a_repository_are_shown_not_sent():
    """I11: a file name or a docstring cannot drive the terminal."""
    here, out, _ = screen()
    here.text("evil\x1b]0;title\x07 and \u202e reversed\x9b2J")
    assert out.getvalue() == b"evil\\x1b]0;title\\x07 and \\u202e reversed\\x9b2J\n"
    assert clean("tab\tand\nline stay") == "tab\tand\nline stay"


def test_notes_are_clean_too():
    here, _, err = screen()
    here.note("bad \x1b[31m name")
    assert err.getvalue() == "helix-lsp: bad \\x1b[31m name\n"


def test_json_of_a_name_that_is_no_utf8_can_still_be_read():
    here, out, _ = screen()
    here.json({"path": "caf\udce9.py"})
    assert json.loads(out.getvalue()) == {"path": "caf\udce9.py"}


def test_strong_text_needs_a_terminal():
    assert screen(colour=False)[0].strong("x") == "x"
    assert "\x1b[" in screen(colour=True)[0].strong("x")


def test_a_failure_has_a_code_and_one_line():
    assert describe(WorkspaceError("a\nb")).code == "workspace"
    assert describe(WorkspaceError("a\nb")).message == "a b"
    assert describe(StorageError("full")).code == "storage"
    assert len(one_line("x" * 10_000)) == 2_000


def test_the_same_fault_has_the_same_reference():
    def fault() -> str:
        try:
            raise RuntimeError("boom")
        except RuntimeError as error:
            return describe(error).message

    assert fault() == fault()
    assert "RuntimeError: boom" in fault()


def test_the_root_is_found_upward(tmp_path: Path):
    (tmp_path / "project/.git").mkdir(parents=True)
    deep = tmp_path / "project/src/deep"
    deep.mkdir(parents=True)
    assert root_of(None, here=str(deep), home=str(tmp_path)) == str(tmp_path / "project")
    assert root_of(None, here=str(tmp_path / "project"), home=str(tmp_path)) == str(tmp_path / "project")
    assert root_of("given", here=str(deep)) == "given"


def test_a_home_that_is_a_repository_is_not_taken_for_its_subfolders(tmp_path: Path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes").mkdir()
    assert root_of(None, here=str(tmp_path / "notes"), home=str(tmp_path)) == str(tmp_path / "notes")


def test_a_folder_outside_any_repository_is_its_own_root(tmp_path: Path):
    assert root_of(None, here=str(tmp_path), home=str(tmp_path.parent)) == str(tmp_path)


def test_progress_is_silent_in_a_pipe():
    here, out, err = screen(live=False)
    with progress(here) as report:
        report("listing", 1, 2)
    assert (out.getvalue(), err.getvalue()) == (b"", "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_draws_on_a_terminal_only_when_there_is_work(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TERM", "xterm")
    err = Terminal()
    here = Screen(io.BytesIO(), err, live=True)
    with progress(here):
        pass
    assert err.getvalue() == ""
    ticks = iter([0.0, 0.1, 5.0])
    with progress(here, clock=lambda: next(ticks)) as report:
        report("listing", 0, 0)
        assert err.getvalue() == ""
        report("indexing [red]", 2, 4)
        report("indexing [red]", 4, 4)
    assert "indexing [red]" in err.getvalue()


def test_a_citation_is_a_link_on_a_terminal_and_plain_words_elsewhere():
    assert link("a/b.py", 3, 9, "/project", screen()[0]) == "a/b.py:3-9"
    assert link("a/b.py", 3, 3, "/project", screen()[0]) == "a/b.py:3"
    assert link("a\nb.py", 3, 3, "/project", screen()[0]) == "a\\x0ab.py:3"  # one place is one line
    linked = link("a/b.py", 3, 9, "/project", screen(colour=True)[0])
    assert "/project/a/b.py#3\x1b" in linked
    assert "a/b.py:3-9" in linked


def test_an_answer_from_a_small_part_of_a_project_is_announced() -> None:
    behind = Freshness(
        generation=1,
        fresh=False,
        behind=2_678,
        unsaved=0,
        reason="2,678 files not indexed as now on disk",
        files=3_178,
    )
    assert partly(behind) == (
        "provisional: 500 of 3,178 files read, and 2,678 files not indexed as now on disk. Ask again when the index is whole"
    )
    assert partly(replace(behind, behind=635)) == ""  # a fifth
    assert partly(replace(behind, fresh=True, behind=0)) == ""
