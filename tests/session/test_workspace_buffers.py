"""Current texts and open buffers: the buffer counts, then the disk, and nothing outside the root."""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.errors import WorkspaceError
from tests.support.workspace import open_in


def test_texts_are_the_buffer_else_the_disk_and_never_outside(tmp_path: Path, root: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (root / "link").symlink_to(tmp_path / "secret")
    (root / ".hidden").mkdir()
    (root / ".hidden" / "note").write_text("not indexed")
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        texts = workspace.view().texts
        assert texts("app.py") == b"def run(): return 1\n"
        (root / "app.py").write_bytes(b"changed\r\n")
        assert texts("app.py") == b"changed\r\n"
        assert texts(".hidden/note") == b"not indexed"
        for path in ("link", "../secret", str(tmp_path / "secret"), "gone", "lib", ""):
            assert texts(path) is None
        workspace.edit("app.py", b"buffer")
        workspace.edit("unsaved.py", b"new")
        assert texts("app.py") == b"changed\r\n"
        assert workspace.view().texts("app.py") == b"buffer"
        assert workspace.view().texts("unsaved.py") == b"new"
        workspace.release("app.py")
        assert workspace.view().texts("app.py") == b"changed\r\n"


def test_an_open_buffer_hides_the_stored_file_until_it_is_released(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        before = workspace.view()
        workspace.edit("app.py", (root / "app.py").read_bytes())
        assert workspace.view().freshness.unsaved == 0
        workspace.edit("app.py", b"def typed(): ...\n")
        during = workspace.view()
        assert during.snapshot.defined("typed")
        assert not during.snapshot.defined("run")
        assert during.freshness.unsaved == 1
        assert during.freshness.fresh
        assert before.snapshot.defined("run")
        for text in (
            "def typed(): ...\ndef é(): ...\n",
            "def typed(): ...\ndef è(): ...\n",
            "",
            "def x(): ...\n",
        ):
            workspace.edit("app.py", text.encode())
            outline = workspace.view().snapshot.outline("app.py")
            assert outline is not None
            names = {symbol.name for symbol in outline.symbols}
            assert names == {name for name in ("typed", "é", "è", "x") if f"def {name}(" in text}
        workspace.release("app.py")
        after = workspace.view()
        assert after.snapshot.defined("run")
        assert after.freshness.unsaved == 0


def test_a_saved_buffer_needs_no_layer(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        workspace.edit("app.py", b"def saved(): ...\n")
        assert workspace.view().freshness.unsaved == 1
        (root / "app.py").write_bytes(b"def saved(): ...\n")
        workspace.refresh()
        view = workspace.view()
        assert view.freshness.unsaved == 0
        assert [d.path for d in view.snapshot.defined("saved")] == ["app.py"]


def test_a_buffer_of_no_file_a_large_one_and_a_strange_path(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root, exclude=("gen",)) as workspace:
        workspace.refresh()
        workspace.edit("brand/new.py", b"def brand(): ...\n")
        workspace.edit("big.py", b"def big(): ...\n" * 100_000)
        workspace.edit("gen/a.py", b"def gen(): ...\n")
        view = workspace.view()
        assert view.snapshot.defined("brand")
        assert not view.snapshot.defined("big")
        assert not view.snapshot.defined("gen")
        assert view.texts("gen/a.py") == b"def gen(): ...\n"
        with pytest.raises(WorkspaceError, match="cannot be a file"):
            workspace.edit("../x", b"")


def test_what_was_edited_last_is_at_hand_first(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        for path in ("a.py", "b.py", "c.py"):
            workspace.edit(path, b"x = 1\n")
        workspace.edit("a.py", b"x = 10\n")
        assert workspace.at_hand() == ("a.py", "c.py", "b.py")
        workspace.release("a.py")
        assert workspace.at_hand() == ("c.py", "b.py")


def test_what_is_typed_and_taken_back_is_not_unsaved(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        before = workspace.view()
        text = before.texts("app.py")
        assert text is not None
        workspace.edit("app.py", text + b"\n\ndef typed():\n    pass\n")
        assert workspace.view().freshness.unsaved == 1
        assert workspace.view().snapshot.defined("typed")
        workspace.edit("app.py", text)
        after = workspace.view()
        assert after.freshness.unsaved == 0
        assert after.snapshot.digest() == before.snapshot.digest()
        assert not after.snapshot.defined("typed")


def test_a_saved_buffer_needs_no_layer_where_another_process_writes(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as writer, open_in(tmp_path, root, writable=False) as reader:
        writer.refresh()
        assert reader.view().freshness.unsaved == 0
        reader.edit("app.py", b"def saved(): ...\n")
        assert reader.view().freshness.unsaved == 1
        (root / "app.py").write_bytes(b"def saved(): ...\n")
        writer.refresh()
        assert reader.view().freshness.unsaved == 0
        assert [d.path for d in reader.view().snapshot.defined("saved")] == ["app.py"]
