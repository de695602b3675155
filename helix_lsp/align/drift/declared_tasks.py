"""Readers of the files that declare tasks: make, npm, composer, Python's task runners, just, Task, mise, tox,
nox, invoke, Gradle, Cargo aliases, rake, mix. Each gives (name, how it is declared); `*` for more than can be
read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import cast

from helix_lsp.text.data_file import BrokenData, read_json, read_toml, value_at
from helix_lsp.text.regex import regex

Pair = tuple[str, str]
_TARGET = regex(
    r"^(?P<names>[A-Za-z0-9_][\w./%-]*(?:[ \t]+[A-Za-z0-9_][\w./%-]*)*)[ \t]*::?(?![=])(?P<how>[^\n]*(?:\n\t[^\n]*)*)",
    re.MULTILINE,
)
_OPEN = regex(r"^(?:-?include|sinclude)\b|^%|\$\(eval|^\$\(|^[\w-]*%", re.MULTILINE)
_ENVIRONMENT = regex(
    r"^\[testenv:([^\]\n]+)\](?P<how>[^\[]*)|^[^\S\n]*env_?list[^\S\n]*=(?P<list>[^\n]*(?:\n[ \t]+[^\n]*)*)",
    re.MULTILINE,
)
_BETWEEN = regex(r"[,\s](?![^{}\n]{0,300}\})")
_BRACES = regex(r"\{([^{}\n]{0,300})\}")
_MOST = 300  # environments of one list
_SESSION = regex(
    r"^[ \t]*@(?:nox\.)?session[^\n]*\n(?:@(?!(?:nox\.)?session)[^\n]*\n)*(?:async\s+)?def\s+(?P<name>\w+)(?P<how>[^\n]*(?:\n[ \t]+[^\n]*)*)",
    re.MULTILINE,
)
_SESSION_NAME = regex(r"@(?:nox\.)?session\([^)]{0,300}\bname\s*=\s*[\"']([\w.-]+)[\"']")
_INVOKED = regex(
    r"^@(?:invoke\.)?task\b[^\n]*\n(?:@[^\n]*\n){0,10}def\s+(?P<name>\w+)(?P<how>[^\n]*(?:\n[ \t]+[^\n]*)*)",
    re.MULTILINE,
)
_RECIPE = regex(
    r"^@?(?P<name>[A-Za-z_][\w-]*)(?:[ \t][^\n:]*)?:(?!=)(?P<how>[^\n]*(?:\n[ \t]+[^\n]*)*)|^alias[ \t]+(?P<alias>[\w-]+)[ \t]*:=(?P<of>[^\n]*)",
    re.MULTILINE,
)
_IMPORTED = regex(r"^(?:import|mod)\??[ \t]", re.MULTILINE)
_TASKS = regex(
    r"^tasks:[ \t]*(?:#[^\n]*)?\n(?P<body>(?:[ \t]+[^\n]*\n?|[ \t]*#[^\n]*\n|[ \t]*\n)*)", re.MULTILINE
)
_TASK = regex(
    r"^(?P<indent>[ \t]+)[\"']?(?P<name>[\w:.-]+?)[\"']?:(?P<how>[^\n]*(?:\n(?P=indent)[ \t]+[^\n]*)*)",
    re.MULTILINE,
)
_GRADLE = regex(
    r"\btasks?\.(?:register|create)(?:<[\w.]+>)?\(\s*[\"'](?P<name>[\w-]+)[\"'](?P<how>[^\n]*(?:\n[^\n]*){0,3})"
    r"|^[ \t]*task[ \t]+(?P<plain>[A-Za-z]\w*)(?P<rest>[^\n]*)|^[ \t]*(?:val|def)[ \t]+(?P<by>\w+)[ \t]+by[ \t]+tasks\.registering(?P<made>[^\n]*)",
    re.MULTILINE,
)
_RAKE = regex(
    r"^(?P<indent>[ \t]*)(?:task|multitask)[ \t(]+(?::(?P<sym>\w+)|[\"'](?P<text>[\w:-]+)[\"']|(?P<key>\w+):)"
    r"(?P<how>[^\n]*(?:\n(?P=indent)[ \t]+[^\n]*)*)"
    r"|^(?P<in>[ \t]*)namespace[ \t(]+(?::(?P<space>\w+)|[\"'](?P<spaced>\w+)[\"'])",
    re.MULTILINE,
)
_COMMENT = regex(r"^[ \t]*//[^\n]*", re.MULTILINE)
_ALIASES = regex(r"\baliases\b[^\[]{0,200}\[(?P<body>(?:[^\[\]]|\[[^\[\]]*\])*)\]")
_ALIAS = regex(r"(?<![\w.\"'-])[\"']?(?P<name>[a-z][\w.-]*)[\"']?:\s*(?P<how>\[[^\[\]]*\]|[^,\n]+)")


def make(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001  the shape of a reader
    """Targets of a makefile."""
    for found in _TARGET.finditer(text):
        yield from ((name, found["how"]) for name in found["names"].split())
    if _OPEN.search(text):
        yield "*", ""


def npm(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """`scripts` of package.json, `tasks` of deno.json."""
    try:
        data: object = read_json(_COMMENT.sub("", text))
    except BrokenData:
        yield "*", ""
        return
    yield from table(data, "scripts")
    yield from table(data, "tasks")


def composer(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """`scripts` of composer.json."""
    try:
        yield from table(read_json(text), "scripts")
    except BrokenData:
        yield "*", ""


def pyproject(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Tasks of poe, PDM, taskipy, hatch and pixi."""
    data = _toml(text)
    if data is None:
        yield "*", ""
        return
    for keys in (("poe", "tasks"), ("pdm", "scripts"), ("taskipy", "tasks"), ("pixi", "tasks")):
        yield from table(data, "tool", *keys)
    for _, env in _items(data, "tool", "hatch", "envs"):
        yield from table(env, "scripts")


