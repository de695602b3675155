"""`make docs` and its like out of a command line, in the words of the table of declared things
(`drift/declared.py`).
"""

from __future__ import annotations

import re

from helix_lsp.text.regex import regex

_CALL = regex(
    r"\$?\s*(?:(?:make|gmake) (?:-C \S+ )?(?P<make>[a-z][\w-]*)"
    r"|(?:(?:npm|pnpm|yarn|bun)(?: (?:-w|--filter|-F|--prefix|-C|--cwd|workspace) \S+)? run(?:-script)?|deno task"
    r"|(?:npm|pnpm|yarn|bun)(?= (?:test|start|stop)\b)) (?P<run>[A-Za-z][\w:.-]*)"
    r"|composer run(?:-script)? (?P<composer>[A-Za-z][\w:.-]*)"
    r"|(?:(?:poetry run |uv run |pdm run )?poe|pdm run|hatch run(?: \w+:)?|task(?=ipy )|taskipy|pixi run) ?(?P<py>[A-Za-z][\w:.-]*)"
    r"|just (?P<just>[A-Za-z_][\w-]*)|(?:go-)?task (?P<task>[A-Za-z_][\w:-]*)|mise run (?P<mise>[A-Za-z][\w:.-]*)"
    r"|nox (?:-s|-e|--session) ?(?P<nox>\w[\w.-]*)|tox (?:run )?-e ?(?P<tox>[\w.-]+)(?:, ?[\w.-]+)*|(?:invoke|inv) (?P<invoke>[a-z][\w.-]*)"
    r"|(?:\./gradlew|gradlew|gradle) (?::?[\w-]+:)*(?P<gradle>[a-z][\w-]*)|cargo (?P<cargo>[a-z][\w-]*)"
    r"|(?:bundle exec |bin/)?rake (?P<rake>[a-z][\w:-]*)|mix (?P<mix>[a-z][\w.]*))(?P<more>(?: --?[A-Za-z-][^|;&]*)?)"
)
_BARE = regex(
    r"\$?\s*(?:(?:yarn|pnpm) (?P<run>[a-z][\w:-]*)|composer (?P<composer>[a-z][\w:-]*)"
    r"|(?:poetry|uv|pipenv|rye) run (?P<program>[a-z][\w-]*))(?: --?[A-Za-z-][^|;&]*)?"
)


def read_command(text: str) -> str:
    """`make docs`, `run build`, `tox py311` and so on; `` for any other text."""
    return _read(_CALL.fullmatch(text.strip()))


def read_short_command(text: str) -> str:
    """The same for a call in which a task of the project and a command of the tool look alike
    (`yarn build`, `composer check`).
    """
    return _read(_BARE.fullmatch(text.strip()))


def _read(found: re.Match[str] | None) -> str:
    if found is None:
        return ""
    named = {kind: name for kind, name in found.groupdict().items() if name and kind != "more"}
    if not named or ("make" in named and found["more"]):
        return ""
    ((kind, name),) = named.items()
    return f"{kind} {name.rstrip('.')}"
