"""Brings the indexes of a fleet up to date, one repository after the other in this process.

What `cluster.py` spreads over processes is `build_one` as it is here, so both ways give the same index. A repository
that cannot be built is a line of the report, and the others go on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from helix_lsp import __version__
from helix_lsp.errors import Cancelled, HelixError
from helix_lsp.session.disk.root import real_root
from helix_lsp.session.fleet.fleet_file import Repository
from helix_lsp.session.settings.settings import load
from helix_lsp.session.shards.object_store import open_store, shown
from helix_lsp.session.shards.pull import take, untold
from helix_lsp.session.workspace import Workspace

Tell = Callable[[str, int, int], None]
Check = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is sent to the process that builds: nothing of the environment, no text of the repository. `processes` is
    for parsing, 0 means as the settings say.
    """

    repository: Repository
    version: str = __version__
    processes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """How one repository ended. `problem` says why it was not built, `` where it was; `notes` what else is to be said.
    `directory` is where its index lies, `snapshot` the digest of all paths with their contents.
    """

    name: str
    problem: str = ""
    notes: tuple[str, ...] = ()
    files: int = 0
    units: int = 0
    read: int = 0
    seconds: float = 0.0
    directory: str = ""
    snapshot: str = ""


def build_in_turn(repositories: Iterable[Repository], tell: Tell, check: Check) -> Iterator[Built]:
    """Each of them, in this process. Raises Cancelled through `check`."""
    for one in repositories:
        check()
        yield build_one(Job(repository=one), tell, check)


def build_one(job: Job, tell: Tell = untold, check: Check = lambda: None) -> Built:
    """Build or refresh one index. What the world refuses is in the report; raises Cancelled alone."""
    one, started = job.repository, time.monotonic()
    if job.version != __version__:
        return Built(
            name=one.name, problem=f"this process has helix-lsp {__version__}, the caller {job.version}"
        )
    try:
        return replace(_built(job, tell, check), seconds=time.monotonic() - started)
    except Cancelled:
        raise
    except HelixError as error:
        return Built(name=one.name, problem=str(error))
    except Exception as error:  # noqa: BLE001  one repository must not end the build of all
        return Built(name=one.name, problem=f"it failed inside: {type(error).__name__}: {error}")


def _built(job: Job, tell: Tell, check: Check) -> Built:
    one = job.repository
    settings = load(one.root)
    if job.processes:
        index = replace(settings.config.index, workers=job.processes)
        settings = replace(settings, config=replace(settings.config, index=index))
    root = real_root(one.root, settings.surroundings.home)
    notes = list(settings.problems)
    if one.source:
        notes += _taken_over(root, one.source, tell)
    with Workspace.open(root, settings) as workspace:
        done = workspace.refresh(tell, check)
        if not done.freshness.fresh:
            return Built(
                name=one.name,
                problem=done.freshness.reason or "the index is not that of the disk",
                notes=done.problems,
            )
        return Built(
            name=one.name,
            notes=(*notes, *done.problems),
            files=done.files,
            units=done.units,
            read=done.added + done.changed,
            directory=workspace.directory,
            snapshot=workspace.view().snapshot.digest(),
        )


def _taken_over(root: str, source: str, tell: Tell) -> list[str]:
    """Begin with the index of a store; where that fails every file is read, and why is said."""
    try:
        done = take(root, load(root), open_store(source), tell)
    except HelixError as error:
        return [f"{error}; every file was read instead"]
    return [] if done.commit or not done.why else [f"nothing was taken over from {shown(source)}: {done.why}"]
