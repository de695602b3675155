"""A reader that looks while another process makes the index: each step of the making is a state that can be
read, and nothing is said of it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.text_sync import TextSync
from tests.index import sample

TERMS = ["route", "helper"]


def test_the_text_index_is_begun_between_the_look_and_the_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer has committed facts and made the folder of the text index; its first file there comes while
    the reader looks.
    """
    writer = sample.host(tmp_path)
    text, kept = Path(Folder(str(tmp_path / "index")).text), tmp_path / "kept"
    reader = sample.host(tmp_path, writable=False)
    assert (reader.snapshot().generation, reader.problems) == (0, ())
    expected = sample.dump(writer.commit(sample.puts(sample.FLASK)), TERMS)
    shutil.copytree(text, kept)
    for file in text.iterdir():
        file.unlink()
    looked = TextSync.changes
    seen: list[bool] = []

    def then_begun(*given: object) -> object:
        seen.append(not list(text.iterdir()))
        behind = looked(*given)  # type: ignore[arg-type]
        (text / ".tantivy-writer.lock").touch()
        return behind

    monkeypatch.setattr(TextSync, "changes", then_begun)
    assert reader.reload()
    assert (reader.trouble, reader.problems, seen[0]) == ("", (), True)
    assert sample.dump(reader.snapshot(), TERMS) == expected
    monkeypatch.undo()
    shutil.rmtree(text)
    shutil.move(kept, text)
    reader.reload()
    assert (reader.trouble, reader.problems) == ("", ())
    assert sample.dump(reader.snapshot(), TERMS) == expected
    reader.close()
    writer.close()


_ASKS_FOR_THE_LOCK = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)  # where SQLite's readers hold theirs
    except BlockingIOError:
        print("held")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX belong to a process, not to a descriptor")
def test_nobody_takes_the_locks_of_an_open_index_away(tmp_path: Path) -> None:
    """Whoever closes a file takes away every lock of this process on it. The process that closes its connection
    last removes the log, so without the lock another connection lost what it had not copied yet, and was told
    "disk I/O error" (SQLITE_IOERR_SHORT_READ).
    """
    writer = sample.host(tmp_path)
    writer.commit(sample.puts(sample.FLASK))
    facts = Folder(str(tmp_path / "index")).facts

    def locks() -> str:
        asked = subprocess.run(
            [sys.executable, "-I", "-c", _ASKS_FOR_THE_LOCK, facts],
            capture_output=True,
            text=True,
            check=True,
        )
        return asked.stdout.strip()

    assert locks() == "held"
    for writable in (False, True):  # as when a folder is closed and opened again in one session
        again = sample.host(tmp_path, writable=writable)
        assert locks() == "held", writable
        assert writer.verify()
        again.close()
        assert locks() == "held", writable
    writer.close()
    assert locks() == ""
