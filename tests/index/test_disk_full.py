"""A full disk, a locked or read-only index: one clear line, the old generation intact, and a later commit
works.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from helix_lsp.index.store.schema import SCHEMA
from helix_lsp.index.store.text_index import TextIndex
from tests.index import sample

CHILD = """
import json, resource, signal, sys
from tests.index import sample
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
host = sample.host(sample.Path(sys.argv[1]))
limit = int(sys.argv[2])
TERMS = ("common", "small", "big")
small = {"a.py": b"def small(): return common\\n"}
before = sample.dump(host.commit(sample.puts(small)), TERMS)
big = {f"big{i}.py": "".join(f"def big_{i}_{j}(x): return common_{i * j}\\n" for j in range(80)).encode() for i in range(60)}
changes = sample.puts(big)
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
said = []
for _ in range(2):
    try:
        host.commit(changes)
        said.append("committed")
    except sample.StorageError as error:
        said.append(str(error))
same = sample.dump(host.snapshot(), TERMS) == before
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
host.commit(changes)
after = sample.dump(host.snapshot(), TERMS)
host.close()
again = sample.host(sample.Path(sys.argv[1]))
reopened = sample.dump(again.snapshot(), TERMS) == after
files = len(again.snapshot().paths())
print(json.dumps({"said": said, "same": same, "files": files, "reopened": reopened, "problems": host.problems + again.problems}))
again.close()
"""


def _said(folder: Path, limit: int) -> dict[str, Any]:
    command = [sys.executable, "-c", CHILD, str(folder), str(limit)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert run.returncode == 0, run.stderr[-2_000:]
    return json.loads(run.stdout.splitlines()[-1])


@pytest.mark.skipif(sys.platform == "win32", reason="no file-size limits there")
@pytest.mark.parametrize("limit", [4_096, 200_000, 400_000])
def test_a_full_disk(tmp_path: Path, limit: int) -> None:
    """The limit stops SQLite's log, its main file or the text index, as it comes."""
    said = _said(tmp_path, limit)
    for line in said["said"]:
        assert line == "committed" or (
            "disk is full" in line and str(tmp_path) in line and "\n" not in line
        ), line
    assert said["same"] or "committed" in said["said"]
    assert said["files"] == 61
    assert said["reopened"]
    assert not [p for p in said["problems"] if "set aside" in p]


def test_the_limit_is_met_at_all(tmp_path: Path) -> None:
    said = _said(tmp_path, 60_000)
    assert "committed" not in said["said"]
    assert said["same"]


def test_the_text_index_refuses(tmp_path: Path) -> None:
    host = sample.host(tmp_path)
    before = host.commit(sample.puts(sample.FLASK))

    def full(*args: object, **kwargs: object) -> None:
        raise ValueError(
            "Failed to open file for write: 'IoError { io_error: Os { code: 28, message: os error 28 }'"
        )

    with patch.object(TextIndex, "write", full), pytest.raises(sample.StorageError, match="disk is full"):
        host.commit([sample.put("new.py", b"def brand_new(): pass\n")])
    assert host.snapshot() is before
    assert host.snapshot().defined("brand_new") == ()
    assert host.commit([]).defined("brand_new")[0].path == "new.py"
    assert host.snapshot().frequency("brand") == 1
    assert host.problems == ()
    host.close()


def test_a_locked_index(tmp_path: Path) -> None:
    host = sample.host(tmp_path, cfg=sample.IndexConfig(busy_timeout_ms=20))
    before = host.commit(sample.puts(sample.FLASK))
    other = sqlite3.connect(tmp_path / "index" / f"facts-{SCHEMA}.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sample.StorageError, match="another process holds it"):
        host.commit([sample.put("new.py", b"def brand_new(): pass\n")])
    assert host.snapshot().paths() == before.paths()
    other.execute("ROLLBACK")
    other.close()
    assert "new.py" in host.commit([sample.put("new.py", b"def brand_new(): pass\n")]).paths()
    host.close()


def test_another_writer_s_commits_are_taken_in(tmp_path: Path) -> None:
    """The session's lock keeps two writers apart; should it fail, nothing is lost but speed."""
    first = sample.host(tmp_path)
    second = sample.host(tmp_path)
    first.commit([sample.put("one.py", b"def one(): pass\n")])
    first.close()
    assert second.commit([sample.put("two.py", b"def two(): pass\n")]).paths() == ("one.py", "two.py")
    assert second.snapshot().frequencies(["one", "two"]) == {"one": 1, "two": 1}
    second.close()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "index").write_bytes(b"a file")
    with pytest.raises(sample.StorageError) as refusal:
        sample.host(tmp_path)
    assert str(tmp_path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_folder_in_the_place_of_the_facts(tmp_path: Path) -> None:
    (tmp_path / "index" / f"facts-{SCHEMA}.sqlite").mkdir(parents=True)
    made = sample.host(tmp_path)
    assert made.commit([sample.put("one.py", b"def one(): pass\n")]).paths() == ("one.py",)
    made.close()
    assert (tmp_path / "index" / f"facts-{SCHEMA}.sqlite").is_file()


@pytest.mark.parametrize(
    "error", [PermissionError(13, "Permission denied"), OSError(30, "Read-only file system")]
)
def test_a_folder_that_may_not_be_written(tmp_path: Path, error: OSError) -> None:
    with (
        patch("os.makedirs", side_effect=error),
        pytest.raises(sample.StorageError, match="Check the folder's owner"),
    ):
        sample.host(tmp_path)


def test_a_reader_works_where_nothing_may_be_written(tmp_path: Path) -> None:
    """As on a read-only mount: SQLite can make neither log nor shared memory, so the file is opened as
    frozen.
    """
    host = sample.host(tmp_path)
    said = sample.dump(host.commit(sample.puts(sample.FLASK)), ["flask"])
    host.close()
    real = sqlite3.connect

    def refuse(name: str, **options: object) -> sqlite3.Connection:
        if "immutable" not in name:
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return real(name, **options)  # type: ignore[call-overload]

    with patch("sqlite3.connect", refuse):
        reader = sample.host(tmp_path, writable=False)
        assert sample.dump(reader.snapshot(), ["flask"]) == said
        reader.close()
