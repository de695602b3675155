"""`helix-lsp index --vectors`: made once and found by, or one line that says why not."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from helix_lsp.session.semantic.by_meaning import PLACES_NAME
from helix_lsp.session.semantic.open_likeness import unavailable
from tests.cli.run import Shell

ON = {"HELIX_ASK_SEARCH_MEANING": "on"}


def test_without_the_model_it_says_what_to_do(shell: Shell) -> None:
    done = shell.run("index", "--vectors")
    assert (done.code, done.complaint) == (2, "--vectors: `search.meaning` is off; switch it on")


@pytest.mark.skipif(unavailable() != "", reason="the extra `semantic` is not installed")
def test_vectors_are_made_once_and_answers_find_places_by_them(shell: Shell) -> None:
    (shell.here / "quay.py").write_text(
        "def fasten(vessel):\n    vessel.rope.tie(bollard)\n    return vessel\n"
    )
    first = shell.run("index", "--vectors", env=ON)
    assert first.code == 0, first.err
    assert not first.text.splitlines()[-1].startswith("0 vectors"), first.text
    again = shell.run("index", "--vectors", env=ON)
    assert again.text.splitlines()[-1] == "0 vectors made"


@pytest.mark.skipif(unavailable() != "", reason="the extra `semantic` is not installed")
def test_ctrl_c_while_vectors_are_made_is_one_line(shell: Shell) -> None:
    for n in range(60):
        body = "".join(f"def hoist_{n}_{k}(load):\n    return load + {k}\n\n\n" for k in range(60))
        (shell.here / f"crane_{n}.py").write_text(body)
    process = subprocess.Popen(
        [sys.executable, "-m", "helix_lsp", "index", "--vectors"],
        cwd=shell.here,
        env=shell.environment(**ON),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while process.poll() is None and not any(shell.cache.glob(f"*/{PLACES_NAME}")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=240)
    assert (process.returncode, err) == (130, b"helix-lsp: interrupted\n")
