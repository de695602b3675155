"""Whoever reads leaves nothing behind: descriptors belong to the index, not to the threads that came and
went.
"""

from __future__ import annotations

import os
import threading
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from helix_lsp.index.store.readers import Closed
from tests.index import sample

pytestmark = pytest.mark.skipif(
    not hasattr(psutil.Process, "num_fds"), reason="the system does not count descriptors"
)
TERMS = ["route", "helper"]


def _descriptors() -> int:
    return psutil.Process(os.getpid()).num_fds()


def test_threads_that_read_and_end_leave_no_descriptor(tmp_path: Path) -> None:
    host = sample.host(tmp_path)
    expected = sample.dump(host.commit(sample.puts(sample.FLASK)), TERMS)
    host.close()
    reader = sample.host(tmp_path, writable=False)
    said: list[object] = []

    def read() -> None:
        reader.reload()
        said.append(sample.dump(reader.snapshot(), TERMS))

    def in_a_thread() -> None:
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()

    in_a_thread()
    before = _descriptors()
    for _ in range(20):
        in_a_thread()
    assert _descriptors() <= before
    assert said == [expected] * 21
    reader.close()


def test_many_at_once_are_no_more_the_next_time(tmp_path: Path) -> None:
    """SQLite itself keeps what it may not close while others hold locks on the same file, and uses it again."""
    host = sample.host(tmp_path)
    host.commit(sample.puts(sample.FLASK))
    store = host._store
    assert store is not None
    at_rest: list[int] = []
    for _ in range(5):
        with ExitStack() as stack:
            connections = [stack.enter_context(store.reading()) for _ in range(20)]
            assert len(set(map(id, connections))) == 20
            assert [c.execute("SELECT count(*) FROM file").fetchone()[0] for c in connections] == [
                len(sample.FLASK)
            ] * 20
        at_rest.append(_descriptors())
    assert max(at_rest) == at_rest[0]
    held = store.reading()
    held.__enter__()
    host.close()
    held.__exit__(None, None, None)
    assert _descriptors() < at_rest[0] - 20
    with pytest.raises(Closed), store.reading():
        pass
