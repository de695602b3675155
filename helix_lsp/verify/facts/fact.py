"""A fact: what one place says of a subject, as a typed value with its exact bytes and the grade of its source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.align.live import Live
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import split, stem
from helix_lsp.verify.facts.value import Value, code_value

Predicate = Literal[
    "value", "parameter", "default", "position", "count", "base", "decorator", "raises", "returns", "kind", "owner",
    "file", "async", "deprecated", "exported", "modifier", "version", "environment", "flag",
    "setting", "number", "list", "error", "uses", "order", "operation", "guard", "sentinel",
]  # fmt: skip
Grade = Literal["A", "B", "C", "D", "E"]
"""A a definition, B a test or a contract, C a document of the project, D an example or a comment, E what is
generated, vendored or a copy."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """`subject` is the qualified name. `sure` is False where the program may make something else of it: such
    a fact can support and never contradict.
    """

    path: str
    subject: str
    predicate: Predicate
    value: Value
    span: Span
    grade: Grade
    sure: bool = True


# How much a file is worth as evidence, from its surface alone.

_CONTRACT = regex(r"(?:^|/)(?:openapi|swagger|[\w.-]*\.schema)\.(?:json|ya?ml)\Z|\.proto\Z|\.graphqls?\Z")
_RECORD = regex(
    r"(?:^|/)(?:changes?(?:[._-]|\Z)|changelog|history|news(?:[._/-]|\Z)|releases?(?:[._/-]|\Z)|release-notes|whatsnew|upgrad|migrat|deprecat|api_changes)"
)


def grade_of(entry: FileEntry, *, copy: bool = False) -> Grade:
    """The grade of what a file says; a comment in it is an example's at most, which its reader says."""
    surface = entry.surface
    if copy or surface.generated or surface.vendored or entry.generated:
        return "E"
    if surface.example:
        return "D"
    if surface.test or _CONTRACT.search(entry.path.lower()):
        return "B"
    return "C" if surface.kind in ("docs", "text") else "A"


def is_record(path: str) -> bool:
    """True for what tells of other times: change logs, release notes, upgrade guides."""
    return _RECORD.search(path.lower()) is not None


# Code of the project itself that holds a word, for facts that are in no definition.

_MOST_UNITS = 2_000
_MOST_FILES_HOLDERS = 60
_LARGEST_HOLDERS = 1_000_000


def term_of(name: str) -> str:
    """The rarest term that every text with this name holds."""
    stems, entire = split(name)
    return entire or (stems[0] if stems else "")


def holders(term: str, snapshot: Snapshot, live: Live) -> Iterator[tuple[str, bytes]]:
    """(path, bytes) of the code that holds a term; nothing for one that is in too many files."""
    for path in remembered(snapshot, ("claim holders", term), lambda: _paths(term, snapshot)):
        data = live.data(path)
        if data is not None and len(data) < _LARGEST_HOLDERS:
            yield path, data


def _paths(term: str, snapshot: Snapshot) -> tuple[str, ...]:
    found: list[str] = []
    for path in snapshot.holding(term, _MOST_UNITS) or ():
        entry = snapshot.file(path)
        if entry is not None and entry.surface.kind == "code" and grade_of(entry) == "A":
            found.append(path)
    return tuple(found) if len(found) <= _MOST_FILES_HOLDERS else ()


# Facts that are in no definition: keys of configuration, versions that a manifest asks for, variables of
# the environment with their fallbacks, options of a command line with their defaults.

