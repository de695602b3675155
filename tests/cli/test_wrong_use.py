"""Wrong use and bad input: one clear line, the right exit code, nothing on stdout, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.run import Shell

WRONG = {
    "unknown command": (["aks", "x"], "did you mean ask?"),
    "unknown flag": (["ask", "x", "--jsn"], "did you mean --json?"),
    "unknown flag of an act": (
        ["pr", "explain", "--sarf"],
        "did you mean --sarif?; see `helix-lsp pr explain --help`",
    ),
    "unknown flag of the server": (["--stdo"], "did you mean --stdio?"),
    "missing value": (["query", "x", "--root"], "--root"),
    "k is zero": (["query", "x", "-k", "0"], "from 1 on"),
    "k is negative": (["query", "x", "-k", "-3"], "-k"),
    "k is no number": (["query", "x", "-k", "many"], "many"),
    "k is huge": (["query", "x", "-k", "100000"], "1000"),
    "bad choice": (
        ["ask", "x", "--verbosity", "loud"],
        "invalid value 'loud' for --verbosity; choose from brief, normal, extended",
    ),
    "bad port": (["serve", "--socket", "70000"], "65535"),
    "two transports": (["serve", "--stdio", "--socket", "5000"], "--socket"),
    "half a command": (["range"], "get"),
    "no reference": (["range", "get"], "--ref"),
    "empty question": (["ask", ""], "empty"),
    "no question": (["ask"], "empty"),
    "blank question": (["ask", "  \t "], "empty"),
    "empty query": (["query", " "], "empty"),
    "empty root": (["ask", "x", "--root", ""], "--root"),
    "missing root": (["ask", "x", "--root", "no/such/folder"], "no/such/folder"),
    "root is a file": (["ask", "x", "--root", "README.md"], "README.md"),
    "root is /": (["index", "--root", "/"], "/"),
    "filter without value": (["query", "x", "--filter", "language"], "K=V"),
    "unknown filter": (["query", "x", "--filter", "colour=red"], "colour"),
    "unknown surface": (["query", "x", "--filter", "surface=tests"], "code, docs, config, text, test"),
    "jsonl with a question": (["ask", "x", "--jsonl"], "--jsonl"),
    "reference file missing": (["range", "get", "--ref", "nowhere.json"], "nowhere.json"),
    "reference file is a folder": (["range", "get", "--ref", "bells"], "bells"),
    "confidence beyond 1": (["drift", "--min-confidence", "7"], "'7' is not a number from 0 to 1"),
    "confidence is no number": (["drift", "--min-confidence", "nan"], "'nan' is not a number from 0 to 1"),
    "drift of nothing": (["drift", "docs/no-such.md"], "no such file or folder in "),
    "reference is no json": (["range", "get", "--ref", "README.md"], "not JSON"),
}


@pytest.mark.parametrize(("words", "part"), WRONG.values(), ids=WRONG.keys())
def test_one_line_and_exit_code_2(shell: Shell, words: list[str], part: str):
    done = shell.run(*words)
    assert done.code == 2
    assert done.out == b""
    assert part in done.complaint


def test_a_question_of_100_kb_is_refused_with_its_limit(shell: Shell):
    done = shell.run("ask", "bell " * 20_000)
    assert done.code == 2
    assert "100,000" in done.complaint or "99,999" in done.complaint
    assert "search.longest_question" in done.complaint


def test_a_batch_without_stdin_says_what_to_send(shell: Shell):
    script = 'exec "$0" -m helix_lsp ask --jsonl <&-'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable],
        cwd=shell.here,
        env=shell.environment(),
        capture_output=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 2
    assert b"stdin is closed" in done.stderr
    assert b"unexpected" not in done.stderr


def test_a_cache_that_cannot_be_made_is_one_line(shell: Shell):
    shell.cache.write_text("a file is in the way")
    done = shell.run("ask", "bell")
    assert done.code == 2
    assert str(shell.cache) in done.complaint


def test_an_unexpected_fault_is_one_line_with_a_reference(shell: Shell, tmp_path: Path):
    broken = tmp_path / "broken"
    (broken / "Stemmer").mkdir(parents=True)
    (broken / "Stemmer" / "__init__.py").write_text("raise OSError('the wheel is damaged')\n")
    path = f"{broken}{os.pathsep}{shell.environment()['PYTHONPATH']}"
    done = shell.run("query", "bell", env={"PYTHONPATH": path})
    assert done.code == 2
    assert "the wheel is damaged" in done.complaint
    assert "error " in done.complaint
    shown = shell.run("query", "bell", env={"PYTHONPATH": path, "HELIX_ASK_TRACEBACK": "1"})
    assert shown.code == 2
    assert "Traceback" in shown.err


def test_a_reader_that_leaves_is_no_failure(shell: Shell):
    shell.run("index")
    lines = b"".join(
        json.dumps({"id": n, "root": str(shell.here), "question": "bell"}).encode() + b"\n"
        for n in range(200)
    )
    command = [sys.executable, "-m", "helix_lsp", "query", "--jsonl"]
    with subprocess.Popen(
        command,
        cwd=shell.here,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=shell.environment(),
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(lines)
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(120) == 0


def test_ctrl_c_ends_with_130_and_one_line(shell: Shell):
    with subprocess.Popen(
        [sys.executable, "-m", "helix_lsp", "query", "--jsonl"],
        cwd=shell.here,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=shell.environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (runs in the background ignore it)
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(
            json.dumps({"id": 1, "root": str(shell.here), "question": "bell"}).encode() + b"\n"
        )
        process.stdin.flush()
        process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 130
        assert process.stderr.read() == b"helix-lsp: interrupted\n"
    assert shell.run("query", "bell").code == 0


@pytest.mark.parametrize("buffering", ["", "1"])
def test_an_output_that_cannot_be_written_is_one_line(shell: Shell, buffering: str):
    full = Path("/dev/full")
    assert full.exists() or sys.platform != "linux"
    if full.exists():
        with full.open("wb") as sink:
            done = subprocess.run(
                [sys.executable, "-m", "helix_lsp", "query", "bell"],
                cwd=shell.here,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.PIPE,
                env=shell.environment(PYTHONUNBUFFERED=buffering),
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr.decode().splitlines() == [
            "helix-lsp: the answer cannot be written to stdout: No space left on device; check where it is sent"
        ]


@pytest.mark.parametrize("verb", ["ask", "query", "status"])
def test_a_closed_output_is_a_failure(shell: Shell, verb: str):
    words = [verb] if verb == "status" else [verb, "bell"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m helix_lsp "$@" >&-', sys.executable, *words],
        cwd=shell.here,
        env=shell.environment(),
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 2
    assert (
        done.stderr
        == b"helix-lsp: the answer cannot be written to stdout: it is closed; check where it is sent\n"
    )


def test_a_file_to_be_near_to_that_is_not_there_is_told(shell: Shell):
    alone = shell.run("query", "bell", "--json")
    done = shell.run("query", "bell", "--json", "--near", "nosuch.go")
    assert done.complaint == f"--near nosuch.go does not count: {shell.here} has no such file"
    assert done.out == alone.out
    below = shell.here / "deep"
    below.mkdir()
    (below / "near.py").write_text("DEEP = 1\n")
    assert shell.run("ask", "bell", "--near", "near.py", cwd=below).err == ""


def test_an_empty_root_has_no_answer_and_no_fault(shell: Shell, tmp_path: Path):
    (tmp_path / "nothing").mkdir()
    root = ("--root", str(tmp_path / "nothing"))
    for words, code in (("ask anything", 1), ("query anything", 1), ("index", 0), ("status", 0)):
        done = shell.run(*words.split(), *root)
        assert (done.code, done.err) == (code, ""), words


def test_two_commands_at_once_on_one_index(shell: Shell):
    command = [sys.executable, "-m", "helix_lsp", "query", "bell", "--json"]
    running = [
        subprocess.Popen(
            command, cwd=shell.here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=shell.environment()
        )
        for _ in range(4)
    ]
    for process in running:
        out, err = process.communicate(timeout=240)
        assert (process.returncode, err) == (0, b"")
        assert json.loads(out)["count"] > 0


def test_bad_settings_are_told_and_do_not_stop_an_answer(shell: Shell):
    (shell.here / "helix.toml").write_text('[index]\nmax_files = "many"\ncache_dir = "elsewhere"\n')
    done = shell.run("query", "bell", "--json")
    assert done.code == 0
    assert json.loads(done.out)["count"] > 0
    assert [line for line in done.err.splitlines() if not line.startswith("helix-lsp: helix.toml:")] == []
    assert len(done.err.splitlines()) == 2


def test_help_reads_well_and_goes_to_stdout(shell: Shell):
    for words in (["--help"], ["ask", "--help"], ["range", "get", "--help"], ["--version"]):
        done = shell.run(*words)
        assert done.code == 0
        assert done.err == ""
        assert done.text.strip()


def test_a_flag_that_is_like_none_gets_no_suggestion(shell: Shell) -> None:
    done = shell.run("ask", "x", "--colour")
    assert "unknown: --colour" in done.err
    assert "did you mean" not in done.err
