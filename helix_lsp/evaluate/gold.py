"""A gold file (`gold-queries.v1`): questions with the places that answer them, and the least figures that
pass.

Invariants: what is read was checked; a file that says anything else is refused in one line that names the
file, the question and the field. The schema is `wire/schema/gold-queries.v1.schema.json`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NoReturn, cast

import msgspec

from helix_lsp.ask.evidence.lookup import FILTERS
from helix_lsp.errors import UsageError
from helix_lsp.text.data_file import BrokenData, read_json, read_text
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.paths import refuse

SCHEMA = "gold-queries.v1"
THRESHOLDS = ("recall_at_k", "question_recall_at_k", "mrr", "ndcg", "span_hit")

TargetKind = Literal["path", "glob", "symbol", "span"]
_FILE_FIELDS = ("schema", "name", "exclude", "thresholds", "queries")
_QUERY_FIELDS = ("id", "query", "category", "filters", "targets", "note")
_TARGET_FIELDS = ("path", "glob", "symbol", "start_line", "end_line", "contains")
_NO_CATEGORY = "other"


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """What should be found: a file (`path`), any file of a `glob`, a definition (`symbol`, bare or qualified,
    perhaps in one `path`), or

    lines of a file (from 1, both inclusive) that still hold `contains` when that is given. Fields that a kind
    does not use are empty.
    """

    kind: TargetKind
    path: str = ""
    glob: str = ""
    symbol: str = ""
    start_line: int = 0
    end_line: int = 0
    contains: str = ""

    @property
    def located(self) -> bool:
        """True when it is a place in a file rather than a file."""
        return self.kind in ("symbol", "span")

    @property
    def words(self) -> str:
        """As a person would write it."""
        if self.kind == "span":
            return f"{self.path}:{self.start_line}-{self.end_line}"
        if self.kind == "symbol":
            return f"{self.symbol} in {self.path}" if self.path else self.symbol
        return self.path or self.glob


class GoldQuery(msgspec.Struct, frozen=True, kw_only=True):
    """One question; it is answered when one of its targets is found. `filters` are (key, value) as `helix-lsp
    query` takes them.
    """

    id: str
    text: str
    category: str
    filters: tuple[tuple[str, str], ...]
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldFile:
    """`file` is its name as given, `sha256` of its bytes; `exclude` are globs of further files that are no
    candidates;

    `thresholds` are (one of THRESHOLDS, least value 0..1) in that order.
    """

    file: str
    name: str
    sha256: str
    exclude: tuple[str, ...]
    thresholds: tuple[tuple[str, float], ...]
    queries: tuple[GoldQuery, ...]


def read_gold(file: str, data: bytes) -> GoldFile:
    """The gold file called `file`; raises `UsageError` with one line: file, question, field, what is wrong."""
    try:
        value: object = read_json(read_text(data), pairs=_no_twins)
    except BrokenData as error:
        raise UsageError(error.at(file, "mend the gold file")) from error
    top = _Fields(value, file, "the file", _FILE_FIELDS)
    if top.text("schema") != SCHEMA:
        top.wrong("schema", f"is {top.text('schema')!r}, this program reads {SCHEMA}")
    listed = top.items("queries")
    if not listed:
        top.wrong("queries", "is empty")
    queries = tuple(_query(item, file, number) for number, item in enumerate(listed, 1))
    seen: set[str] = set()
    for number, query in enumerate(queries, 1):
        if query.id in seen:
            raise UsageError(f"{file}: query {number}: `id` {query.id!r} is used twice")
        seen.add(query.id)
    return GoldFile(
        file=file,
        name=top.text("name", "") or file.replace("\\", "/").rpartition("/")[2],
        sha256=sha256_hex(data),
        exclude=tuple(top.texts("exclude")),
        thresholds=_thresholds(top, queries),
        queries=queries,
    )


def _query(value: object, file: str, number: int) -> GoldQuery:
    named: object = cast("dict[object, object]", value).get("id") if isinstance(value, dict) else None
    known = isinstance(named, str) and named.strip()
    fields = _Fields(cast("object", value), file, f"query {named if known else number}", _QUERY_FIELDS)
    if not (text := fields.text("query").strip()):
        fields.wrong("query", "is empty")
    if not (name := fields.text("id").strip()):
        fields.wrong("id", "is empty")
    fields.text("note", "")
    listed = fields.items("targets")
    if not listed:
        fields.wrong("targets", "is empty")
    return GoldQuery(
        id=name,
        text=text,
        category=fields.text("category", "").strip() or _NO_CATEGORY,
        filters=_filters(fields),
        targets=tuple(
            _target(item, file, f"{fields.place}: targets[{at}]") for at, item in enumerate(listed)
        ),
    )


def _filters(fields: _Fields) -> tuple[tuple[str, str], ...]:
    if not fields.has("filters"):
        return ()
    inner = _Fields(fields.value["filters"], fields.file, f"{fields.place}: filters", FILTERS)
    found = tuple((key, inner.text(key).strip()) for key in FILTERS if inner.has(key))
    for key, text in found:
        if not text:
            inner.wrong(key, "is empty")
    return found


def _target(value: object, file: str, place: str) -> Target:
    fields = _Fields(value, file, place, _TARGET_FIELDS)
    has = {name for name in _TARGET_FIELDS if fields.has(name)}
    if "glob" in has and has == {"glob"}:
        return Target(kind="glob", glob=_filled(fields, "glob"))
    if "symbol" in has and has <= {"symbol", "path"}:
        return Target(
            kind="symbol", symbol=_filled(fields, "symbol"), path=_path(fields) if "path" in has else ""
        )
    if has == {"path"}:
        return Target(kind="path", path=_path(fields))
    if "path" in has and "start_line" in has and has <= {"path", "start_line", "end_line", "contains"}:
        first = fields.line("start_line")
        last = fields.line("end_line") if "end_line" in has else first
        if last < first:
            fields.wrong("end_line", f"is {last}, before start_line {first}")
        return Target(
            kind="span",
            path=_path(fields),
            start_line=first,
            end_line=last,
            contains=fields.text("contains", ""),
        )
    raise UsageError(
        f"{file}: {place}: a target is `path`, `glob`, `symbol` (with or without `path`), or `path` with `start_line`, not "
        + (", ".join(sorted(has)) or "empty")
    )


def _path(fields: _Fields) -> str:
    path = _filled(fields, "path")
    if wrong := refuse(path):
        fields.wrong("path", f"{path!r} is not a path below the root: {wrong}")
    return path


def _filled(fields: _Fields, name: str) -> str:
    text = fields.text(name).strip()
    if not text:
        fields.wrong(name, "is empty")
    return text


def _thresholds(top: _Fields, queries: tuple[GoldQuery, ...]) -> tuple[tuple[str, float], ...]:
    if not top.has("thresholds"):
        return ()
    fields = _Fields(top.value["thresholds"], top.file, "thresholds", THRESHOLDS)
    if fields.has("span_hit") and not any(t.located for q in queries for t in q.targets):
        fields.wrong("span_hit", "cannot be measured: no target is a symbol or a span")
    return tuple((name, fields.share(name)) for name in THRESHOLDS if fields.has(name))


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {name!r} is given twice in one object")
        found[name] = value
    return found


class _Fields:
    """One JSON object whose fields are taken with a check; every complaint names the file and the place."""

    def __init__(self, value: object, file: str, place: str, known: tuple[str, ...]) -> None:
        self.file, self.place = file, place
        if not isinstance(value, dict):
            raise UsageError(f"{file}: {place} must be an object")
        self.value = cast("dict[str, object]", value)
        for name in self.value:
            if name not in known:
                self.wrong(name, f"is unknown; known fields are {', '.join(known)}")

    def wrong(self, field: str, words: str) -> NoReturn:
        raise UsageError(f"{self.file}: {self.place}: `{field}` {words}")

    def has(self, name: str) -> bool:
        return name in self.value

    def text(self, name: str, default: str | None = None) -> str:
        value = self.value.get(name, default)
        if not isinstance(value, str):
            self.wrong(name, "is missing" if name not in self.value else "must be a text")
        return value

    def items(self, name: str) -> list[object]:
        value = self.value.get(name)
        if not isinstance(value, list):
            self.wrong(name, "is missing" if name not in self.value else "must be a list")
        return cast("list[object]", value)

    def texts(self, name: str) -> list[str]:
        found = self.items(name) if self.has(name) else []
        for text in found:
            if not isinstance(text, str) or not text.strip():
                self.wrong(name, "must be a list of texts that are not empty")
        return cast("list[str]", found)

    def line(self, name: str) -> int:
        value = self.value.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            self.wrong(name, "must be a line number, from 1 on")
        return value

    def share(self, name: str) -> float:
        value = self.value.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            self.wrong(name, "must be a number from 0 to 1 (a share, not percent)")
        return float(value)
