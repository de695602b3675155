"""Where the index lives, and one clear line for every place that cannot be used."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from helix_lsp.config import Config, IndexConfig
from helix_lsp.errors import StorageError
from helix_lsp.session.kept import cache
from helix_lsp.session.kept.cache import index_directory, index_name
from helix_lsp.session.settings.settings import Settings, Surroundings
from tests.support.drop import as_nobody


def settings(home: Path, *, option: str = "", variable: str = "") -> Settings:
    around = Surroundings(search_path="", home=str(home), cache_home=str(home / ".cache"), cache_dir=variable)
    return Settings(config=Config(index=IndexConfig(cache_dir=option)), surroundings=around)


@pytest.fixture
def root(tmp_path: Path) -> str:
    (tmp_path / "my project").mkdir()
    return str(tmp_path / "my project")


def test_the_order_of_choices(tmp_path: Path, root: str) -> None:
    name = index_name(root)
    assert index_directory(root, settings(tmp_path)) == str(tmp_path / ".cache" / "helix-lsp" / name)
    variable = str(tmp_path / "v")
    assert index_directory(root, settings(tmp_path, variable=variable)) == os.path.join(variable, name)
    assert index_directory(root, settings(tmp_path, variable=variable, option="~/o")) == str(
        tmp_path / "o" / name
    )


def test_names_are_readable_and_differ(tmp_path: Path) -> None:
    one, two = index_name("/a/my project!"), index_name("/b/my project!")
    assert one.startswith("my-project-")
    assert one != two
    assert index_name("/a/\udcff").startswith("root-")


def test_the_folder_is_closed_to_others(tmp_path: Path, root: str) -> None:
    place = Path(index_directory(root, settings(tmp_path)))
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert list(place.iterdir()) == []
    place.chmod(0o755)
    index_directory(root, settings(tmp_path))
    assert stat.S_IMODE(place.stat().st_mode) == 0o700


def test_naming_makes_nothing(tmp_path: Path, root: str) -> None:
    assert not os.path.exists(index_directory(root, settings(tmp_path), create=False))


def refused(root: str, given: Settings) -> str:
    with pytest.raises(StorageError) as caught:
        index_directory(root, given)
    text = str(caught.value)
    assert "\n" not in text
    assert "index.cache_dir" in text
    return text


def test_a_file_in_the_way(tmp_path: Path, root: str) -> None:
    (tmp_path / "file").write_text("x")
    assert f"{tmp_path / 'file'} is not a folder" in refused(
        root, settings(tmp_path, option=str(tmp_path / "file"))
    )
    deeper = refused(root, settings(tmp_path, option=str(tmp_path / "file" / "deeper")))
    assert f"{tmp_path / 'file'} is not a folder" in deeper  # what is in the way, not what would be below it
    own = tmp_path / "own"
    own.mkdir()
    (own / index_name(root)).write_text("x")
    assert "it is not a folder" in refused(root, settings(tmp_path, option=str(own)))


def test_a_link_in_place_of_the_folder(tmp_path: Path, root: str) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "own" / index_name(root)).symlink_to(tmp_path / "elsewhere")
    assert "it is not a folder" in refused(root, settings(tmp_path, option=str(tmp_path / "own")))


def test_relative_folders_are_refused(tmp_path: Path, root: str) -> None:
    assert "not absolute" in refused(root, settings(tmp_path, option="cache"))


def test_not_writable(tmp_path: Path, root: str) -> None:
    """In a child without root's powers."""
    (tmp_path / "closed").mkdir(mode=0o555)
    said = as_nobody(lambda: refused(root, settings(tmp_path, option=str(tmp_path / "closed"))), tmp_path)
    assert "Permission denied" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("number", "words"), [(errno.EROFS, "Read-only file system"), (errno.ENOSPC, "the disk is full")]
)
def test_a_file_system_that_takes_nothing(
    tmp_path: Path, root: str, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    index_directory(root, settings(tmp_path))
    monkeypatch.setattr(cache.os, "open", fail)
    assert words in refused(root, settings(tmp_path))


def test_never_inside_the_workspace_by_default(tmp_path: Path, root: str) -> None:
    assert "lies inside the workspace" in refused(root, settings(Path(root)))


def test_inside_the_workspace_only_what_was_made_here(tmp_path: Path, root: str) -> None:
    inside = Path(root) / ".index"
    chosen = settings(tmp_path, option=str(inside))
    shipped = inside / index_name(root)
    shipped.mkdir(parents=True, mode=0o700)
    (shipped / "facts.sqlite").write_bytes(b"hostile")
    assert "was not made here" in refused(root, chosen)
    (shipped / "made-here").write_text("123456")
    assert "was not made here" in refused(root, chosen)
    (shipped / "made-here").unlink()
    (shipped / "facts.sqlite").unlink()
    shipped.rmdir()
    assert index_directory(root, chosen) == str(shipped)
    assert index_directory(root, chosen) == str(shipped)


def test_another_users_folder(tmp_path: Path, root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    index_directory(root, settings(tmp_path))
    monkeypatch.setattr(cache.os, "geteuid", lambda: 12_345)
    assert "belongs to another user" in refused(root, settings(tmp_path))
