"""`helix-lsp mentions SYMBOL`: which documents mention it. Exit code 1 when none does."""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.cli.stale import heed, link
from helix_lsp.ide.mentions import mentions
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.text.counted import counted
from helix_lsp.wire.query_result import mentions_to_wire


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints one line a mention, or the mentions.v1 with `--json`."""
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        view, root = workspace.view(), workspace.root
        heed(view.freshness, arguments, screen)
        found = mentions(view, arguments.symbol)
        left_out = "" if found.definitions else clean(but_for(view.snapshot.unread()))
    if arguments.json:
        screen.json(mentions_to_wire(found), indent=2)
        return int(not found.places)
    for place in found.places:
        section = f"  {clean(place.section)}" if place.section else ""
        sure = f"{place.confidence:.2f}, {clean(place.said)}, {clean(place.symbol)}"
        where = link(place.path, place.line, place.line, root, screen)
        screen.styled(f"{where}  {screen.strong(clean(place.text))}{section}  ({sure})")
    documents = len({p.path for p in found.places})
    if not found.definitions:
        screen.text(f"nothing here defines {clean(arguments.symbol)}{left_out}")
    else:
        told = f"{counted(len(found.places), 'mention')} in {counted(documents, 'document')}"
        screen.text(f"{told} of {counted(len(found.definitions), 'definition')}")
    return int(not found.places)
