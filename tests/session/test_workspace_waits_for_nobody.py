"""Who looks waits for no commit and sees his own text's facts; a file that changes under an open buffer hides
nothing of it.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch

from helix_lsp.ide.mentions import View
from helix_lsp.index import host
from tests.support.workspace import open_in


def test_a_look_in_the_middle_of_a_commit_has_the_facts_of_what_was_typed(tmp_path: Path, root: Path) -> None:
    inside, go_on, seen = threading.Event(), threading.Event(), list[View]()
    write = host.write

    def slow(*given: Any) -> Any:
        inside.set()
        assert go_on.wait(120)
        return write(*given)

    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        (root / "late.py").write_text("def late(): ...\n")
        with patch.object(host, "write", slow):
            indexing = threading.Thread(target=workspace.refresh)
            indexing.start()
            assert inside.wait(60)
            workspace.edit("app.py", b"def typed_meanwhile(): ...\n")
            looking = threading.Thread(target=lambda: seen.append(workspace.view()))
            looking.start()
            looking.join(60)
            waited = looking.is_alive()
            go_on.set()
            indexing.join(60)
            looking.join(60)
        assert not waited, "it waited for the commit"
        assert seen[0].snapshot.defined("typed_meanwhile")
        assert not seen[0].snapshot.defined("late")
        after = workspace.view().snapshot
        assert after.defined("typed_meanwhile")
        assert after.defined("late")


def test_a_buffer_stands_when_its_file_changes_on_disk(tmp_path: Path, root: Path) -> None:
    """It needed no layer while both were equal; now it does."""
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        workspace.edit("app.py", (root / "app.py").read_bytes())
        assert workspace.view().freshness.unsaved == 0
        (root / "app.py").write_text("def from_elsewhere(): ...\n")
        workspace.refresh()
        changed = workspace.view()
        assert changed.snapshot.defined("run")
        assert not changed.snapshot.defined("from_elsewhere")
        assert changed.freshness.unsaved == 1
        (root / "app.py").unlink()
        workspace.refresh()
        assert workspace.view().snapshot.defined("run")
        workspace.release("app.py")
        assert not workspace.view().snapshot.defined("run")


def test_a_reader_keeps_its_buffer_when_the_writer_commits(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as writer, open_in(tmp_path, root, writable=False) as reader:
        writer.refresh()
        reader.edit("app.py", (root / "app.py").read_bytes())
        assert reader.view().snapshot.defined("run")
        (root / "app.py").write_text("def from_elsewhere(): ...\n")
        writer.refresh()
        assert reader.view().snapshot.defined("run")
        assert not reader.view().snapshot.defined("from_elsewhere")
