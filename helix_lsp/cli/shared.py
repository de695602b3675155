"""`helix-lsp bundle push|pull` and `index --from`: the index of a team in a store."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from helix_lsp.cli.progress import progress
from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.shards.object_store import open_store, shown
from helix_lsp.session.shards.pull import Pulled, take, untold
from helix_lsp.session.shards.push import push
from helix_lsp.text.counted import counted


def push_index(arguments: Namespace, screen: Screen) -> int:
    """Stores the index of the checked-out commit."""
    root = root_of(arguments.root)
    settings = load(root)
    screen.notes(settings.problems)
    with progress(screen) as report:
        done = push(root, settings, open_store(arguments.url), report, again=arguments.all)
    if arguments.json:
        screen.json(asdict(done), indent=2)
        return 0
    screen.text(
        f"commit {done.commit[:12]}: {counted(done.files, 'file')}, {counted(done.bytes, 'byte')} in "
        f"{counted(done.pieces, 'piece')}, {done.sent:,} of them new, stored in {clean(shown(arguments.url))}"
    )
    return 0


def pull_index(arguments: Namespace, screen: Screen) -> int:
    """Takes over the index of the nearest commit; 1 where the store has none for this checkout."""
    root = root_of(arguments.root)
    settings = load(root)
    screen.notes(settings.problems)
    done = pulled(root, settings, arguments.url, screen)
    if arguments.json:
        screen.json(asdict(done), indent=2)
    else:
        screen.text(told(done, arguments.url))
    return 0 if done.commit else 1


def pulled(root: str, settings: Settings, url: str, screen: Screen) -> Pulled:
    """Take over what the store at this address has; StorageError where it fails."""
    with progress(screen) as report:
        return take(root, settings, open_store(url), report or untold)


def told(done: Pulled, url: str) -> str:
    """What was taken over, or why nothing was, in a line."""
    if not done.commit:
        return f"nothing was taken over from {clean(shown(url))}: {done.why}"
    behind = f", {counted(done.behind, 'commit')} behind this checkout" if done.behind else ""
    return f"took over the index of commit {done.commit[:12]}{behind} ({counted(done.bytes, 'byte')})"
