"""`helix-lsp mentions SYMBOL`: which documents mention it. Exit code 1 when none does. Also `helix-lsp uses NAME`:
every place that uses a name, and `helix-lsp docs coverage`: what no document mentions.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from helix_lsp.align.coverage import Coverage, Public, share
from helix_lsp.ask.evidence.uses import names_near, near_in_words, summary
from helix_lsp.cli.batch import below_root, heeded, link
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.ide.mentions import UsesPage, UsesRequest, coverage, mentions, uses
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.text.visible import counted
from helix_lsp.wire.query_result import coverage_to_wire, mentions_to_wire, uses_to_wire


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints one line a mention, or the mentions.v1 with `--json`."""
    with heeded(arguments, screen) as (workspace, view):
        root = workspace.root
        found = mentions(view, arguments.symbol)
        near = "" if found.definitions else near_in_words(names_near(view.snapshot, arguments.symbol))
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
        screen.text(f"nothing here defines {clean(arguments.symbol)}{near}{left_out}")
    else:
        told = f"{counted(len(found.places), 'mention')} in {counted(documents, 'document')}"
        screen.text(f"{told} of {counted(len(found.definitions), 'definition')}")
    return int(not found.places)


# `helix-lsp uses NAME`: every place that uses a name, counted, by file and function. Exit code 1 when there
# is none.


def run_uses(arguments: Namespace, screen: Screen) -> int:
    """Prints the uses grouped, then the count and whether it is all; the uses.v1 with `--json`."""
    with heeded(arguments, screen) as (workspace, view):
        request = UsesRequest(
            name=arguments.name,
            path=below_root(workspace.root, arguments.path) if arguments.path else "",
            cursor=arguments.after,
            size=arguments.limit or 0,
        )
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


# `helix-lsp docs coverage`: what of the public definitions no document mentions.


def run_coverage(arguments: Namespace, screen: Screen) -> int:
    """Prints what none of the documents mentions, or the docs-coverage.v1 with `--json`; exit code 0."""
    from helix_lsp.cli.drift import inside, must_be_there

    with heeded(arguments, screen) as (workspace, view):
        paths = [inside(workspace.root, p) for p in arguments.paths]
        must_be_there(view, workspace.root, paths)
        found = coverage(view, paths)
    if arguments.json:
        screen.json(coverage_to_wire(found), indent=2)
    else:
        _print_coverage(found, workspace.root, screen)
    return 0


def _print_coverage(found: Coverage, root: str, screen: Screen) -> None:
    """What is not mentioned by file, then the share of each package, then the total and what was not read."""
    packages: dict[str, list[Public]] = {}
    for path, some in found.by_module().items():
        packages.setdefault(path.rpartition("/")[0], []).extend(some)
        for one in some:
            if one.said != "yes":
                place = link(path, one.line, one.line, root, screen)
                told = [
                    one.kind,
                    *(["perhaps mentioned"] if one.said == "perhaps" else []),
                    *([] if one.commented else ["without a comment of its own"]),
                ]
                screen.styled(f"{place}  {screen.strong(clean(one.qualified))}  ({', '.join(told)})")
    for name, some in sorted(packages.items()):
        screen.text(f"{_share(some):>5}  {_of(some)}  {clean(name) or '.'}")
    screen.text(
        f"{_share(found.found):>5}  {_of(found.found)} in {counted(found.files, 'file')}, "
        f"{counted(found.documents, 'document')} read"
    )
    for left in found.left:
        if not left.ending:
            more = ", ..." if left.count > len(left.examples) else ""
            examples = clean(", ".join(left.examples)) + more
            screen.text(
                f"not read for {left.what}: {counted(left.count, 'file')} ({left.reason}: {examples})"
            )
    endings = [f"{clean(left.ending)} {left.count:,}" for left in found.left if left.ending]
    if endings:
        screen.text(f"without a reader of definitions: {', '.join(endings)}")


def _of(some: Sequence[Public]) -> str:
    perhaps = sum(one.said == "perhaps" for one in some)
    more = f", {perhaps:,} perhaps" if perhaps else ""
    return f"{sum(one.said == 'yes' for one in some):,} of {counted(len(some), 'public definition')} mentioned{more}"


def _share(some: Sequence[Public]) -> str:
    found = share(some)
    return "" if found is None else f"{found:.0%}"
