"""What lies in the index folder: readable by its owner only, and anything that is not a file of ours is set
aside and made again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.run import Shell

WORK = (
    ("index",),
    ("ask", "what does ring_bell do?"),
    ("drift",),
    ("status",),
    ("query", "bell"),
    ("trees",),
    ("pr", "explain"),
)


def folder(shell: Shell) -> Path:
    [found] = shell.cache.iterdir()
    return found


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
@pytest.mark.parametrize("mask", [0o000, 0o077])
def test_every_file_of_the_cache_is_closed_to_others(shell: Shell, mask: int):
    before = os.umask(mask)
    try:
        for words in WORK:
            shell.run(*words)
        (shell.here / "README.md").write_text("# Tower\n\nAnother tower, with more bells.\n")
        shell.run("index")
    finally:
        os.umask(before)
    found = {place: stat.S_IMODE(place.lstat().st_mode) for place in shell.cache.rglob("*")}
    assert {
        place.name: oct(mode) for place, mode in found.items() if mode != (0o700 if place.is_dir() else 0o600)
    } == {}
    assert len(found) > 15
    names = {place.name for place in found}
    assert {"scan.json", "lattice.msgpack", "telemetry.txt", "writer.lock", "meta.json", "traces"} <= names


def test_files_of_an_older_version_are_closed(shell: Shell):
    shell.run("index")
    for place in folder(shell).rglob("*"):
        if place.is_file():
            place.chmod(0o644)
    shell.run("index")
    assert [
        p.name for p in folder(shell).rglob("*") if p.is_file() and stat.S_IMODE(p.stat().st_mode) & 0o077
    ] == []


def directory(place: Path) -> None:
    (place / "inside").mkdir(parents=True)


def loop(place: Path) -> None:
    place.symlink_to(place.name)


def link(place: Path) -> None:
    place.symlink_to("/etc/hostname")


ODD: dict[str, Callable[[Path], None]] = {"folder": directory, "pipe": os.mkfifo, "link": link, "loop": loop}


@pytest.mark.skipif(os.name != "posix", reason="pipes and links are of POSIX")
@pytest.mark.parametrize(
    ("name", "kind"),
    [*(("facts", kind) for kind in ODD), ("wal", "folder"), ("others", "pipe"), ("others", "link")],
)
def test_what_is_no_file_is_set_aside_and_made_again(shell: Shell, name: str, kind: str):
    """Never opened: a pipe would block, a link would lead elsewhere."""
    answer = shell.run("ask", "what does ring_bell do?").text
    shell.run("drift")
    place = folder(shell)
    [facts] = place.glob("facts-*.sqlite")
    others = [place / n for n in ("scan.json", "lattice.msgpack", "telemetry.txt")]
    wanted = {"facts": [facts], "wal": [place / f"{facts.name}-wal"], "others": others}
    for one in wanted[name]:
        one.unlink(missing_ok=True)
        ODD[kind](one)
    looked = shell.run("status")
    assert looked.code in (0, 1)
    done = shell.run("index")
    assert done.code == 0
    assert "not a regular file" in done.err
    assert "set aside" in done.err
    assert all(one.name in done.err for one in wanted[name])
    again = shell.run("ask", "what does ring_bell do?")
    assert again.err == ""
    assert again.text.replace("generation 2", "generation 1") == answer
    assert facts.is_file()
    assert not facts.is_symlink()