_PLAIN_KEYS = (".ini", ".cfg", ".env", ".properties", ".conf")
_LINE = regex(
    rb"^[ \t]{0,8}(?:export[ \t]+)?([A-Za-z_][\w.-]{0,80})[ \t]{0,8}[=:][ \t]{0,8}([^\n#;]{0,200})", re.M
)
_LARGEST = 300_000
_MOST_FILES = 400
_READ = (
    rb"(?:environ(?:\.get|\.setdefault|\.fetch)?|getenv|Getenv|LookupEnv|env::var(?:_os)?|env!|process\.env|ENV(?:\.fetch)?|"
    rb"env\.(?:get|str|int|bool|float|list)|getEnv|EnvString|EnvInt|GetEnv|environ_get)"
)
_VERSIONS: tuple[tuple[str, str, str], ...] = (  # base name of the file, pattern, tool
    ("pyproject.toml", r"^requires-python\s*=\s*[\"'](?P<v>[^\"'\n]{1,60})", "python"),
    ("pyproject.toml", r"^python\s*=\s*[\"'](?P<v>[^\"'\n]{1,60})", "python"),
    ("setup.cfg", r"^\s*python_requires\s*=\s*(?P<v>[^\n]{1,60})", "python"),
    ("setup.py", r"python_requires\s*=\s*[\"'](?P<v>[^\"'\n]{1,60})", "python"),
    ("go.mod", r"^go (?P<v>[\d.]{1,20})", "go"),
    ("package.json", r"\"node\"\s*:\s*\"(?P<v>[^\"\n]{1,60})", "node"),
    ("Cargo.toml", r"^rust-version\s*=\s*[\"'](?P<v>[\d.]{1,20})", "rust"),
    ("composer.json", r"\"require\"\s*:\s*\{[^{}]{0,2000}?\"php\"\s*:\s*\"(?P<v>[^\"\n]{1,60})", "php"),
    (".gemspec", r"required_ruby_version\s*=?\s*\(?(?:Gem::Requirement\.new\()?\s*[\"'](?P<v>[^\"'\n]{1,60})", "ruby"),
    ("mix.exs", r"\belixir:\s*\"(?P<v>[^\"\n]{1,60})", "elixir"),
    ("pom.xml", r"<(?:maven\.compiler\.(?:release|source)|java\.version|release)>(?P<v>[\d.]{1,20})<", "java"),
    ("build.gradle", r"(?:sourceCompatibility|languageVersion)\W[^\n\d]{0,60}(?P<v>\d[\d.]{0,10})", "java"),
)  # fmt: skip
_BOUND = regex(r"(?:>=|\^|~>|~=|~)\s*(\d+(?:\.\d+)*)|\A\s*(\d+(?:\.\d+)*)\s*\Z")


class KeyPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A key of configuration with its value's bytes; `whole` is False where there are more files than were read, so
    that the key may be in another one, too.
    """

    path: str
    key: str
    value: Span
    whole: bool = True


def keys_of(snapshot: Snapshot, live: Live) -> tuple[KeyPlace, ...]:
    """The keys of all configuration of the project itself, in order of (path, place); worked out once."""
    return remembered(snapshot, ("claim keys",), lambda: _every_key(snapshot, live))


def _every_key(snapshot: Snapshot, live: Live) -> tuple[KeyPlace, ...]:
    entries = (snapshot.file(path) for path in snapshot.paths())
    paths = [
        e.path
        for e in entries
        if e is not None and e.surface.kind == "config" and grade_of(e) == "A" and 0 <= e.size <= _LARGEST
    ]
    found = tuple(_keys(paths[:_MOST_FILES], snapshot, live))
    return found if len(paths) <= _MOST_FILES else tuple(replace(k, whole=False) for k in found)


def _keys(paths: list[str], snapshot: Snapshot, live: Live) -> Iterator[KeyPlace]:
    for path in paths:
        outline = snapshot.skeleton(path)
        if outline is not None and outline.keys:
            yield from (KeyPlace(path=path, key=k.path, value=k.value) for k in outline.keys)
        elif path.lower().endswith(_PLAIN_KEYS) and (data := live.data(path)) is not None:
            yield from (
                KeyPlace(path=path, key=m[1].decode("utf-8", "replace"), value=Span(*m.span(2)))
                for m in _LINE.finditer(data)
            )


def key_fact(place: KeyPlace, live: Live) -> Fact | None:
    """The literal of a key; None where it has none."""
    data = live.data(place.path)
    if data is None or not live.same(place.path):
        return None
    written = place.value.cut(data).decode("utf-8", "replace").strip()
    value = code_value(written, place.key.rpartition(".")[2])
    if value is not None and value.kind == "name":
        value = Value(kind="text", written=written, text=written)
    return (
        None
        if value is None
        else Fact(
            path=place.path,
            subject=place.key,
            predicate="value",
            value=value,
            span=place.value,
            grade="A",
            sure=place.whole,
        )
    )


def versions_of(snapshot: Snapshot, live: Live, tool: str) -> tuple[Fact, ...]:
    """The least version of a tool that the project's manifests ask for, the outermost manifest first."""
    out: list[Fact] = []
    wanted = tuple(base for base, _, name in _VERSIONS if name == tool)
    for path in sorted((p for p in snapshot.paths() if p.endswith(wanted)), key=lambda p: (p.count("/"), p)):
        entry, data = snapshot.file(path), live.data(path)
        if entry is None or data is None or grade_of(entry) != "A":
            continue
        text = data[:_LARGEST].decode("utf-8", "surrogateescape")
        for base, pattern, name in _VERSIONS:
            if name == tool and path.endswith(base) and (found := re.search(pattern, text, re.M)) is not None:
                bounds = [m[1] or m[2] for part in found["v"].split("|") for m in _BOUND.finditer(part)]
                if not bounds or "," in found["v"].replace(" ", "").partition("<")[0]:
                    continue
                least = min(bounds, key=lambda b: [int(n) for n in b.split(".")])
                start = len(text[: found.start("v")].encode("utf-8", "surrogateescape"))
                value = Value(kind="version", written=found["v"].strip(), text=least)
                span = Span(start, start + len(found["v"].encode("utf-8", "surrogateescape")))
                out.append(
                    Fact(path=path, subject=tool, predicate="version", value=value, span=span, grade="A")
                )
    return tuple(out)


