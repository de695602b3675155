"""`helix-lsp init CLIENT`: prints the configuration that lets an agent use our tools, or writes it. Also
`helix-lsp mcp`, which answers agents.

Invariants: all files are judged before one is written; what a file holds beside our entry stays; an entry or a skill
that says something else is never written over; nothing is written outside the project or through a link.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from argparse import Namespace
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import msgspec

from helix_lsp.cli.screen import Screen
from helix_lsp.errors import UsageError
from helix_lsp.session.disk.origin import root_of
from helix_lsp.session.settings.settings import load
from helix_lsp.text.data_file import BrokenData, read_json, read_toml

# What each agent needs to find our tools: one record a client, and what its files say.
#
# Every client reads a file of the project, so that a team shares one set-up; none of the files holds a path
# of this machine while `helix-lsp` is on the search path.

SERVER = "helix"


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """`config` is the file in the project that names its MCP servers, `table` the key that holds them; `root` is how
    the project's folder is written there; `more` are further fields of an entry; `skill` is the file that tells the
    agent when to use the tools, `` where the client reads none that is ours alone.
    """

    id: str
    title: str
    config: str
    table: str
    root: str
    more: tuple[tuple[str, str], ...] = ()
    skill: str = ""
    note: str = ""

    def entry(self, program: str) -> dict[str, Any]:
        """The entry of our server."""
        return {**dict(self.more), "command": program, "args": ["mcp", "--root", self.root]}

    def config_text(self, program: str) -> str:
        """The file where there was none before, with its line end."""
        if self.config.endswith(".toml"):
            return self.toml(program)
        return json.dumps({self.table: {SERVER: self.entry(program)}}, indent=2, ensure_ascii=False) + "\n"

    def toml(self, program: str) -> str:
        """The entry as a table of TOML."""
        fields = (f"{key} = {json.dumps(value)}" for key, value in self.entry(program).items())
        return "\n".join([f"[{self.table}.{SERVER}]", *fields, ""])


CLIENTS = msgspec.convert(
    read_toml((files(__package__ or "") / "clients.toml").read_text(encoding="utf-8"))["clients"],
    tuple[Client, ...],
)
SKILL = (files(__package__ or "") / "pages/skill.md").read_text(encoding="utf-8")
"""Ten lines: when to use which tool."""


_PROGRAM = "helix-lsp"
_LARGEST = 1_000_000  # bytes of a configuration that is read


@dataclass(frozen=True, slots=True)
class _Planned:
    """What a file will say; `old` is None where there is none yet."""

    name: str
    old: str | None
    new: str


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the files, or with `--write` writes them. Raises UsageError for what is in the way."""
    client = next((one for one in CLIENTS if one.id == arguments.client), None)
    if client is None:
        known = ", ".join(one.id for one in CLIENTS)
        raise UsageError(f"{arguments.client!r} is not an agent that is known here; known are {known}")
    program = _program(screen)
    root = Path(root_of(arguments.root))
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder: name the project's folder with --root")
    wanted = [(client.config, client.config_text(program))]
    if client.skill:
        wanted.append((client.skill, SKILL))
    if not arguments.write:
        for name, text in wanted:
            screen.text(f"# {name}")
            screen.text(text)
        if not client.skill:
            screen.text(SKILL)
        if client.note:
            screen.text(client.note)
        screen.text(f"(nothing was written; `helix-lsp init {client.id} --write` writes it)")
        return 0
    planned = [_config(client, program, root)]
    if client.skill:
        planned.append(_skill(client.skill, root))
    for one in planned:
        if one.old == one.new:
            screen.text(f"{one.name}: there already")
            continue
        _write(root / one.name, one.new)
        screen.text(f"{one.name}: {'written' if one.old is None else f'{SERVER} added'}")
    if client.note:
        screen.text(client.note)
    return 0


