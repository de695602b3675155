"""A fork of the zygote owns nothing that the zygote has open: what it opens itself stays open until it ends."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tests.support import zygote

HELD = """
import atexit, os, sys

opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(20)]

def look():
    for number in opened:
        os.fstat(number)
    print("all open", flush=True)

atexit.register(look)
sys.exit(3)
"""


def test_a_fork_that_unwinds_closes_no_file_that_it_opened_itself(tmp_path: Path):
    environment = {**os.environ, "PYTHONPATH": str(zygote.ROOT)}
    if not zygote.can_run(environment):
        pytest.skip("the zygote needs os.pidfd_open, which this system does not have")
    script = tmp_path / "held.py"
    script.write_text(HELD, encoding="utf-8")
    with tempfile.TemporaryFile() as log:
        process, sink, source = zygote.start([str(script)], cwd=tmp_path, environment=environment, stderr=log)
        with sink, source:
            said = source.read()
        assert process.wait(60) == 3
        log.seek(0)
        assert (said, log.read()) == (b"all open\n", b"")