def environment_of(name: str, snapshot: Snapshot, live: Live) -> tuple[Fact, ...]:
    """Where code reads a variable of the environment: its fallback, `nothing` unsure where it names none."""
    read = re.compile(
        _READ + rb"\W{1,4}[\"'`]?" + re.escape(name.encode()) + rb"[\"'`]?\s{0,4}(?P<rest>[^\n]{0,120})"
    )
    out: list[Fact] = []
    for path, data in holders(term_of(name), snapshot, live):
        for m in read.finditer(data):
            rest = m["rest"].decode("utf-8", "replace")
            given = re.match(
                r"(?:,|\]?\s*(?:\|\||\?\?|or)|\)\.(?:unwrap_or|orElse)\()\s*(?P<v>\"[^\"]*\"|'[^']*'|-?[\w.]+)",
                rest,
            )
            value = code_value(given["v"]) if given is not None else None
            plain = value if value is not None and value.kind != "name" else None
            none = Value(kind="nothing", written="")
            out.append(
                Fact(
                    path=path,
                    subject=name,
                    predicate="environment",
                    value=plain or none,
                    span=Span(m.start(), m.end()),
                    grade="A",
                    sure=plain is not None,
                )
            )
    return tuple(out)


_AS_DEFAULT = regex(
    r"(?:default(?:_value(?:_t)?|Value)?\s*[=:(]\s*|\.default\(\s*)(?P<v>\"[^\"\n]*\"|'[^'\n]*'|-?[\w.]+(?:\s*(?:\*|<<)\s*\w+)*)"
)
_AS_SECOND = regex(r"\A\s*,\s*(?P<v>\"[^\"\n]*\"|-?\d[\w.]*|true|false)\s*,")


def flag_facts(flag: str, snapshot: Snapshot, live: Live) -> tuple[Fact, ...]:
    """Where code declares an option of a command line: its default, `nothing` unsure where none is read."""
    bare = flag.lstrip("-")
    words = [w for w in re.split(r"[-_]", bare) if w]
    if not words:
        return ()
    declared = re.compile(
        rb"[\"'`](?:--?)?" + re.escape(bare.encode()) + rb"(?:[ =][<\[][^\"'`\n]{0,40})?[\"'`]"
    )
    out: list[Fact] = []
    for path, data in holders(stem(max(words, key=len).lower()), snapshot, live):
        for m in declared.finditer(data):
            dashed = data[m.start() + 1 : m.start() + 2] == b"-"
            lead = data[max(0, m.start() - 60) : m.start()]
            if not dashed and not re.search(
                rb"(?:[fF]lags\(\)|flag|Flag)\.\w+\(\s*(?:&[\w.]+,\s*)?\Z|(?:long|Name)\s*[=:(]\s*\Z", lead
            ):
                continue
            call = _call_after(data[m.end() : m.end() + 600].decode("utf-8", "replace"))
            found = _AS_DEFAULT.search(call) or (_AS_SECOND.match(call) if not dashed else None)
            value = code_value(found["v"], bare) if found is not None else None
            plain = value if value is not None and value.kind not in ("name", "nothing") else None
            value = plain or Value(kind="nothing", written="")
            end = m.end() + len(call.encode())
            out.append(
                Fact(
                    path=path,
                    subject=flag,
                    predicate="flag",
                    value=value,
                    span=Span(m.start(), end),
                    grade="A",
                    sure=plain is not None,
                )
            )
    return tuple(out)


def _call_after(text: str) -> str:
    """The rest of the call that a declaration is in."""
    depth = 0
    for at, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if depth < 0:
            return text[:at]
    return text