def _program(screen: Screen) -> str:
    """The name of the command where a client finds it, else its full path."""
    if shutil.which(_PROGRAM):
        return _PROGRAM
    beside = Path(sys.executable).with_name(_PROGRAM + (".exe" if os.name == "nt" else ""))
    if not beside.is_file():
        return _PROGRAM
    screen.note(
        f"{_PROGRAM} is not on the search path: its full path is used, which holds on this machine only"
    )
    return str(beside)


def _config(client: Client, program: str, root: Path) -> _Planned:
    old = _read(root, client.config)
    if old is None or not old.strip():
        return _Planned(client.config, old, client.config_text(program))
    toml = client.config.endswith(".toml")
    by_hand = f"add this by hand:\n{client.config_text(program).rstrip()}"
    try:
        said: Any = read_toml(old) if toml else read_json(old)
    except BrokenData as error:
        what = "TOML" if toml else "plain JSON (it may have comments)"
        raise UsageError(f"{client.config} is not {what}: {error}; {by_hand}") from error
    servers = cast("dict[str, Any]", said).get(client.table, {}) if isinstance(said, dict) else None
    if not isinstance(servers, dict):
        raise UsageError(f"{client.config} does not hold a table `{client.table}` of servers; {by_hand}")
    known = cast("dict[str, Any]", servers).get(SERVER)
    if known == client.entry(program):
        return _Planned(client.config, old, old)
    if known is not None:
        raise UsageError(
            f"{client.config} already has another `{SERVER}` in `{client.table}`; remove it first, or {by_hand}"
        )
    if toml:
        return _Planned(client.config, old, f"{old.rstrip()}\n\n{client.toml(program)}")
    said[client.table] = {**servers, SERVER: client.entry(program)}
    return _Planned(client.config, old, json.dumps(said, indent=_indent(old), ensure_ascii=False) + _end(old))


def _skill(name: str, root: Path) -> _Planned:
    old = _read(root, name)
    if old is not None and old != SKILL:
        raise UsageError(
            f"{name} says something else; delete it to have it written anew, or print ours without --write"
        )
    return _Planned(name, old, SKILL)


def _read(root: Path, name: str) -> str | None:
    """None where there is none. Raises UsageError for what may not or cannot be read."""
    place = root / name
    inside = os.path.realpath(root)
    if os.path.realpath(place) != os.path.join(inside, *name.split("/")):
        raise UsageError(f"{name} leads elsewhere through a link; nothing is written there")
    if not place.exists():
        return None
    try:
        if not place.is_file() or place.stat().st_size > _LARGEST:
            raise UsageError(f"{name} is not a file of settings; nothing was written")
        return place.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{name} cannot be read as UTF-8: {error}") from error


def _indent(text: str) -> int | str:
    """As the file has it: tabs, or so many blanks; two where nothing is indented."""
    found = re.search(r"\n([ \t]+)\S", text)
    return "\t" if found and "\t" in found[1] else len(found[1]) if found else 2


def _end(text: str) -> str:
    return "\n" if text.endswith("\n") else ""


def _write(place: Path, text: str) -> None:
    """Aside, then renamed, so that no reader sees half a file. Raises UsageError."""
    aside = ""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}-")
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(aside, place.stat().st_mode & 0o777 if place.exists() else 0o644)
        os.replace(aside, place)
    except OSError as error:
        if aside and os.path.exists(aside):
            os.unlink(aside)
        raise UsageError(f"{place} cannot be written: {error.strerror}") from error


# `helix-lsp mcp`: answers agents over the Model Context Protocol; needs the extra `mcp`.


def run_mcp(arguments: Namespace, screen: Screen) -> int:
    """Runs until the client leaves or Ctrl-C. Raises UsageError without the extra, WorkspaceError for a root."""
    if find_spec("mcp") is None or find_spec("uvicorn") is None:
        raise UsageError(
            "`helix-lsp mcp` needs the extra `mcp`, which is not installed: `pip install '.[mcp]'` in a checkout of Helix Ask"
        )
    from helix_lsp.mcp.serve import serve

    settings = load(None)
    for problem in settings.problems:
        screen.note(problem)
    roots = arguments.roots or [root_of(None)]
    return serve(roots, settings.surroundings.home, arguments.http, screen.note)
