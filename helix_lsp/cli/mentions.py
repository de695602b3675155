"""`helix-lsp mentions SYMBOL`: which documents mention it. Exit code 1 when none does. Also `helix-lsp uses NAME`:
every place that uses a name.
"""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.ask.evidence.uses import summary
from helix_lsp.cli.batch import below_root, heed, link
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.ide.mentions import UsesPage, UsesRequest, mentions, uses
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.text.visible import counted
from helix_lsp.wire.query_result import mentions_to_wire, uses_to_wire


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


# `helix-lsp uses NAME`: every place that uses a name, counted, by file and function. Exit code 1 when there
# is none.


def run_uses(arguments: Namespace, screen: Screen) -> int:
    """Prints the uses grouped, then the count and whether it is all; the uses.v1 with `--json`."""
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        request = UsesRequest(
            name=arguments.name,
            path=below_root(workspace.root, arguments.path) if arguments.path else "",
            cursor=arguments.after,
            size=arguments.limit or 0,
        )
        view = workspace.view()
        heed(view.freshness, arguments, screen)
        page = uses(view, request)
        if arguments.json:
            screen.json(uses_to_wire(page), indent=2)
        else:
            _print(page, workspace.root, screen)
    return int(not page.total)


def _print(page: UsesPage, root: str, screen: Screen) -> None:
    several = len(page.definitions) > 1
    for number, one in enumerate(page.definitions, 1):
        mark = f"[{number}] " if several else ""
        where = link(one.path, one.line, one.line, root, screen)
        screen.styled(f"{mark}{clean(f'{one.kind} {one.qualified}')}  {where}  ({one.certain} certain uses)")
    for group in page.groups:
        screen.styled("")
        inside = f"  {clean(group.scope)}" if group.scope else ""
        screen.styled(f"{screen.strong(clean(group.path))}{inside}{'  (test)' if group.test else ''}")
        for use in group.places:
            means = f" [{', '.join(str(n + 1) for n in use.means)}]" if several and use.means else ""
            sure = "" if use.certain else " (not certain)"
            where = link(group.path, use.line, use.line, root, screen)
            screen.styled(f"  {where}  {use.kind}{means}{sure}  {clean(use.text)}")
    if page.next:
        screen.text(f"\n{page.first} to {page.last} of {page.total}; the next page: --after '{page.next}'")
    screen.text(summary(page))
