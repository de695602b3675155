"""A process that follows an index has one thread for it, whatever is typed and looked at."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import psutil
import pytest

from helix_lsp.session.how_fresh import Standing
from helix_lsp.session.open_index import Reloading
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace

_LOOKS, _LEVEL = 600, 30


def test_one_thread_for_any_number_of_looks() -> None:
    seen: list[int | None] = []
    reloading = Reloading(lambda: seen.append(threading.current_thread().ident), 0.0)
    for _ in range(50):
        count = len(seen)
        reloading.soon()
        while len(seen) == count:
            time.sleep(0.001)
    assert len(set(seen)) == 1
    reloading.close()
    count = len(seen)
    reloading.soon()
    assert len(seen) == count


@pytest.mark.skipif(not hasattr(psutil.Process, "num_fds"), reason="the system does not count descriptors")
def test_looking_again_and_again_leaves_no_descriptor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers that are kept are opened when two look at once, however late that is; what leaks has no level."""
    monkeypatch.setattr("helix_lsp.session.open_index._RELOAD_EVERY", 0.0)
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "tower"
    root.mkdir()
    (root / "bell.py").write_text("def ring():\n    pass\n", encoding="utf-8")
    process = psutil.Process()
    settings = load(str(root))
    with (
        Workspace.open(str(root), settings) as writer,
        Workspace.open(str(root), settings, writable=False, beside=True) as beside,
    ):
        writer.refresh()
        beside.follow(Standing(0, 0, "", ""))
        highest, level = (0, 0), 0
        for number in range(_LOOKS):
            beside.edit("bell.py", b"def ring():\n    return %d\n" % number)
            assert beside.view().snapshot.defined("ring")
            time.sleep(0.005)
            now = (process.num_fds(), process.num_threads())
            level = level + 1 if all(map(int.__le__, now, highest)) else 0
            highest = (max(now[0], highest[0]), max(now[1], highest[1]))
            if level == _LEVEL:
                return
        raise AssertionError(f"{_LOOKS} looks and never {_LEVEL} without one more: {highest}")
