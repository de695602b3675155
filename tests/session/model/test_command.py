"""The user's own program as a model: no shell, nothing of the workspace, and nothing left running. Carries
I11.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from helix_lsp.ask.model.model_port import ModelReply, ModelRequest
from helix_lsp.config.questions import ModelConfig
from helix_lsp.errors import Cancelled
from helix_lsp.session.model.command import find_program
from helix_lsp.session.model.open_model import open_model, preview
from helix_lsp.session.settings.settings import Surroundings

STUB = str(Path(__file__).parent.parent.parent / "support" / "hostile_command.py")
REQUEST = ModelRequest(system="Answer.", prompt="Question?", max_tokens=100)


def ask(
    verb: str,
    record: Path,
    *more: str,
    timeout: float = 60.0,
    check: Callable[[], None] = lambda: None,
    root: str | None = None,
    **changes: int,
) -> ModelReply:
    cfg = ModelConfig(
        provider="command",
        command=(sys.executable, STUB, verb, str(record), *more),
        timeout=timeout,
        **changes,
    )
    around = Surroundings(
        search_path=os.environ["PATH"],
        home=str(record.parent),
        cache_home="",
        git_environment=dict(os.environ),
    )
    port = open_model(cfg, around, root)
    assert port is not None
    return port(REQUEST, check)


def left_running(record: Path, patience: float = 60.0) -> list[int]:
    """Processes of the stub that still live a little later."""
    ids = [int(word) for word in record.read_text().split()]
    until = time.monotonic() + patience
    while (
        alive := [
            i for i in ids if psutil.pid_exists(i) and psutil.Process(i).status() != psutil.STATUS_ZOMBIE
        ]
    ) and time.monotonic() < until:
        time.sleep(0.02)
    return alive


def test_the_prompt_goes_in_and_the_answer_comes_out(tmp_path: Path):
    reply = ask("answer", tmp_path / "ids")
    given = len(f"{REQUEST.system}\n\n{REQUEST.prompt}")
    assert (reply.status, reply.text, reply.calls) == (
        "ok",
        f"ANSWER_START\nIt was given {given} characters [1].\nANSWER_END\n",
        1,
    )
    assert len((tmp_path / "ids").read_text().splitlines()) == 1


def test_arguments_are_no_shell_words_and_the_folder_is_the_home(tmp_path: Path):
    reply = ask("environment", tmp_path / "ids", "$(touch evil)", "; touch evil", "*", "a b")
    assert reply.text.splitlines() == [
        os.path.realpath(tmp_path),
        "$(touch evil)",
        "; touch evil",
        "*",
        "a b",
    ]
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize("verb", ["stall", "deaf", "family"])
def test_the_deadline_ends_all_of_it(verb: str, tmp_path: Path):
    reply = ask(verb, tmp_path / "ids", timeout=4.0)  # time enough to start and to write its process down
    assert (reply.status, reply.calls) == ("timeout", 1)
    assert "4 s" in reply.reason
    assert left_running(tmp_path / "ids") == []


@pytest.mark.parametrize("verb", ["stall", "deaf", "family"])
def test_cancel_ends_all_of_it(verb: str, tmp_path: Path):
    record = tmp_path / "ids"

    def check() -> None:
        if record.exists() and record.read_text().endswith("\n"):
            raise Cancelled("enough")

    reply = ask(verb, record, timeout=240.0, check=check)
    assert (reply.status, reply.calls) == ("cancelled", 1)
    assert left_running(record) == []


def test_a_child_that_holds_the_output_is_ended_and_the_answer_kept(tmp_path: Path):
    reply = ask("child", tmp_path / "ids", timeout=240.0)
    assert reply.status == "ok"
    assert "It was given" in reply.text
    assert left_running(tmp_path / "ids") == []


def test_an_endless_answer_is_given_up(tmp_path: Path):
    reply = ask("huge", tmp_path / "ids", reply_max_bytes=500_000)
    assert reply.status == "error"
    assert "500,000 bytes" in reply.reason
    assert left_running(tmp_path / "ids") == []


def test_a_failing_program_is_a_reason_without_its_words(tmp_path: Path):
    reply = ask("fail", tmp_path / "ids")
    assert (reply.status, reply.text) == ("error", "")
    assert "code 3" in reply.reason


def test_a_program_that_never_reads_a_long_prompt_stops_nobody(tmp_path: Path):
    cfg = ModelConfig(provider="command", command=(sys.executable, "-c", "print('done [1].')"), timeout=60.0)
    around = Surroundings(search_path="", home=str(tmp_path), cache_home="", git_environment=dict(os.environ))
    port = open_model(cfg, around, None)
    assert port is not None
    assert (
        port(ModelRequest(system="s", prompt="x" * 3_000_000, max_tokens=5), lambda: None).text
        == "done [1].\n"
    )


def test_an_interrupt_passes_through_and_ends_the_program(tmp_path: Path):
    record = tmp_path / "ids"

    def check() -> None:
        if record.exists() and record.read_text().endswith("\n"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask("family", record, timeout=240.0, check=check)
    assert left_running(record) == []


def program(folder: Path, name: str = "model") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_where_a_program_may_lie(tmp_path: Path):
    work, tools = tmp_path / "work", tmp_path / "tools"
    inside, outside = program(work / "bin"), program(tools)
    assert find_program(("model", "-x"), f"bin:.:{work}/bin:{tools}", str(work)) == (str(outside), "-x")
    assert find_program((str(outside),), "", str(work)) == (str(outside),)
    assert "inside the workspace" in find_program((str(inside),), "", str(work))
    (tools / "link").symlink_to(inside)
    assert "inside the workspace" in find_program(("link",), str(tools), str(work))
    assert "search path" in find_program(("bin/model",), str(work), str(work))
    assert "search path" in find_program(("./model",), str(work), None)
    assert "not found" in find_program(("model",), "", str(work))
    assert "no program" in find_program((), "", None)
    assert "is not a program" in find_program((str(tools),), "", None)


def test_what_cannot_be_started_is_a_reason(tmp_path: Path):
    broken = program(tmp_path)
    broken.write_bytes(b"\x7fELF nonsense")
    around = Surroundings(search_path="", home=str(tmp_path), cache_home="")
    port = open_model(ModelConfig(provider="command", command=(str(broken),)), around, None)
    assert port is not None
    reply = port(REQUEST, lambda: None)
    assert (reply.status, reply.calls) == ("error", 0)
    assert "cannot be started" in reply.reason


def test_the_preview_shows_the_program_and_what_it_gets(tmp_path: Path):
    path = program(tmp_path)
    around = Surroundings(search_path="", home=str(tmp_path), cache_home="")
    shown = preview(ModelConfig(provider="command", command=(str(path), "-m", "x")), around, None, REQUEST)
    assert shown.destination == f'["{path}", "-m", "x"]'
    assert shown.body == "Answer.\n\nQuestion?"
    assert shown.problem == ""
