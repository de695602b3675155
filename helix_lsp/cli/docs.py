"""`helix-lsp docs check|coverage`: documents against the code. `check` is `drift` under its full name."""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.align.coverage import Coverage, Public, share
from helix_lsp.cli.batch import heed, link
from helix_lsp.cli.drift import inside, must_be_there
from helix_lsp.cli.drift import run as check
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.ide.mentions import coverage
from helix_lsp.text.visible import counted
from helix_lsp.wire.query_result import coverage_to_wire


def run(arguments: Namespace, screen: Screen) -> int:
    """Checks documents, or prints what none of them mentions (docs-coverage.v1 with `--json`), with exit code 0."""
    if arguments.act == "check":
        return check(arguments, screen)
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        view = workspace.view()
        heed(view.freshness, arguments, screen)
        paths = [inside(workspace.root, p) for p in arguments.paths]
        must_be_there(view, workspace.root, paths)
        found = coverage(view, paths)
    if arguments.json:
        screen.json(coverage_to_wire(found), indent=2)
    else:
        _print(found, workspace.root, screen)
    return 0


def _print(found: Coverage, root: str, screen: Screen) -> None:
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


def _of(some: list[Public] | tuple[Public, ...]) -> str:
    perhaps = sum(one.said == "perhaps" for one in some)
    more = f", {perhaps:,} perhaps" if perhaps else ""
    return f"{sum(one.said == 'yes' for one in some):,} of {counted(len(some), 'public definition')} mentioned{more}"


def _share(some: list[Public] | tuple[Public, ...]) -> str:
    found = share(some)
    return "" if found is None else f"{found:.0%}"
