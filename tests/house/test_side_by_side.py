"""Tests that run in forks (`tests/support/side_by_side.py`) are told as tests of one process are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.house.source import ROOT

FILES = {
    "pytest.ini": "[pytest]\n",
    "tests/test_fine.py": """
        import os
        import pytest

        def test_one(tmp_path, capfd):
            os.write(1, b"one")
            assert capfd.readouterr().out == "one"

        @pytest.mark.parametrize("number", range(20))
        def test_more(number, tmp_path):
            (tmp_path / "file").write_text("x")
    """,
    "tests/test_wrong.py": """
        def test_fails():
            print("said before it failed")
            assert 1 == 2

        def test_after():
            pass
    """,
    "tests/test_dies.py": """
        import os

        def test_before():
            pass

        def test_dies():
            os._exit(7)

        def test_behind():
            pass
    """,
    "tests/test_once.py": """
        import os
        import pytest

        @pytest.fixture(scope="module")
        def process():
            yield os.getpid()
            open("ended", "a").write("x")

        def test_first(process):
            assert process == os.getpid()

        def test_second(process):
            assert process == os.getpid()
    """,
    "tests/e2e/test_late.py": """
        import os

        def test_fetched():
            assert os.environ["HELIX_TEST_FETCHED"] == "here"
    """,
}


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="forks are used on Linux")
def test_forks_tell_what_their_tests_did(tmp_path: Path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(
            "\n".join(line.removeprefix("        ") for line in text.splitlines()), encoding="utf-8"
        )
    told, telling = os.pipe()
    with os.fdopen(telling, "w", encoding="utf-8") as begin:
        print("begin", json.dumps({"HELIX_TEST_FETCHED": "here"}), sep="\n", file=begin)
    words = ["-p", "tests.support.side_by_side", "-p", "no:xdist", "-p", "no:cacheprovider", "--forks", "3"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "--forks-wait", str(told), "--junitxml=told.xml"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        pass_fds=(told,),
    )
    os.close(told)
    assert done.returncode == 1, done.stdout + done.stderr
    cases = list(ET.parse(tmp_path / "told.xml").iter("testcase"))
    failed = {
        case.get("name"): case.findtext("failure") for case in cases if case.find("failure") is not None
    }
    assert len(cases) == 29
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == 29
    assert failed.keys() == {"test_fails", "test_dies"}
    assert "assert 1 == 2" in (failed["test_fails"] or "")
    assert "ended with code 7" in (failed["test_dies"] or "")
    assert "said before it failed" in done.stdout
    assert (tmp_path / "ended").read_text() == "x"
