"""`helix-lsp cache show|clear`: the indexes that are kept on this machine, and how they go."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace

from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.session.kept.cache import cache_folder, index_directory
from helix_lsp.session.kept.kept_indexes import KeptIndex, kept_indexes, remove_index
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.text.counted import counted

_MEGA = 1_000_000
_YES = frozenset({"y", "yes"})


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints what is kept, or removes the index of one project or of all."""
    settings = load(None)
    kept = kept_indexes(settings)
    return (
        _show(kept, settings, screen)
        if arguments.act == "show"
        else _clear(kept, arguments, settings, screen)
    )


def _show(kept: tuple[KeptIndex, ...], settings: Settings, screen: Screen) -> int:
    screen.text(clean(cache_folder(settings)))
    for one in kept:
        day = time.strftime("%Y-%m-%d", time.localtime(one.used))
        writer = f"  (process {one.writer} writes it)" if one.writer else ""
        screen.text(f"{one.size / _MEGA:9.1f} MB  {day}  {_whose(one)}{writer}")
    screen.text(f"{sum(one.size for one in kept) / _MEGA:9.1f} MB  {counted(len(kept), 'index', 'indexes')}")
    return 0


def _clear(kept: tuple[KeptIndex, ...], arguments: Namespace, settings: Settings, screen: Screen) -> int:
    """Asks first, unless `--yes`. Raises UsageError where nobody can be asked, StorageError."""
    doomed = kept
    if not arguments.all:
        root = os.path.realpath(root_of(arguments.root))  # the project itself may be gone
        place = index_directory(root, settings, create=False)
        doomed = tuple(one for one in kept if one.directory == place)
        if not doomed:
            screen.text(f"no index is kept of {clean(root)}")
            return 0
    if not doomed:
        screen.text("no index is kept")
        return 0
    size = sum(one.size for one in doomed) / _MEGA
    what = _whose(doomed[0]) if len(doomed) == 1 else counted(len(doomed), "index", "indexes")
    if not arguments.yes and not _agreed(
        f"Remove {what} ({size:.1f} MB, with past questions and counts)?", screen
    ):
        screen.note("nothing was removed")
        return 1
    for one in doomed:
        remove_index(one.directory)
    screen.text(f"removed {what}, {size:.1f} MB")
    return 0


def _agreed(question: str, screen: Screen) -> bool:
    if not sys.stdin.isatty():
        raise UsageError("nobody can be asked here whether to remove it: say --yes")
    screen.err.write(f"{clean(question)} [y/N] ")
    screen.err.flush()
    return sys.stdin.readline().strip().lower() in _YES


def _whose(one: KeptIndex) -> str:
    return clean(one.root or os.path.basename(one.directory))
