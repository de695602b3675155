"""`helix-lsp uses NAME`: every place that uses a name, counted, by file and function. Exit code 1 when there is none."""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.ask.evidence.uses import summary
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.cli.stale import below_root, heed, link
from helix_lsp.ide.mentions import UsesPage, UsesRequest, uses
from helix_lsp.wire.query_result import uses_to_wire


def run(arguments: Namespace, screen: Screen) -> int:
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
