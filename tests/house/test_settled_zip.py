"""Two archives of the same files are the same bytes, whenever, in whatever order and with whatever rights they were made."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house.source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

from settled_zip import moment_of, settle

MOMENT = 1_700_000_000


def packed(path: Path, names: list[str], year: int, rights: int) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, (year, 1, 1, 0, 0, 0))
            entry.external_attr = rights << 16
            archive.writestr(entry, f"text of {name}")
        archive.mkdir("folder")
    return path


def test_the_same_files_are_the_same_bytes(tmp_path: Path):
    one = packed(tmp_path / "one.zip", ["b", "a/x"], 1999, 0o600)
    other = packed(tmp_path / "other.zip", ["a/x", "b"], 2026, 0o664)
    assert one.read_bytes() != other.read_bytes()
    for path in (one, other):
        settle(path, MOMENT)
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert archive.namelist() == ["a/x", "b"]
        assert archive.read("b") == b"text of b"
        assert {entry.date_time[:3] for entry in archive.infolist()} == {(2023, 11, 14)}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.zip", "other.zip"]


def test_what_may_be_run_may_be_run(tmp_path: Path):
    path = packed(tmp_path / "one.zip", ["tool"], 2001, 0o700)
    settle(path, MOMENT)
    with zipfile.ZipFile(path) as archive:
        assert archive.infolist()[0].external_attr >> 16 == 0o755


def test_a_moment_that_the_format_cannot_tell_is_its_first(tmp_path: Path):
    path = packed(tmp_path / "one.zip", ["a"], 2001, 0o600)
    settle(path, 0)
    with zipfile.ZipFile(path) as archive:
        assert archive.infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


def test_the_moment_is_given_or_that_of_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert moment_of(tmp_path) == 0
    assert moment_of(ROOT) >= 0
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "12")
    assert moment_of(ROOT) == 12


@pytest.mark.drive
@pytest.mark.timeout(1_000)
def test_two_packages_of_the_extension_are_the_same_bytes(tmp_path: Path):
    """Minutes, and 60 MB from the registries."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    made: list[bytes] = []
    for name in ("first", "second"):
        command = [
            sys.executable,
            "scripts/package_vscode.py",
            "--python",
            version,
            "--out",
            str(tmp_path / name),
        ]
        subprocess.run(command, cwd=ROOT, env=os.environ | {"SOURCE_DATE_EPOCH": str(MOMENT)}, check=True)
        made.append(next((tmp_path / name).glob("*.vsix")).read_bytes())
    assert made[0] == made[1]
