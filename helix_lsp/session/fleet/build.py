"""Brings the indexes of a fleet up to date, one repository after the other in this process.

What `cluster.py` spreads over processes is `build_one` as it is here, so both ways give the same index. A repository
that cannot be built is a line of the report, and the others go on.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

import msgspec

from helix_lsp import __version__
from helix_lsp.errors import Cancelled, ConfigError, HelixError, UsageError
from helix_lsp.session.disk.origin import real_root
from helix_lsp.session.git.git_folder import inside
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.shards.exchange import take
from helix_lsp.session.shards.object_store import open_store, shown
from helix_lsp.session.status import silent
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.data_file import BrokenData, read_text, read_toml
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted

# `fleet.toml`: which repositories a person asks together. It is a file of the user, named on the command
# line.
#
#     [repositories.redis-py]
#     root = "~/src/redis-py"            # absolute, below the home folder, or below the folder of this file
#     from = "s3://our-bucket/helix"     # where its first index comes from (optional)
#     default = false                    # asked only when a question names it (optional)
#
# Invariants (law I11): nothing looks for the file, and no option names it. One that lies in a repository is
# refused, whoever named it, since it says which folders and addresses are read; so is one that others may
# write.

_MOST_BYTES = 1_000_000
_MOST = 2_000  # repositories
_NAME = regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z")
_KEYS = {"root": str, "from": str, "default": bool}
_MARK = ".git"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """`root` is absolute and need not be there; `source` is the address of a store, `` for none; `default`: asked also
    when a question does not name it.
    """

    name: str
    root: str
    source: str = ""
    default: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet:
    """The repositories in the order of the file."""

    path: str
    repositories: tuple[Repository, ...]

    def named(self, names: tuple[str, ...]) -> tuple[Repository, ...]:
        """Those of these names, letter case ignored. Raises UsageError for one that is not there."""
        known = {one.name.lower(): one for one in self.repositories}
        for name in names:
            if name.lower() not in known:
                from difflib import get_close_matches

                close = get_close_matches(name.lower(), known, 1)
                hint = f", did you mean {known[close[0]].name}?" if close else ""
                raise UsageError(f"{self.path} does not name a repository {name!r}{hint}")
        return tuple(known[name] for name in dict.fromkeys(one.lower() for one in names))


def read_fleet(given: str, settings: Settings) -> Fleet:
    """The fleet that a file describes. Raises UsageError for a file that is not there, ConfigError for one that cannot be used."""
    home = settings.surroundings.home
    place = os.path.abspath(given)
    text = _text(place, given)
    real = os.path.realpath(place)
    if folder := _repository_around(real, home):
        raise ConfigError(
            f"{given} lies in the repository {folder}, and what a repository holds may not say which folders are read; "
            "keep the file outside of repositories"
        )
    try:
        tree = read_toml(text)
    except BrokenData as error:
        raise ConfigError(error.at(given, "mend it and try again")) from None
    found = tuple(_repositories(tree, given, os.path.dirname(real), home))
    _each_once(found, given)
    for one in found:
        if inside(real, os.path.realpath(one.root)):
            raise ConfigError(f"{given} lies in {one.root}, which it names; keep it outside of repositories")
    return Fleet(path=given, repositories=found)


def _text(place: str, given: str) -> str:
    try:
        with os.fdopen(_opened(place), "rb") as file:
            info = os.fstat(file.fileno())
            if not stat.S_ISREG(info.st_mode):
                raise ConfigError(f"{given} is not a regular file")
            mine = not hasattr(os, "geteuid") or info.st_uid in (os.geteuid(), 0)
            if not mine or (os.name == "posix" and info.st_mode & stat.S_IWOTH):
                raise ConfigError(
                    f"{given} may be written by others, and it says which folders are read; make it your own (chmod go-w)"
                )
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{given} cannot be read: {error.strerror}; name a fleet.toml") from error
    except ValueError:
        raise UsageError("--fleet does not name a file that can be") from None
    if len(data) > _MOST_BYTES:
        raise ConfigError(f"{given} is larger than {_MOST_BYTES:,} bytes")
    try:
        return read_text(data)
    except BrokenData as error:
        raise ConfigError(error.at(given, "mend it and try again")) from None


def _opened(place: str) -> int:
    """A descriptor; a pipe or device under this name does not keep the command waiting."""
    return os.open(place, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))


def _repository_around(place: str, home: str) -> str:
    """The folder of the repository that a real path lies in; a home folder that is one does not count."""
    folder = os.path.dirname(place)
    while True:
        if os.path.lexists(os.path.join(folder, _MARK)) and folder not in (home, os.path.realpath(home)):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above


def _repositories(tree: Mapping[str, object], given: str, folder: str, home: str) -> Iterator[Repository]:
    if strange := sorted(set(tree) - {"repositories"}):
        raise ConfigError(f"{given}: {strange[0]!r} is not known; write [repositories.NAME] tables")
    tables = tree.get("repositories")
    if not isinstance(tables, dict) or not tables:
        raise ConfigError(f'{given} names no repositories; write [repositories.NAME] with root = "FOLDER"')
    if len(tables) > _MOST:
        raise ConfigError(
            f"{given} names {counted(len(tables), 'repository', 'repositories')}; at most {_MOST:,} can be asked together"
        )
    for name, table in cast("dict[str, object]", tables).items():
        where = f"{given}: repositories.{name}"
        if not _NAME.match(name):
            raise ConfigError(f"{where}: a name is 1 to 100 letters, digits or . _ -")
        if not isinstance(table, dict):
            raise ConfigError(f'{where} must be a table with root = "FOLDER"')
        values = cast("dict[str, object]", table)
        for key, value in values.items():
            if key not in _KEYS:
                raise ConfigError(f"{where}.{key} is not known; there are {', '.join(_KEYS)}")
            if not isinstance(value, _KEYS[key]) or (
                isinstance(value, str) and (not value.strip() or "\0" in value)
            ):
                kind = "true or false" if _KEYS[key] is bool else "a text that is not empty"
                raise ConfigError(f"{where}.{key} must be {kind}")
        if "root" not in values:
            raise ConfigError(f'{where} has no root; add root = "FOLDER"')
        yield Repository(
            name=name,
            root=_absolute(str(values["root"]), folder, home),
            source=str(values.get("from", "")),
            default=bool(values.get("default", True)),
        )


def _absolute(root: str, folder: str, home: str) -> str:
    written = os.path.join(home, root[2:]) if root.startswith("~/") else root
    return os.path.normpath(os.path.join(folder, written))


def _each_once(found: tuple[Repository, ...], given: str) -> None:
    names: dict[str, str] = {}
    roots: dict[str, str] = {}
    for one in found:
        if other := names.get(one.name.lower()):
            raise ConfigError(f"{given}: {other} and {one.name} differ in letter case only; rename one")
        root = os.path.normcase(os.path.realpath(one.root))
        if other := roots.get(root):
            raise ConfigError(f"{given}: {other} and {one.name} have the same folder {one.root}; remove one")
        names[one.name.lower()], roots[root] = one.name, one.name


Tell = Callable[[str, int, int], None]
Check = Callable[[], None]


class Job(msgspec.Struct, frozen=True, kw_only=True):
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


def build_one(job: Job, tell: Tell = silent, check: Check = lambda: None) -> Built:
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
