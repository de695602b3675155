"""Law I3: after any sequence of edits the index, with its overlay, equals a cold build of the same visible
bytes.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from helix_lsp.errors import StorageError
from helix_lsp.index.host import Host
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.store.schema import SCHEMA
from helix_lsp.index.store.text_index import TextIndex
from tests.index import sample

PATHS = ("a.py", "src/api.py", "src/__init__.py", "docs/a.md", "b.md", "conf.toml", "src/API_notes.txt")
LINES = (
    "def alpha(x):",
    "    return beta(x)",
    "class Alpha(Base):",
    "    def beta_gamma(self):",
    "        return HTTPServer()",
    "",
    "# Title alpha",
    "Use `Alpha.beta_gamma()` and `alpha`.",
    "key = 1",
    "# a comment about gamma",
    "def _Alpha(): pass",
    "beta beta beta gamma",
    "[table]",
)
TERMS = ("alpha", "beta", "gamma", "=beta_gamma", "=httpserver", "return", "key", "absent", "use")
BODIES = st.lists(st.sampled_from(LINES), max_size=8).map(
    lambda lines: ("\n".join(lines) + "\n").encode() if lines else b""
)
CHANGES = st.dictionaries(st.sampled_from(PATHS), st.one_of(st.none(), BODIES), max_size=4)


class Incremental(RuleBasedStateMachine):
    """`disk` is what was committed, `open` the buffers; every rule does the same to a host."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="helix-i3-"))
        self.disk: dict[str, bytes] = {}
        self.open: dict[str, bytes] = {}
        self.cfg = sample.IndexConfig(kept_blobs=3)
        self.host = sample.host(self.folder, cfg=self.cfg)
        self.reader = sample.host(self.folder, writable=False, cfg=self.cfg)
        self.held: tuple[Snapshot, dict[str, object]] | None = None

    def teardown(self) -> None:
        self.host.close()
        self.reader.close()
        shutil.rmtree(self.folder)

    @rule(changes=CHANGES)
    def commit(self, changes: dict[str, bytes | None]) -> None:
        self.host.commit(self._apply(changes))

    @rule(changes=CHANGES)
    def commit_without_facts(self, changes: dict[str, bytes | None]) -> None:
        """As the session does it: facts only where the index has none."""
        out: list[sample.Change] = []
        for change in self._apply(changes):
            known = isinstance(change, sample.Put) and self.host.has(change.sha, change.language)
            out.append(
                sample.put(change.path, self.disk[change.path], cfg=self.cfg, known=True) if known else change
            )
        self.host.commit(out)

    @rule(changes=CHANGES)
    def die_between_facts_and_text(self, changes: dict[str, bytes | None]) -> None:
        """The facts are committed, the text index is not; then the process is gone."""
        self._interrupted(changes, "write")
        self._reopen()

    @rule(changes=CHANGES)
    def text_refuses_once(self, changes: dict[str, bytes | None]) -> None:
        """The text index cannot be written (a full disk); the next commit, in the same process, makes up for
        it.
        """
        before = self.host.snapshot().generation
        self._interrupted(changes, "write")
        assert self.host.snapshot().generation == before
        self.a_following_reader_sees_the_files()
        self.host.commit([])

    @rule()
    def reopen(self) -> None:
        self._reopen()

    @rule()
    def lose_the_text_index(self) -> None:
        self.host.close()
        shutil.rmtree(self.folder / "index" / f"text-{SCHEMA}", ignore_errors=True)
        self._reopen()

    @rule(path=st.sampled_from(PATHS), body=BODIES)
    def type(self, path: str, body: bytes) -> None:
        self.open[path] = body
        self.host.lay_over({path: sample.facts(path, body, self.cfg)})

    @rule(path=st.sampled_from(PATHS), other=st.sampled_from(PATHS))
    def type_what_another_file_holds(self, path: str, other: str) -> None:
        if other in self.disk and path.rpartition(".")[2] == other.rpartition(".")[2]:
            self.type(path=path, body=self.disk[other])

    @rule(path=st.sampled_from(PATHS))
    def release(self, path: str) -> None:
        self.open.pop(path, None)
        self.host.lay_over({path: None})

    @rule()
    def hold(self) -> None:
        """Keep a snapshot and what it said, to be asked again after later commits."""
        self.held = self.host.snapshot(), sample.dump(self.host.snapshot(), TERMS)

    @invariant()
    def equals_a_cold_build(self) -> None:
        assert sample.dump(self.host.snapshot(), TERMS) == self._cold({**self.disk, **self.open})

    @invariant()
    def a_following_reader_sees_the_files(self) -> None:
        self.reader.reload()
        assert sample.dump(self.reader.snapshot(), TERMS) == self._cold(self.disk)

    @invariant()
    def an_old_snapshot_says_what_it_said(self) -> None:
        if self.held is not None:
            snapshot, said = self.held
            now = sample.dump(snapshot, TERMS)
            for key in said.keys() - {"names", "defined", "mentioned"}:
                assert now[key] == said[key], key

    def _apply(self, changes: dict[str, bytes | None]) -> list[sample.Change]:
        out: list[sample.Change] = []
        for path, body in changes.items():
            if body is None:
                self.disk.pop(path, None)
                out.extend(sample.drops([path]))
            else:
                self.disk[path] = body
                out.append(sample.put(path, body, cfg=self.cfg))
        return out

    def _interrupted(self, changes: dict[str, bytes | None], what: str) -> None:
        def refuse(*args: object, **kwargs: object) -> None:
            raise OSError(28, "No space left on device")

        refused: Callable[..., None] = refuse
        before = self.host.known()
        with patch.object(TextIndex, what, refused):
            try:
                self.host.commit(self._apply(changes))
            except StorageError:
                return
        assert self.host.known() == before

    def _reopen(self) -> None:
        self.host.close()
        self.held = None
        self.host = sample.host(self.folder, cfg=self.cfg)
        for path, body in self.open.items():
            self.host.lay_over({path: sample.facts(path, body, self.cfg)})

    def _cold(self, files: dict[str, bytes]) -> dict[str, object]:
        key = tuple(sorted(files.items()))
        if key not in COLD:
            if len(COLD) > 2_000:
                COLD.clear()
            with tempfile.TemporaryDirectory(prefix="helix-cold-") as folder:
                cold = sample.host(Path(folder), cfg=self.cfg)
                COLD[key] = sample.dump(cold.commit(sample.puts(files, self.cfg)), TERMS)
                cold.close()
        return COLD[key]


COLD: dict[tuple[tuple[str, bytes], ...], dict[str, object]] = {}

Incremental.TestCase.settings = settings(
    max_examples=15,
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
TestIncrementalEqualsRebuilt = Incremental.TestCase


@pytest.mark.parametrize("seed", range(3))
def test_a_host_is_deterministic(seed: int, tmp_path: Path) -> None:
    """The order of the changes in a commit, and how they are spread over commits, do not show."""
    files = dict(sorted(sample.FLASK.items(), key=lambda item: (len(item[0]) * (seed + 3)) % 7))
    first: Host = sample.host(tmp_path / "one")
    second: Host = sample.host(tmp_path / "two")
    for path in reversed(files):
        first.commit(sample.puts({path: files[path]}))
    second.commit(sample.puts(files))
    assert sample.dump(first.snapshot(), TERMS) == sample.dump(second.snapshot(), TERMS)
    first.close()
    second.close()
