"""A workspace over its life: what is read, what is reused, what is said."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helix_lsp.errors import StorageError
from helix_lsp.text.digest import blob_id
from tests.session.conftest import TREE
from tests.support.repository import git
from tests.support.tree import write_tree
from tests.support.workspace import open_in, paths, reasons


def test_the_first_refresh_knows_every_file(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        before = workspace.view().freshness
        assert not before.fresh
        assert before.reason == "the disk has not been compared with the index yet"
        report = workspace.refresh()
        assert paths(workspace) == ["README.md", "app.py", "data.bin", "lib/store.py"]
        assert (report.added, report.changed, report.removed, report.unchanged, report.files) == (
            4,
            0,
            0,
            0,
            4,
        )
        assert reasons(report) == {"data.bin": "binary"}
        assert report.problems == ()
        assert report.source == "git"
        view = workspace.view()
        assert view.freshness.fresh
        assert [d.path for d in view.snapshot.defined("Store")] == ["lib/store.py"]
        entry = view.snapshot.file("app.py")
        assert entry is not None
        assert (entry.sha, entry.tracked) == (blob_id((root / "app.py").read_bytes()), True)
        assert git(root, "hash-object", "app.py").strip() == entry.sha


def test_a_second_refresh_does_nothing(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        first = workspace.refresh()
    with open_in(tmp_path, root) as workspace:
        second = workspace.refresh()
        assert (second.added, second.changed, second.removed, second.unchanged, second.extracted) == (
            0,
            0,
            0,
            4,
            0,
        )
        assert second.generation == first.generation
        assert reasons(second) == reasons(first)
        assert second.freshness.fresh


def test_files_are_counted_where_none_has_to_be_read(tmp_path: Path, root: Path) -> None:
    for _ in range(2):
        with open_in(tmp_path, root, session={"racy_seconds": 0.0}) as workspace:
            workspace.refresh()
            assert workspace.view().freshness.files == 4


def test_the_racy_rule_reads_again_what_was_touched_around_the_last_scan(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root, session={"racy_seconds": 2.0}) as workspace:
        workspace.refresh()
        info = (root / "app.py").stat()
        (root / "app.py").write_text("def two(): return 1\n")
        os.utime(root / "app.py", ns=(info.st_atime_ns, info.st_mtime_ns))
        assert (root / "app.py").stat().st_size == info.st_size
        report = workspace.refresh()
        assert (report.changed, report.extracted) == (1, 1)
        assert workspace.view().snapshot.defined("two")


def test_edits_additions_and_deletions_on_disk_are_seen(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        old = workspace.view().snapshot
        (root / "app.py").write_text("def walk(): return 2\n")
        (root / "README.md").unlink()
        (root / "new.py").write_text("def fresh(): ...\n")
        report = workspace.refresh()
        assert (report.added, report.changed, report.removed, report.unchanged) == (1, 1, 1, 2)
        snapshot = workspace.view().snapshot
        assert snapshot.paths() == ("app.py", "data.bin", "lib/store.py", "new.py")
        assert snapshot.defined("walk")
        assert not snapshot.defined("run")
        assert old.defined("run")
        assert old.paths() == ("README.md", "app.py", "data.bin", "lib/store.py")
        entry = snapshot.file("new.py")
        assert entry is not None
        assert not entry.tracked
        git(root, "add", "new.py")
        report = workspace.refresh()
        assert (report.changed, report.extracted) == (0, 0)
        entry = workspace.view().snapshot.file("new.py")
        assert entry is not None
        assert entry.tracked


def test_a_rename_reuses_the_facts(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        (root / "lib").rename(root / "pkg")
        report = workspace.refresh()
        assert (report.added, report.removed, report.extracted) == (1, 1, 0)
        assert [d.path for d in workspace.view().snapshot.defined("Store")] == ["pkg/store.py"]


def test_a_branch_switch_reuses_blobs(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        main = workspace.view().snapshot.digest()
        git(root, "switch", "-q", "-c", "other")
        for number in range(20):
            (root / f"m{number}.py").write_text(f"def f{number}(): ...\n")
        (root / "app.py").write_text("def changed(): ...\n")
        git(root, "add", "-A")
        git(root, "commit", "-qm", "other")
        assert workspace.refresh().extracted == 21
        other = workspace.view().snapshot.digest()
        for branch, digest in (("main", main), ("other", other), ("main", main)):
            git(root, "switch", "-q", branch)
            report = workspace.refresh()
            assert report.extracted == 0
            assert report.added + report.changed + report.removed == 21
            assert workspace.view().snapshot.digest() == digest


def test_a_touched_file_is_read_once_and_not_parsed(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        first = workspace.refresh()
        os.utime(root / "app.py", (1, 1))
        second = workspace.refresh()
        assert (second.changed, second.extracted, second.unchanged) == (0, 0, 4)
        third = workspace.refresh()
        assert third.generation == second.generation >= first.generation


def test_equal_files_are_parsed_once(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_tree(root, "".join(f"//- /{n}/same.py\ndef f(): ...\n" for n in range(300)))
    with open_in(tmp_path, root, batch_files=70) as workspace:
        report = workspace.refresh()
        assert (report.added, report.extracted) == (300, 1)
        assert len(workspace.view().snapshot.defined("f")) == 300


@pytest.mark.parametrize("pool_from_files", [1, 1_000])
def test_the_pool_and_the_line_give_the_same_index(tmp_path: Path, pool_from_files: int) -> None:
    """Copies of binaries and texts included: each is parsed once and each path is told."""
    root = tmp_path / "root"
    for copy in "ab":
        write_tree(root, TREE.replace("//- /", f"//- /{copy}/"))
        (root / copy / "data.bin").write_bytes(b"\0" * 50)
    (root / "long.h").write_bytes(b"/*" + b"x" * 6_000 + b"*/\nclass A { public: int f(); };\n")
    with open_in(tmp_path, root, pool_from_files=pool_from_files, batch_files=2) as workspace:
        report = workspace.refresh()
        assert (report.added, report.extracted) == (9, 5)
        assert reasons(report) == {"a/data.bin": "binary", "b/data.bin": "binary"}
        assert workspace.view().snapshot.digest().startswith("0ce0d994c9d2")
        assert [
            entry.language for path in paths(workspace) if (entry := workspace.view().snapshot.file(path))
        ] == ["markdown", "python", "", "python", "markdown", "python", "", "python", "cpp"]
        for path in paths(workspace):
            os.utime(root / path)
        assert workspace.refresh().extracted == 0


def test_full_makes_the_index_anew(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        digest = workspace.view().snapshot.digest()
        report = workspace.refresh(full=True)
        assert (report.added, report.extracted) == (4, 4)
        assert workspace.view().snapshot.digest() == digest


def test_caps_and_excludes_are_known_and_follow_the_settings(tmp_path: Path, root: Path) -> None:
    (root / "line.js").write_bytes(b"x" * 50_000_000)
    (root / "rows.json").write_text("[" + "1," * 150_000 + "1]")
    with open_in(tmp_path, root, exclude=("lib",)) as workspace:
        report = workspace.refresh()
        assert paths(workspace) == ["README.md", "app.py", "data.bin", "line.js", "rows.json"]
        expected = {
            "data.bin": "binary",
            "line.js": "too large",
            "rows.json": "too large",
            "lib/store.py": "excluded",
        }
        assert reasons(report) == expected
        assert workspace.view().snapshot.units("line.js") == ()
        again = workspace.refresh()
        assert reasons(again) == expected
        assert (again.unchanged, again.generation) == (5, report.generation)
    with open_in(tmp_path, root, max_data_file_bytes=1_000_000) as workspace:
        report = workspace.refresh()
        assert reasons(report) == {"data.bin": "binary", "line.js": "too large"}
        assert (report.added, report.changed) == (1, 1)


def test_a_second_workspace_reads_along_and_takes_over(tmp_path: Path, root: Path) -> None:
    writer, reader = open_in(tmp_path, root), open_in(tmp_path, root)
    with reader:
        with writer:
            writer.refresh()
            report = reader.refresh()
            assert (report.added, report.files) == (0, 4)
            assert report.freshness.fresh
            (root / "app.py").write_text("def later(): ...\n")
            behind = reader.refresh().freshness
            assert (behind.fresh, behind.behind) == (False, 1)
            assert (
                behind.reason == f"1 file differs from the index; process {os.getpid()} is indexing this root"
            )
            writer.refresh()
            assert reader.view().snapshot.defined("later")
            assert reader.status().writer == os.getpid()
            assert not reader.status().writable
            with pytest.raises(StorageError):
                reader._host.commit([])  # type: ignore[reportPrivateUsage]
        (root / "app.py").write_text("def own(): ...\n")
        report = reader.refresh()
        assert report.changed == 1
        assert reader.status().writable
        assert reader.view().snapshot.defined("own")


def test_a_reader_waits_for_the_first_generation_and_then_goes_on(tmp_path: Path, root: Path) -> None:
    told: list[str] = []
    with open_in(tmp_path, root), open_in(tmp_path, root, session={"follow_seconds": 1.0}) as reader:
        report = reader.refresh(lambda message, _done, _total: told.append(message))
        assert told[0] == f"waiting: process {os.getpid()} is indexing this root"
        assert report.files == 0
        assert report.freshness.behind == 4
        assert "is indexing this root" in report.freshness.reason


def test_reading_only_makes_nothing(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root, writable=False) as workspace:
        assert not (tmp_path / "cache").exists()
        assert workspace.view().texts("app.py") == b"def run(): return 1\n"
        assert workspace.refresh().freshness.behind == 4
        assert workspace.status().files == 0
    assert not (tmp_path / "cache").exists()