def mise(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Tasks of mise."""
    data = _toml(text)
    yield from table(data, "tasks") if data is not None else (("*", ""),)


def tox(path: str, text: str) -> Iterator[Pair]:
    """Environments of tox."""
    if path.endswith(".toml"):
        data = _toml(text) or {}
        whole = data if path.endswith("tox.toml") else value_at(data, "tool", "tox")
        yield from table(whole, "env")
        if value_at(whole, "env_list") or value_at(whole, "legacy_tox_ini"):
            yield "*", ""
        return
    for found in _ENVIRONMENT.finditer(text):
        names = found[1].split(",") if found[1] else ["*", *_spread(found["list"])]
        yield from ((name.strip(), found["how"] or "") for name in names)


def _spread(listed: str) -> Iterator[str]:
    """The environments of a list, each of `py{38,39}-lint`."""
    for one in filter(None, _BETWEEN.split(listed, _MOST)):
        pieces = [part.split(",") if at % 2 else [part] for at, part in enumerate(_BRACES.split(one))]
        yield from islice(("".join(p.strip() for p in made) for made in product(*pieces)), _MOST)


def nox(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Sessions of nox."""
    yield from ((m["name"], m["how"]) for m in _SESSION.finditer(text))
    yield from ((name, "") for name in _SESSION_NAME.findall(text))


def invoke(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Tasks of invoke, as they are called."""
    yield from ((m["name"].replace("_", "-"), m["how"]) for m in _INVOKED.finditer(text))


def just(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Recipes and aliases of just."""
    for found in _RECIPE.finditer(text):
        yield (found["name"], found["how"]) if found["name"] else (found["alias"], found["of"])
    if _IMPORTED.search(text):
        yield "*", ""


def taskfile(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Tasks of Task."""
    for body in _TASKS.finditer(text):
        first = _TASK.search(body["body"])
        for found in _TASK.finditer(body["body"]):
            if first is not None and found["indent"] == first["indent"]:
                yield found["name"], found["how"]
    if re.search(r"^includes:", text, re.MULTILINE):
        yield "*", ""


def gradle(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Tasks that a Gradle build registers; plugins bring others."""
    for found in _GRADLE.finditer(text):
        name = found["name"] or found["plain"] or found["by"]
        yield name, found["how"] or found["rest"] or found["made"] or ""
    yield "*", ""


def cargo(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Aliases of Cargo; its own commands are not declared."""
    data = _toml(text)
    yield from table(data, "alias") if data is not None else ()
    yield "*", ""


def rake(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Tasks of rake with their namespaces, told by indentation; gems bring others."""
    spaces: list[tuple[int, str]] = []
    for found in _RAKE.finditer(text):
        indent = len(found["in"] if found["in"] is not None else found["indent"] or "")
        spaces = [one for one in spaces if one[0] < indent]
        space = found["space"] or found["spaced"]
        if space:
            spaces.append((indent, space))
            continue
        name = found["sym"] or found["text"] or found["key"]
        yield ":".join([*(one for _, one in spaces), name]), found["how"] or ""
    yield "*", ""


def mix(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001
    """Aliases of mix; its own tasks are not declared."""
    for body in _ALIASES.finditer(text):
        yield from ((m["name"], m["how"]) for m in _ALIAS.finditer(body["body"]))
    yield "*", ""


def _toml(text: str) -> dict[str, object] | None:
    try:
        return read_toml(text)
    except BrokenData:
        return None


def _items(data: object, *keys: str) -> Iterator[tuple[str, object]]:
    table = value_at(data, *keys)
    yield from (
        ((str(k), v) for k, v in cast("dict[str, object]", table).items()) if isinstance(table, dict) else ()
    )


def table(data: object, *keys: str) -> Iterator[Pair]:
    """The entries of the table below these keys; nothing where there is none."""
    yield from ((key, str(value)) for key, value in _items(data, *keys))
