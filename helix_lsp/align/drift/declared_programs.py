"""Readers of what the project's programs offer: the programs themselves, their subcommands and options. Each
gives (name, how it is declared).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from helix_lsp.align.drift.declared_tasks import hyphened, table
from helix_lsp.text.data_file import BrokenData, read_json, read_toml, value_at
from helix_lsp.text.regex import regex
from helix_lsp.text.words import separated

Pair = tuple[str, str]
_ENTRY = regex(r"^[^\S\n]*[\"']?([A-Za-z][\w.-]*)\s*=\s*[\w.]+:[\w.]+", re.MULTILINE)
_QUOTED_ENTRY = regex(r"[\"']([A-Za-z][\w.-]*)\s*=\s*[\w.]+:[\w.]+")
_SECTION = regex(
    r"console_scripts[\"']?\s*[=:]\s*(?:\[(?P<list>(?:(?!console_scripts)[^\]])*)\]|\n(?P<lines>(?:[ \t]+\S.*\n?)+))"
)
_GO_COMMAND = regex(r"(?:^|/)cmd/([a-z][\w-]*)/[^/]+\.go\Z")
_CLICK = regex(
    r"@[\w.]+\.(?:command|group)\(\s{0,200}(?:name\s*=\s*)?(?:[\"']([a-z][\w-]*)[\"'])?[^\n]{0,300}\n"
    r"(?:@[^\n]*\n|[ \t][^\n]*\n|\)\n){0,40}(?:async\s+)?def\s+(\w+)"
)
_SUB = regex(  # the text that is given to what is called a command, however a library spells it
    r"(?:[Cc]ommand|[Pp]arser|typer|\bApp|[Vv]erb|\bUse|\bdesc|setName|\$signature)(?:::\w{1,40})?(?:<[^<>\n]{0,80}>)?[ \t]{0,9}"
    r"(?:[=:(\[{]\s{0,80}){0,3}(?:[^\"'`\n]{0,80}?\b[Nn]ame\s{0,9}[=:]\s{0,80}|\w{1,40},\s{0,9})?[\"'`:](?P<name>[a-z][\w:-]{0,60})(?=(?P<how>[^\n]{0,80}))"
)
_SAID = ("ommand", "arser", "typer", "App", "erb", "Use", "desc", "setName", "$signature")
_CLAP_ENUM = regex(
    r"#\[derive\([^()]{0,300}\bSubcommand\b[^()]{0,300}\)\]\s*(?:#\[[^\n]{0,300}\n\s*){0,20}"
    r"(?:pub(?:\([^)]{0,100}\))?\s+)?enum\s+\w+\s*\{(?P<body>(?:(?!#\[derive\().)*?)^\}",
    re.DOTALL | re.MULTILINE,
)
_VARIANT = regex(r"^[ \t]{2,8}([A-Z]\w*)\s*(?:[,({]|$)", re.MULTILINE)
_QUOTED_OPTION = regex(
    r"(?:[\"'`](?:-\w(?:,| )[ ]?)?|^[ \t]*(?:-\w[ \t]*\|[ \t]*)?)(?P<flag>--[a-z][a-zA-Z0-9_-]*[a-zA-Z0-9])"
    r"(?P<how>(?:[\"'`=, <\[|/]|=?\*?\))[^\n]{0,200})",
    re.MULTILINE,
)
_MORE = regex(r"(?:[\"'`]\s*,\s*[\"'`]|/)(?P<flag>--[a-z][a-zA-Z0-9_-]*[a-zA-Z0-9])")
_BARE_OPTION = regex(  # the text that is given to what is called an option or a flag
    r"(?:[Oo]ptions?|[Ff]lags?|[Ff]s|[Ll]ong(?:Opt)?|[Ss]witch|opt\[\w+\])(?:\(\))?(?:\.\w{1,40})?"
    r"[ \t]{0,9}(?:[=({]\s{0,20}(?:Name:\s{0,9})?|(?=[\"']|:(?!:)))"
    r"(?:'.',\s{0,9}|[^\"'()\n]{0,100},\s{0,9})?(?:[\"']|:(?!:))(?P<flag>[a-z][\w-]{1,60})(?P<how>[^\n]{0,200})"
)
_HELD = regex(  # a field that is an option: of clap, and of Clikt
    r"#\[(?:arg|clap|structopt)\((?=[^\]]{0,300}\blong\b(?!\s*=))[^\]]{0,300}\]\s*(?:(?:#\[[^\n]*|//[^\n]*)\n\s*){0,5}(?:pub(?:\([^)]*\))?\s+)?(?P<field>[a-z_]\w*)\s*:(?P<type>[^\n]*)"
    r"|\bva[lr]\s+(?P<name>\w+)(?P<how>[^\n]{0,80}\bby\s+option\([^\n]{0,200})"
)
_BUILD = regex(  # of CMake and Meson
    r"\b(?:\w+_)?option\s{0,9}\(\s{0,40}[\"']?(?P<option>\w[\w-]*)|\bset\s{0,9}\(\s{0,40}(?P<cached>\w+)\b[^()]{0,300}\bCACHE\b",
    re.IGNORECASE,
)
_EXTRAS = regex(r"\bextras_require\s*=\s*(?:\{(?P<literal>(?:[^{}()]|\([^()]*\))*)\})?")
_EXTRA = regex(r"[\"']([\w.-]+)[\"']\s*:")
_IN_CFG = regex(r"^\[options\.extras_require\]\s*\n(?P<body>(?:(?!\[)[^\n]*\n?)*)", re.MULTILINE)
_MODULE = regex(r"^module[ \t]+(\S+)", re.MULTILINE)
_EXECUTABLE = regex(r"(?:^|/)(?:exe|bin)/([a-z][\w-]*)\Z")


def programs(path: str, text: str) -> Iterator[Pair]:
    """Programs that are installed: of a Python, Node, Rust, Go or PHP project, and such as their place names."""
    base = path.rpartition("/")[2].lower()
    placed = named_by_its_place(path)
    if placed:
        yield placed, ""
    if base in ("pyproject.toml", "cargo.toml"):
        yield from _of_toml(base, text)
    elif base in ("package.json", "composer.json"):
        yield from _of_json(text)
    elif base == "go.mod":
        module = _MODULE.search(text)
        if module is not None:
            yield re.sub(r"/v\d+\Z", "", module[1]).rpartition("/")[2], ""
    elif base in ("setup.cfg", "setup.py"):
        for part in _SECTION.finditer(text):
            names = (
                _QUOTED_ENTRY.findall(part["list"])
                if part["list"] is not None
                else _ENTRY.findall(part["lines"])
            )
            yield from ((name, "") for name in names)


def build_options(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001  the shape of a reader
    """Options of a build with CMake or Meson, which `-D` sets."""
    yield from ((m["option"] or m["cached"], "") for m in _BUILD.finditer(text))


def features(path: str, text: str) -> Iterator[Pair]:
    """Features of a crate, its optional dependencies among them, and extras of a Python project."""
    if path.endswith(".toml"):
        try:
            data = read_toml(text)
        except BrokenData:
            yield "*", ""
            return
        yield from table(data, "features")
        yield from table(data, "project", "optional-dependencies")
        yield from table(data, "tool", "poetry", "extras")
        for name, how in table(data, "dependencies"):
            if "'optional': True" in how:
                yield name, how
        dynamic = value_at(data, "project", "dynamic")
        if isinstance(dynamic, list) and "optional-dependencies" in dynamic:
            yield "*", ""
    elif path.endswith(".cfg"):
        bodies = (m["body"] for m in _IN_CFG.finditer(text))
        yield from ((m, "") for body in bodies for m in re.findall(r"^([\w.-]+)\s*=", body, re.MULTILINE))
    else:
        for found in _EXTRAS.finditer(text):
            names = _EXTRA.findall(found["literal"] or "")
            yield from ((name, "") for name in (*names, *(() if names else ("*",))))


def named_by_its_place(path: str) -> str:
    """The program that `cmd/x/main.go`, `exe/x` or `src/bin/x.rs` is, `` for any other file."""
    found = (
        _GO_COMMAND.search(path)
        or _EXECUTABLE.search(path)
        or re.search(r"(?:^|/)src/bin/([a-z][\w-]*)(?:/main)?\.rs\Z", path)
    )
    return found[1] if found is not None else ""


def _of_toml(base: str, text: str) -> Iterator[Pair]:
    try:
        data = read_toml(text)
    except BrokenData:
        return
    if base == "cargo.toml":
        binaries = data.get("bin")
        for one in cast("list[object]", binaries) if isinstance(binaries, list) else ():
            yield str(value_at(one, "name")), ""
        if value_at(data, "package", "name"):
            yield str(value_at(data, "package", "name")), ""
        return
    yield from table(data, "project", "scripts")
    yield from table(data, "tool", "poetry", "scripts")


def _of_json(text: str) -> Iterator[Pair]:
    try:
        data: object = read_json(text)
    except BrokenData:
        return
    bins = value_at(data, "bin")
    if isinstance(bins, str):
        yield str(value_at(data, "name") or "").rpartition("/")[2], bins
    elif isinstance(bins, list):
        yield from ((str(one).rpartition("/")[2], "") for one in cast("list[object]", bins))
    yield from table(data, "bin")


def subcommands(path: str, text: str) -> Iterator[Pair]:
    """Subcommands that code declares: the texts that it gives to what it calls a command or a parser, functions that
    click makes commands of, and variants of an enumeration that clap reads.
    """
    if path.endswith(".py") and ("command" in text or "group" in text):
        for name, made in _CLICK.findall(text):
            yield name or made.removesuffix("_command").removesuffix("_cmd").replace("_", "-"), ""
    if path.endswith(".rs") and "Subcommand" in text:
        for body in _CLAP_ENUM.finditer(text):
            yield from ((separated(v, "-"), "") for v in _VARIANT.findall(body["body"]))
    if any(word in text for word in _SAID):
        yield from ((m["name"], m["how"]) for m in _SUB.finditer(text))


def options(path: str, text: str) -> Iterator[Pair]:
    """Long options that code declares, with their dashes."""
    if "--" in text:
        for found in _QUOTED_OPTION.finditer(text):
            flag, how = found["flag"], found["how"]
            yield flag, how
            while (more := _MORE.match(how)) is not None:  # `"--heat", "--warm"` and `--heat/--no-heat`
                flag, how = more["flag"], how[more.end() :]
                yield flag, how
    if "lag" in text or "ption" in text or "long" in text or "witch" in text:
        yield from (("--" + m["flag"].replace("_", "-"), m["how"]) for m in _BARE_OPTION.finditer(text))
    if path.endswith((".rs", ".kt")):
        for found in _HELD.finditer(text):
            yield "--" + hyphened((found["name"] or found["field"]).strip("_")), found["how"] or found["type"]
