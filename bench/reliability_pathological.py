"""Gate on single files: texts that are hard on a reader, and generated ones of every language, each read in a process
of its own as parsing processes read them; and whether such files make sound ones beside them unreadable.

Seconds are of the processor, so that a busy machine changes little about them; memory is the peak of the whole
process, Python and grammars included.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec import msgpack
from reliability_figure import Figure, at_most, count

from helix_lsp.session.processes.worker import read_frame, write_frame
from tests.support.amplifying import code, documents
from tests.support.pathological import FILES, LARGEST
from tests.support.repeated import SUFFIXES, repeated
from tests.support.workspace import open_in

_EACH, _SIZE = 40, 100_000  # generated files of a language at scale 1, and their bytes
_MOST_SECONDS, _MOST_MEMORY = 5.0, 300.0
_LEAST_BYTES = (
    300_000  # the most facts that are kept cost a second alone: a smaller file says nothing of growth
)
_SHOWN = 5
_SOUND = 4  # one sound file after so many


@dataclass(frozen=True, slots=True)
class Cost:
    """What reading one file took: processor seconds, peak megabytes of its process; `note` says what went wrong."""

    path: str
    size: int
    seconds: float
    memory: float
    note: str

    def __str__(self) -> str:
        return (
            f"{self.path} ({self.size / 1e3:.0f} kB): {self.seconds:.2f} s, {self.memory:.0f} MB {self.note}"
        )


def pathological(scale: float, seed: int) -> list[Figure]:
    """At scale 1 all of them, below it a share of each kind; never more than 40 generated files a language."""
    share = min(1.0, scale)
    hard = [(path, text.encode()[:LARGEST]) for path, text in list(FILES.items())[:: round(1 / share)]]
    large = [(path, text.encode()[:LARGEST]) for path, text in _amplifying(share)]
    made = [
        (path, text.encode()[:LARGEST])
        for suffix in SUFFIXES
        for path, text in repeated(suffix, max(1, round(_EACH * share)), _SIZE, seed)
    ]
    costs = [
        *_measured(hard, "hard files"),
        *_measured(large, "amplifying files"),
        *_measured(made, "generated files"),
    ]
    lost = _unreadable([*hard, *large, *made[:: max(1, len(made) // 100)]])
    return [
        count("files that a reader gave up", sum(bool(cost.note) for cost in costs), of=len(costs)),
        at_most("the slowest file", max(cost.seconds for cost in costs), _MOST_SECONDS, "s"),
        at_most("the largest process", max(cost.memory for cost in costs), _MOST_MEMORY, "MB"),
        count("sound files beside them that were not read", lost),
    ]


def _amplifying(share: float) -> Iterator[tuple[str, str]]:
    for number, one in enumerate((*code(_SIZE), *documents(_SIZE))):
        if number % round(1 / share) == 0:
            yield one


def _measured(files: Iterable[tuple[str, bytes]], what: str) -> list[Cost]:
    costs: list[Cost] = []
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("reading_cost.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        for path, data in files:
            write_frame(reader.stdin, msgpack.encode((path, data)))
            seconds, peak, note = msgpack.decode(read_frame(reader.stdout) or b"")
            costs.append(Cost(path, len(data), seconds, peak / 1e6, note))
    orders: list[tuple[str, Callable[[Cost], float]]] = [
        ("seconds", lambda c: -c.seconds),
        ("memory", lambda c: -c.memory),
        ("seconds a megabyte", _rate),
    ]
    for by, key in orders:
        shown = "; ".join(map(str, sorted(costs, key=key)[:_SHOWN]))
        print(f"      {len(costs)} {what}, most {by}: {shown}", flush=True)
    return costs


def _rate(cost: Cost) -> float:
    return -cost.seconds / cost.size if cost.size >= _LEAST_BYTES else 0.0


def _unreadable(files: list[tuple[str, bytes]]) -> int:
    """How many sound files are not read in a tree of all these."""
    with tempfile.TemporaryDirectory(prefix="helix-hard-") as folder:
        root = Path(folder) / "tree"
        names: list[str] = []
        for number, (path, data) in enumerate(files):
            place = root / f"h{number}" / path
            place.parent.mkdir(parents=True)
            place.write_bytes(data)
            if number % _SOUND == 0:
                names.append(f"sound_{number}")
                (place.parent / "sound.py").write_text(f"def {names[-1]}():\n    return {number}\n")
        with open_in(Path(folder), root) as workspace:
            report = workspace.refresh()
            snapshot = workspace.view().snapshot
            lost = [name for name in names if not snapshot.defined(name)]
        left = [f"{skip.path}: {skip.reason}" for skip in report.skipped]
    print(f"      {len(names)} sound files among {len(files)}; left out: {', '.join(left) or 'none'}")
    return len(lost)
