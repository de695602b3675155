"""`helix-lsp fleet build|show`: the indexes of many repositories, built and listed."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from helix_lsp.cli.progress import progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.session.fleet.build import Built, Fleet, Repository, Tell, build_in_turn, read_fleet
from helix_lsp.session.fleet.first_look import FirstLook, NotRead
from helix_lsp.session.processes.pool import processors
from helix_lsp.session.settings.settings import load, user_files
from helix_lsp.text.counted import counted

NAME = "fleet.toml"


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints a line for each repository; 1 where one could not be built, or does not have an index."""
    fleet = read_fleet(arguments.file or _default(), load(None))
    return _show(fleet, arguments, screen) if arguments.act == "show" else _build(fleet, arguments, screen)


def _default() -> str:
    """Where the file is looked for when none is named: beside the settings of the user, never in a repository."""
    return os.path.join(os.path.dirname(user_files()[0]), NAME)


def _build(fleet: Fleet, arguments: Namespace, screen: Screen) -> int:
    chosen = fleet.named(tuple(arguments.within)) or fleet.repositories
    done: list[Built] = []
    with progress(screen) as report:
        for one in _built(chosen, arguments, screen, report):
            done.append(one)
            if not arguments.json:
                screen.text(_line(one))
            for note in one.notes:
                screen.note(f"{one.name}: {note}")
    failed = sum(bool(one.problem) for one in done)
    if arguments.json:
        order = {one.name: n for n, one in enumerate(chosen)}
        screen.json(
            {"repositories": [asdict(one) for one in sorted(done, key=lambda one: order[one.name])]}, indent=2
        )
    else:
        files = sum(one.files for one in done)
        screen.text(
            f"{counted(len(done) - failed, 'repository', 'repositories')} with {counted(files, 'file')} built"
            + (f", {failed} not" if failed else "")
        )
    return int(failed > 0)


def _built(chosen: Sequence[Repository], arguments: Namespace, screen: Screen, tell: Tell) -> Iterator[Built]:
    workers = min(arguments.workers or processors(), len(chosen))
    if arguments.scheduler or workers > 1:
        from helix_lsp.session.fleet.cluster import build_on_cluster, has_dask

        if arguments.scheduler or has_dask():
            tell("building", 0, len(chosen))
            found = build_on_cluster(chosen, lambda: None, workers=workers, scheduler=arguments.scheduler)
            for n, one in enumerate(found, 1):
                tell("building", n, len(chosen))
                yield one
            return
        if arguments.workers:
            screen.note(
                "the extra `fleet` is not installed, so one repository is built after the other in this process"
            )
    yield from build_in_turn(chosen, tell, lambda: None)


def _line(one: Built) -> str:
    if one.problem:
        return f"{clean(one.name)}: not built: {clean(one.problem)}"
    return f"{clean(one.name)}: {counted(one.files, 'file')}, {counted(one.units, 'unit')}, {one.read:,} read in {one.seconds:.2f} s"


def _show(fleet: Fleet, arguments: Namespace, screen: Screen) -> int:
    with FirstLook(fleet) as look:
        states = [(one, look.state(one)) for one in fleet.repositories]
    if arguments.json:
        rows = [
            asdict(one)
            | (
                {"units": 0, "reason": s.reason}
                if isinstance(s, NotRead)
                else {"units": s.units, "reason": ""}
            )
            for one, s in states
        ]
        screen.json({"repositories": rows}, indent=2)
    else:
        for one, state in states:
            told = state.detail if isinstance(state, NotRead) else counted(state.units, "unit")
            screen.text(
                f"{clean(one.name)}  {clean(one.root)}  {clean(told)}"
                + ("" if one.default else "  (asked only by name)")
            )
    return int(any(isinstance(state, NotRead) for _, state in states))
