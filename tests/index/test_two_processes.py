"""A reader that looks while another process makes the index: each step of the making is a state that can be
read, and nothing is said of it.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from helix_lsp.index.folder import Folder
from helix_lsp.index.text_sync import TextSync
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
