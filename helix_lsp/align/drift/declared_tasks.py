"""Readers of the files that declare tasks: make, npm, composer, Python's task runners, just, Task, tox, nox, Gradle,
Cargo aliases, rake. Each gives (name, how it is declared); `*` for more than can be read.
Also a task in a command line, and what code and settings take from outside by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import cast

from helix_lsp.text.data_file import BrokenData, read_json, read_toml, value_at
from helix_lsp.text.regex import regex
from helix_lsp.text.words import separated

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


# `make docs` and its like out of a command line, in the words of the table of declared things
# (`drift/declared.py`).

_CALL = regex(
    r"\$?\s*(?:(?:make|gmake) (?:-C \S+ )?(?P<make>[a-z][\w-]*)"
    r"|(?:(?:npm|pnpm|yarn|bun)(?: (?:-w|--filter|-F|--prefix|-C|--cwd|workspace) \S+)? run(?:-script)?|deno task"
    r"|(?:npm|pnpm|yarn|bun)(?= (?:test|start|stop)\b)) (?P<run>[A-Za-z][\w:.-]*)"
    r"|composer run(?:-script)? (?P<composer>[A-Za-z][\w:.-]*)"
    r"|(?:(?:poetry run |uv run |pdm run )?poe|pdm run|hatch run(?: \w+:)?|task(?=ipy )|taskipy|pixi run) ?(?P<py>[A-Za-z][\w:.-]*)"
    r"|just (?P<just>[A-Za-z_][\w-]*)|(?:go-)?task (?P<task>[A-Za-z_][\w:-]*)"
    r"|nox (?:-s|-e|--session) ?(?P<nox>\w[\w.-]*)|tox (?:run )?-e ?(?P<tox>[\w.-]+)(?:, ?[\w.-]+)*"
    r"|(?:\./gradlew|gradlew|gradle) (?::?[\w-]+:)*(?P<gradle>[a-z][\w-]*)|cargo (?P<cargo>[a-z][\w-]*)"
    r"|(?:bundle exec |bin/)?rake (?P<rake>[a-z][\w:-]*))(?P<more>(?: --?[A-Za-z-][^|;&]*)?)"
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


# Readers of what code and settings take from outside by name: variables of the environment, and keys of
# configuration. Each gives (name, how it is declared).

CODE = (
    ".py", ".go", ".rs", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".tsx", ".jsx", ".java", ".kt", ".kts", ".scala", ".rb", ".php", ".cs",
    ".ex", ".exs", ".swift", ".c", ".cc", ".cpp", ".h", ".hpp", ".sh", ".bash", ".lua", ".dart",
)  # fmt: skip
SCRIPTS = (".sh", ".bash")
_QUOTED = regex(r"[\"'`](?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[\"'`]")
_READ = regex(
    r"(?:environ(?:\.get|\.setdefault|\.pop)?\s{0,5}[\[(]|(?i:getenv)\(|process\.env\.|import\.meta\.env\.|env!?\(|ENV(?:\.fetch)?[\[(])\s{0,20}"
    r"[\"'`]?(?P<name>[A-Z][A-Z0-9_]{2,})"
    r"|\$\{(?P<braced>[A-Z][A-Z0-9_]{2,})(?:[:}?+=-])|\$(?P<bare>[A-Z][A-Z0-9_]{2,})\b|%(?P<percent>[A-Z][A-Z0-9_]{2,})%"
)
_TAKEN = regex(r"\{(?P<names>[^{}]{1,500})\}\s*=\s*(?:process|import\.meta)\.env\b")
_NAME = regex(r"[A-Z][A-Z0-9_]{2,}")
_CAPITALS = regex(r"[A-Z][A-Z0-9_]{2}")  # no variable is without
_SET = regex(
    r"^[ \t]*(?:-[ \t]+)?(?:export[ \t]+|ENV[ \t]+|ARG[ \t]+|set[ \t]+|name:[ \t]*[\"']?|Environment=[\"']?)?"
    r"(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=[ \t]*[=:]|[ \t\"']|\r?$)",
    re.MULTILINE,
)
_SHAPE = r"[a-z][a-z0-9]*(?:(?:[_-][a-z0-9]+)+|(?:[A-Z][a-z0-9]*)+)"  # of several words: one alone counts only where its place says that it is a key
_WORD = r"[a-z][a-z0-9]{3,40}"
_KEY = regex(
    rf"[\"'`](?:\$\{{)?(?:\w[\w-]*\.)*(?P<quoted>{_SHAPE})\??(?=[\"'`}},:])"
    rf"|\b(?:yaml|json|toml|mapstructure|koanf|hcl|rename)\s?[:=]\s?[\"'](?P<tagged>{_WORD})\b|[\"'](?P<mapped>{_WORD})[\"']\s?(?::(?!:)|=>)"
    rf"|(?:^|[{{,(\[])[ \t]*(?:pub[ \t]+|readonly[ \t]+)?(?P<field>{_SHAPE})\??:(?!:)"
    rf"|(?<![\w:]):(?P<symbol>{_SHAPE})\b"
    rf"|\b(?:[Oo]pt(?:ion)?s|[Cc]onf(?:ig)?|[Cc]fg|[Ss]ettings)\.(?P<asked>{_SHAPE})\b",
    re.MULTILINE,
)


def variables(path: str, text: str) -> Iterator[Pair]:
    """Variables of the environment that code or settings read, and those that settings and shells set; in code
    any quoted name in capitals may be one.
    """
    if _CAPITALS.search(text) is None:
        return
    code, shell = path.endswith(CODE), path.endswith(SCRIPTS)
    for found in _READ.finditer(text):
        plain = found["bare"] or found["percent"]
        if not plain or not code or shell:
            yield found["name"] or found["braced"] or plain, ""
    if code:
        yield from ((m["name"], "") for m in _QUOTED.finditer(text))
        yield from ((name, "") for m in _TAKEN.finditer(text) for name in _NAME.findall(m["names"]))
    if not code or shell:
        yield from ((m["name"], "") for m in _SET.finditer(text))


def keys(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001  the shape of a reader
    """Names of several words that code has as a text, a symbol, a field, or asks its options for, and words in a tag
    or before a value: a key of configuration is written so, with hyphens whatever is between its words.
    """
    for found in _KEY.finditer(text):
        yield hyphened(found[found.lastgroup or 0] or ""), ""


def hyphened(name: str) -> str:
    """The one form in which keys are compared: `heatLevel` and `heat_level` are `heat-level`."""
    return separated(name, "-").replace("_", "-")


def spelt(key: str) -> tuple[str, ...]:
    """A key as code may write it: `heat-level`, `heat_level`, `heatLevel`, `HeatLevel`."""
    words = hyphened(key).split("-")
    pascal = "".join(word.capitalize() for word in words)
    return "-".join(words), "_".join(words), pascal[:1].lower() + pascal[1:], pascal


def made_from_key(flag: str, words: frozenset[str]) -> bool:
    """True when the code holds the key that a parser would make this option from: `dryRun`, `dry_run`, or
    `color` for `--no-color`.
    """
    key = flag.lstrip("-")
    bare = key.removeprefix("no-")
    return not words.isdisjoint((key, *spelt(bare), *spelt(f"no-{bare}")))
