"""Paths that a commit removed or moved, and where folders went with their files. Pure work on what git prints."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping


def read_paths(fields: list[str], found: dict[str, tuple[str, int, str]]) -> None:
    """Adds what one commit took away: its head, then rows as `diff-tree --raw -z` prints them."""
    commit, _, time = fields[0].strip().partition(" ")
    at = 1
    folders: dict[str, Counter[str]] = defaultdict(Counter)  # a folder went where most of its files went
    while at < len(fields):
        status = fields[at].strip().rpartition(" ")[2]
        if fields[at].strip().startswith(":") and status[:1] in ("D", "R"):
            moved = fields[at + 2] if status[0] == "R" and at + 2 < len(fields) else ""
            if at + 1 < len(fields) and re.fullmatch(r"\d{1,12}", time, re.ASCII):
                found.setdefault(fields[at + 1], (commit, int(time), moved))
                count_folders(fields[at + 1], moved, folders)
            at += 3 if status[0] == "R" else 2
        else:
            at += 1
    for old, counted in folders.items():
        home = home_of(old, counted)
        if home:
            found.setdefault(old, (commit, int(time), home))


def folders_gone(paths: Mapping[str, tuple[str, int, str]]) -> dict[str, tuple[str, int, str]]:
    """By folder: the newest removal of a file below it, and where the folder went: most of the files that left
    it are at the same place below another folder of its name. `paths` are newest first.
    """
    newest: dict[str, tuple[str, int]] = {}
    went: dict[str, Counter[str]] = defaultdict(Counter)
    for path, (commit, time_of, moved) in paths.items():
        for at in (i for i, c in enumerate(path) if c == "/"):
            newest.setdefault(path[:at], (commit, time_of))
        count_folders(path, moved, went)
    return {folder: (*newest[folder], home_of(folder, counted)) for folder, counted in went.items()}


def count_folders(old: str, new: str, folders: dict[str, Counter[str]]) -> None:
    """Adds to every folder above `old` where this file of it went: the folder that has it at the same place
    now, `` for none.
    """
    for at in (i for i, c in enumerate(old) if c == "/"):
        folders[old[:at]][new.removesuffix(old[at:]) if new.endswith(old[at:]) else ""] += 1


def home_of(folder: str, went: Counter[str]) -> str:
    """Where a folder went by what became of its files (`` for one that went elsewhere): to the one folder that
    bears its name, is not one above it, and took most of them.
    """
    (new, times), base = went.most_common(1)[0], folder.rpartition("/")[2]
    kept = new.rpartition("/")[2] == base and new != folder and not f"{folder}/".startswith(f"{new}/")
    return new if kept and 2 * times > went.total() else ""
