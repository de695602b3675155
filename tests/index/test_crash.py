"""kill -9 while committing: what was acknowledged is there, nothing is torn, the text index is consistent
(issue: 20 times).
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.index import sample

ROUNDS = 20
FILES = 6

CHILD = """
import sys
from tests.index import sample
host = sample.host(sample.Path(sys.argv[1]))
start = host.snapshot().generation
print("open", start, flush=True)
for n in range(start + 1, start + 10_000):
    host.commit([sample.put(f"f{i}.py", sample_body(i, n), mtime=n) for i in range(FILES)])
    print("done", host.snapshot().generation, flush=True)
"""
BODY = f"""
FILES = {FILES}
def sample_body(i, n):
    return f"def unit_{{i}}(x):\\n    return generation_{{n}} + common\\n\\n\\nclass Holder{{n}}:\\n    pass\\n".encode()
"""


def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(20)
    body = _body()
    acknowledged = 0
    for _ in range(ROUNDS):
        acknowledged = max(acknowledged, _round(tmp_path, chance.randint(0, 3), chance.uniform(0.0, 0.05)))
        reader = sample.host(tmp_path, writable=False)
        _check(reader, acknowledged, body)
        reader.close()
        host = sample.host(tmp_path)
        assert not [p for p in host.problems if "set aside" in p], host.problems
        _check(host, acknowledged, body)
        host.close()
    assert acknowledged > ROUNDS


def _body() -> object:
    space: dict[str, object] = {}
    exec(BODY, space)
    return space["sample_body"]


def _round(folder: Path, commits: int, seconds: float) -> int:
    """Run a child for some acknowledged commits and `seconds` longer, then kill it; the last generation that
    it acknowledged.
    """
    child = subprocess.Popen(
        [sys.executable, "-c", BODY + CHILD, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline().startswith("open"), child.wait()
    last = 0
    for _ in range(commits):
        last = int(child.stdout.readline().split()[1])
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    lines = [line.split() for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    child.stdout.close()
    child.wait()
    return max((int(n) for word, n in lines if word == "done"), default=last)


def _check(host: sample.Host, acknowledged: int, body: object) -> None:
    """The state is exactly one generation, at least the acknowledged one, and equals a cold build of it."""
    snapshot = host.snapshot()
    generation = snapshot.generation
    assert generation >= acknowledged
    if generation == 0:
        return
    assert callable(body)
    files = {f"f{i}.py": body(i, generation) for i in range(FILES)}
    shas = {p: sample.facts(p, d).sha for p, d in files.items()}
    assert {p: e.sha for p in snapshot.paths() if (e := snapshot.file(p))} == shas
    assert all(snapshot.outline(p) == sample.facts(p, d).outline for p, d in files.items())
    assert all(snapshot.units(p) == sample.facts(p, d).units for p, d in files.items())
    for other in (generation - 1, generation, generation + 1):
        assert snapshot.frequency(f"=generation_{other}") == (FILES if other == generation else 0)
    hits = snapshot.match({"common": 1.0, f"=generation_{generation}": 1.0}, 50)
    assert {h.path for h in hits} == set(files)
