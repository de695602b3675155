"""The host: commits, reuse of contents, the overlay, followers, threads, determinism."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from helix_lsp.index.store.text_index import TextIndex
from helix_lsp.text.digest import blob_id, sha256_hex
from tests.index import sample
from tests.support.raw_client import PATIENCE

TERMS = ("flask", "rout", "helper", "=add_url_rule", "view", "noth", "name")


@pytest.fixture
def host(tmp_path: Path) -> sample.Host:
    opened = sample.host(tmp_path)
    opened.commit(sample.puts(sample.FLASK))
    return opened


def test_an_empty_index(tmp_path: Path) -> None:
    host = sample.host(tmp_path)
    snapshot = host.snapshot()
    assert snapshot.generation == 0
    assert snapshot.paths() == ()
    assert snapshot.match({"x": 1.0}, 10) == ()
    assert snapshot.frequency("x") == 0
    assert snapshot.statistics().units == 0
    assert snapshot.outline("x.py") is None
    assert host.commit([]).generation == 0
    assert host.commit(sample.drops(["x.py"])).generation == 0
    host.close()


def watchers() -> int:
    """Threads of text indexes in this process."""
    tasks = Path("/proc/self/task")
    return sum(
        "tantivy" in (task / "comm").read_text() for task in tasks.iterdir() if (task / "comm").exists()
    )


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads have names there")
def test_a_closed_index_leaves_no_thread_to_a_snapshot_that_somebody_still_has(tmp_path: Path) -> None:
    gc.collect()
    before = watchers()
    hosts = [sample.host(tmp_path / str(number)) for number in range(5)]
    for host in hosts:
        host.commit(sample.puts(sample.FLASK))
    kept = [host.snapshot() for host in hosts]
    assert all(snapshot.frequency("flask") for snapshot in kept)
    assert watchers() > before
    for host in hosts:
        host.close()
    until = time.monotonic() + PATIENCE
    while watchers() > before:
        assert time.monotonic() < until
        time.sleep(0.01)
    with pytest.raises(sample.StorageError):
        kept[0].match({"flask": 1.0}, 10)
    assert not hosts[0].ails, "a closed index is not a damaged one"


def test_a_reader_without_an_index(tmp_path: Path) -> None:
    reader = sample.host(tmp_path, writable=False)
    assert reader.snapshot().paths() == ()
    assert "no index" in reader.problems[0]
    assert reader.reload() is False
    assert reader.lay_over({"a.py": sample.facts("a.py", b"def alone(): pass\n")}).defined("alone")
    with pytest.raises(sample.StorageError, match="reading only"):
        reader.commit([])
    writer = sample.host(tmp_path)
    writer.commit(sample.puts(sample.FLASK))
    assert reader.reload() is True
    assert set(reader.snapshot().paths()) == {*sample.FLASK, "a.py"}
    writer.close()
    reader.close()


def test_what_a_snapshot_says(host: sample.Host) -> None:
    snapshot = host.snapshot()
    entry = snapshot.file("src/app.py")
    assert entry is not None
    assert entry.sha == blob_id(sample.FLASK["src/app.py"])
    assert (entry.language, entry.tracked, entry.surface.kind) == ("python", True, "code")
    assert [d.symbol.qualified for d in snapshot.defined("app.Flask.ROUTE")] == ["Flask.route"]
    assert [d.symbol.name for d in snapshot.defined("private_helper")] == ["_private_Helper"]
    assert [(d.path, d.symbol.name) for d in snapshot.defined("helper")] == [
        ("copy/app.py", "helper"),
        ("src/app.py", "helper"),
    ]
    assert [m.mention.text for m in snapshot.mentioned("route")] == ["Flask.route()"]
    assert snapshot.mentioned("flask run") == ()
    assert {"Flask", "helper", "route", "_private_Helper"} <= set(snapshot.names())
    assert snapshot.names() == tuple(sorted(snapshot.names()))
    assert snapshot.stem_words("gu") == (("guid", "docs/guide.md"),)
    rows = "".join(f"{p}\0{blob_id(sample.FLASK[p])}\n" for p in sorted(sample.FLASK))
    assert snapshot.digest() == sha256_hex(rows.encode())
    best = snapshot.match({"rout": 1.0, "=add_url_rule": 1.0}, 10)[0]
    assert (best.path, best.unit.name) == ("src/app.py", "route")
    assert snapshot.units("docs/guide.md")[0].name == "Routing"


@pytest.mark.parametrize("edited", [False, True])
def test_definitions_of_some_paths_are_those_of_all_that_are_there(
    host: sample.Host, *, edited: bool
) -> None:
    text = sample.FLASK["src/app.py"] + b"\n\ndef helper(x):\n    pass\n"
    laid = host.lay_over({"src/app.py": sample.facts("src/app.py", text)}) if edited else None
    snapshot = laid or host.snapshot()
    for name in snapshot.names():
        every = snapshot.apart().defined(name)
        for path in snapshot.paths():
            there = tuple(d for d in every if d.path == path)
            assert snapshot.apart().defined(name, path.__eq__) == there
            assert snapshot.defined_in(path, name) == there


def test_known_and_has(host: sample.Host) -> None:
    data = sample.FLASK["src/app.py"]
    known = host.known()["src/app.py"]
    assert (known.size, known.mtime_ns, known.sha, known.tracked) == (len(data), 1, blob_id(data), True)
    assert host.has(blob_id(data), "python")
    assert not host.has(blob_id(data), "ruby")
    assert not host.has(blob_id(b"else"), "python")


def test_a_touched_file_costs_no_facts(host: sample.Host) -> None:
    before = host.snapshot()
    after = host.commit([sample.put("src/app.py", sample.FLASK["src/app.py"], mtime=2, known=True)])
    assert after.generation == before.generation + 1
    assert host.known()["src/app.py"].mtime_ns == 2
    assert after.digest() == before.digest()
    assert (
        host.commit([sample.put("src/app.py", sample.FLASK["src/app.py"], mtime=2, known=True)]).generation
        == after.generation
    )


def test_equal_files_are_stored_once_and_shown_at_every_path(host: sample.Host) -> None:
    before = host.snapshot().statistics()
    data = sample.FLASK["src/app.py"]
    for i in range(12):
        host.commit([sample.put(f"vendor/v{i}/app.py", data, known=True)])
    after = host.snapshot()
    assert after.statistics() == before
    assert after.frequency("flask") == host.snapshot().frequency("flask")
    assert len(after.defined("route")) == 13
    assert len({h.path for h in after.match({"=add_url_rule": 1.0}, 100)}) == sample.CONFIG.match_copies


def test_facts_that_are_not_there_are_refused_whole(host: sample.Host) -> None:
    before = host.snapshot()
    with pytest.raises(sample.StorageError, match=r"new\.py"):
        host.commit(
            [*sample.drops(["src/app.py"]), sample.put("new.py", b"def not_stored(): pass\n", known=True)]
        )
    assert host.snapshot().digest() == before.digest()
    assert "src/app.py" in host.known()


def test_a_branch_switch_reuses_what_was_stored(host: sample.Host) -> None:
    said = sample.dump(host.snapshot(), TERMS)
    other = {path: data + b"\n# another branch\n" for path, data in sample.FLASK.items()}
    host.commit(sample.puts(other))
    assert all(host.has(blob_id(d), sample.facts(p, d).language) for p, d in sample.FLASK.items())
    host.commit([sample.put(p, d, known=True) for p, d in sample.FLASK.items()])
    assert sample.dump(host.snapshot(), TERMS) == said


def test_contents_beyond_the_limit_are_purged(tmp_path: Path) -> None:
    host = sample.host(tmp_path, cfg=sample.IndexConfig(kept_blobs=10))
    bodies = [f"def version_{i}(): return shared\n".encode() for i in range(30)]
    host.commit([sample.put("a.py", bodies[0])])
    held = host.snapshot()
    for body in bodies[1:]:
        host.commit([sample.put("a.py", body)])
    stored = [host.has(blob_id(b), "python") for b in bodies]
    assert stored[0]  # a snapshot that is still held reads it
    assert sum(stored) <= 12
    assert all(stored[-10:])
    assert held.outline("a.py") == sample.facts("a.py", bodies[0]).outline
    host.commit([sample.put("b.py", b"x = 1\n"), *sample.drops(["a.py"])])
    host.commit([sample.put("b.py", b"x = 2\n") for _ in range(2)])
    assert held.stem_words("") == (("a", "a.py"),)
    assert host.snapshot().stem_words("") == (("b", "b.py"),)
    host.commit([sample.put("a.py", bodies[-1])])
    assert len(host.snapshot().defined("version_29")) == 1
    assert host.snapshot().frequency("share") == 1
    host.close()


def test_the_overlay_hides_moves_and_adds(host: sample.Host) -> None:
    stored = host.snapshot()
    changed = host.lay_over({"src/app.py": sample.facts("src/app.py", b"def fresh_name(): return flask\n")})
    assert changed.defined("route") == ()
    assert [d.path for d in changed.defined("fresh_name")] == ["src/app.py"]
    assert "fresh_name" in changed.names()
    assert "route" not in changed.names()
    assert changed.match({"fresh": 1.0}, 5)[0].path == "src/app.py"
    assert changed.frequency("=add_url_rule") == 0
    assert changed.digest() != stored.digest()
    assert stored.defined("route")
    new = host.lay_over({"brand/new_file.py": sample.facts("brand/new_file.py", b"x = 1\n")})
    assert "brand/new_file.py" in new.paths()
    assert new.stem_words("file") == (("file", "brand/new_file.py"),)
    entry = new.file("brand/new_file.py")
    assert entry is not None
    assert (entry.size, entry.tracked) == (-1, False)
    host.lay_over({"brand/new_file.py": None})
    assert sample.dump(host.lay_over({"src/app.py": None}), TERMS) == sample.dump(stored, TERMS)


def test_a_buffer_that_equals_a_stored_file_adds_a_path_and_no_content(host: sample.Host) -> None:
    before = host.snapshot()
    same = sample.facts("brand/new.py", sample.FLASK["src/app.py"])
    one = host.lay_over({"brand/new.py": same})
    assert (one.statistics(), one.frequency("flask")) == (before.statistics(), before.frequency("flask"))
    assert [d.path for d in one.defined("route")] == ["brand/new.py", "src/app.py"]
    two = host.lay_over({"src/app.py": sample.facts("src/app.py", b"")})
    assert [d.path for d in two.defined("route")] == ["brand/new.py"]
    assert two.match({"=add_url_rule": 1.0}, 5)[0].path == "brand/new.py"
    assert two.frequency("=add_url_rule") == 1
    host.lay_over({"x.py": sample.facts("x.py", b"def twice(): pass\n")})
    three = host.lay_over({"y.py": sample.facts("y.py", b"def twice(): pass\n")})
    assert three.frequency("twice") == 1
    assert [h.path for h in three.match({"twice": 1.0}, 5)] == ["x.py", "y.py"]
    host.close()


def test_a_reader_between_the_facts_and_the_text_of_a_commit(host: sample.Host, tmp_path: Path) -> None:
    """The writer has committed the facts and not yet the text index: the reader makes up for what came and
    what went.
    """
    reader = sample.host(tmp_path, writable=False)
    changes = [*sample.drops(["src/app.py"]), sample.put("late.py", b"def late_arrival(): return helper\n")]
    with (
        patch.object(TextIndex, "write", side_effect=OSError(28, "No space left on device")),
        suppress(sample.StorageError),
    ):
        host.commit(changes)
    assert reader.reload() is True
    opened = sample.host(tmp_path, writable=False)
    for other in (reader, opened):
        snapshot = other.snapshot()
        assert other.problems == ()
        assert (snapshot.frequency("=add_url_rule"), snapshot.frequency("=late_arrival")) == (0, 1)
        assert snapshot.match({"=late_arrival": 1.0}, 5)[0].path == "late.py"
        assert snapshot.match({"=add_url_rule": 1.0}, 5) == ()
    said = sample.dump(reader.snapshot(), TERMS)
    assert sample.dump(host.commit([]), TERMS) == said
    reader.reload()
    assert sample.dump(reader.snapshot(), TERMS) == said
    for other in (reader, opened, host):
        other.close()


def test_an_overlay_survives_commits(host: sample.Host) -> None:
    host.lay_over({"src/app.py": sample.facts("src/app.py", b"def unsaved(): pass\n")})
    after = host.commit([sample.put("other.py", b"def other(): pass\n")])
    assert after.defined("unsaved")
    assert after.defined("other")
    saved = host.commit([sample.put("src/app.py", b"def unsaved(): pass\n")])
    assert len(saved.defined("unsaved")) == 1
    assert host.lay_over({"src/app.py": None}).defined("unsaved") == saved.defined("unsaved")


def test_a_reader_follows_and_survives_a_rebuild(host: sample.Host, tmp_path: Path) -> None:
    reader = sample.host(tmp_path, writable=False)
    assert reader.reload() is False
    host.commit([sample.put("new.py", b"def newer(): pass\n")])
    old = reader.snapshot()
    assert reader.reload() is True
    assert reader.snapshot().defined("newer")
    assert old.defined("newer") == ()
    host.close()
    for path in (tmp_path / "index").iterdir():
        if path.is_file():
            path.unlink()
    again = sample.host(tmp_path)
    assert any("text index" in p for p in again.problems)
    again.commit([sample.put("only.py", b"def only(): pass\n")])
    assert reader.reload() is True
    assert reader.snapshot().paths() == ("only.py",)
    assert reader.snapshot().frequency("newer") == 0
    again.close()
    reader.close()


def test_threads_read_while_commits_go_on(host: sample.Host) -> None:
    failures: list[BaseException] = []
    stop = threading.Event()

    def read() -> None:
        try:
            while not stop.is_set():
                snapshot = host.snapshot()
                paths = {h.path for h in snapshot.match({"common": 1.0, "flask": 1.0}, 50)}
                assert paths <= set(snapshot.paths())
                assert snapshot.frequency("common") == sum(1 for p in snapshot.paths() if p.startswith("t/"))
                assert all(snapshot.outline(p) is not None for p in snapshot.paths())
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for i in range(15):
        host.commit([sample.put(f"t/f{i % 7}.py", f"def thread_{i}(): return common\n".encode())])
        host.lay_over({"src/app.py": sample.facts("src/app.py", f"def typed_{i}(): return 1\n".encode())})
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
    assert host.problems == ()
    host.close()


def test_a_cut_list_is_cut_by_score_then_path(tmp_path: Path) -> None:
    """Many units of equal score: which of them are shown does not depend on the order they were stored in."""
    files = {f"m{i:03}.py": f"def same_thing(): return {i + 1000}\n".encode() for i in range(120)}
    host = sample.host(tmp_path)
    for start in (80, 40, 0):
        host.commit(sample.puts({path: files[path] for path in reversed(sorted(files)[start : start + 40])}))
    assert [h.path for h in host.snapshot().match({"same": 1.0}, 10)] == sorted(files)[:10]
    host.close()


def test_a_closed_host(host: sample.Host, tmp_path: Path) -> None:
    snapshot = host.snapshot()
    host.close()
    with pytest.raises(sample.StorageError, match="Ask again"):
        snapshot.outline("src/app.py")
    assert snapshot.paths()
    with pytest.raises(sample.StorageError):
        host.commit([])
    assert sample.host(tmp_path).problems == ()


def test_two_hash_seeds_say_the_same(tmp_path: Path) -> None:
    program = (
        "import sys; from tests.index import sample; h = sample.host(sample.Path(sys.argv[1]));"
        "h.commit(sample.puts(sample.FLASK)); h.lay_over({'z.py': sample.facts('z.py', b'def typed(): return flask')});"
        "d = sample.dump(h.snapshot(), ('flask', 'rout', 'helper', 'view')); print(repr(d));"
        "print(sample.packed('a.py', b'def a(b): c'))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / seed)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert "typed" in said[0]


def test_sizes(host: sample.Host) -> None:
    sizes = host.sizes()
    assert sizes["sqlite"] > 4_000
    assert sizes["text"] > 500


def test_a_reader_that_comes_before_the_first_table_finds_no_index_yet(tmp_path: Path) -> None:
    host = sample.host(tmp_path)
    host.close()
    facts = next((tmp_path / "index").glob("facts-*.sqlite"))
    facts.unlink()
    facts.touch()  # the writer has made the file and not yet its tables
    reader = sample.host(tmp_path, writable=False)
    assert len(reader.problems) == 1
    assert reader.problems[0].startswith("There is no index in ")
    assert reader.snapshot().paths() == ()
    reader.close()
