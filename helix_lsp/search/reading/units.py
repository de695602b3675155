"""The units of the candidate files in the order in which their text speaks for them. Also what a file is for,
where only its path says so.

Candidates are all units of the best ranked files, and of the configuration of the repository, which hardly
ever shares words with a question but answers many. A unit is a vector of features (NAMES, each about 0..1);
the weights were learned (`drift_worths.py`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache

import msgspec

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.index.surface import Surface
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.text.paths import stem_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem, terms
from helix_lsp.tuning.questions import READING

# What a file is for, where its path says so only to who knows the trade: `.github/workflows` is the CI,
# `.golangci.yml` the linter's.

CI = frozenset({"ci"})
_ASIDE: tuple[tuple[re.Pattern[str], str], ...] = (
    (regex(r"(?:^|/)(?:scripts?|tools?|hack)/", re.I), "script tool maintainer"),
    (regex(r"(?:^|/)bench(?:mark)?s?/", re.I), "benchmark bench performance"),
)
_TRADES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        regex(
            r"(?:^|/)(?:\.github/workflows/|\.circleci/|\.buildkite/|\.gitlab-ci|\.travis|\.?appveyor|azure-pipelines|jenkinsfile)",
            re.I,
        ),
        "ci pipeline workflow",
    ),
    (
        regex(
            r"\b(?:eslint|golangci|flake8|pylint|rubocop|stylelint|phpcs|phpstan|credo|clippy|ruff|swiftlint|checkstyle|pmd)\b",
            re.I,
        ),
        "linter lint",
    ),
    (
        regex(
            r"(?:^|/)(?:pyproject\.toml|setup\.cfg|(?:package|composer)\.json|cargo\.toml|go\.mod|gemfile|pom\.xml|mix\.exs)\Z",
            re.I,
        ),
        "dependency requirement manifest package",
    ),
    (
        regex(r"(?:^|/)(?:dockerfile|containerfile|(?:docker-)?compose\.ya?ml)", re.I),
        "container docker image",
    ),
)


@lru_cache(20_000)
def trade_terms(path: str) -> frozenset[str]:
    """Stems of the words for what a file, or a table of configuration, is for; empty where its name says it
    in plain words or not at all.
    """
    return frozenset(
        stem(word) for pattern, words in _TRADES if pattern.search(path) for word in words.split()
    )


@lru_cache(20_000)
def beside_product(path: str) -> frozenset[str]:
    """Stems of the words by which one asks for what is beside the product: scripts of its maintainers, benchmarks;
    empty for anything else.
    """
    return frozenset(
        stem(word) for pattern, words in _ASIDE if pattern.search(path) for word in words.split()
    )


def role_words(path: str, surface: Surface) -> frozenset[str]:
    """The same for every role that is not the product's: its tests, its CI, what shows or repeats it as well."""
    roles = (
        (surface.test, "test"),
        (surface.example, "example sample demo tutorial"),
        (surface.generated or surface.vendored, "generate build bundle vendor"),
        (trade_terms(path) >= CI, "ci pipeline workflow test build job"),
    )
    return beside_product(path) | {stem(word) for held, words in roles if held for word in words.split()}


NAMES = (
    "text", "exact", "head", "name", "doc", "body", "path", "file_name", "context", "file", "file_rank", "file_score", "unit_score",
    "named_by_channel",
    "test", "example", "document", "configuration", "record", "derived", "translated", "entry", "whole", "length", "rarest", "section",
    "document_use", "document_what", "document_why", "document_weighing", "code_where", "code_when", "code_flow", "code_how", "code_value",
    "configuration_value", "configuration_what", "density", "part", "class", "definition", "two_best",
)  # fmt: skip
_FILES = 60
_SETTINGS = 60
_SETTINGS_DEPTH = 2
_UNRANKED = 80
_RECORD = regex(r"(?:^|/)(?:changes|changelog|history|news|releases?|release-notes|whatsnew|upgrad)")
_LANGUAGE = regex(r"(?:^|/)([a-z]{2}(?:-[a-zA-Z]{2,4})?)/")
_NO_LANGUAGE = frozenset({"en", "js", "ts", "py", "go", "db", "io", "ui", "id", "ip", "os", "in", "to", "my"})
_NO_CODE = ("docs", "config", "text")
_NO_WORDS: frozenset[str] = frozenset()
_Common = tuple[frozenset[str], ...]


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """One unit with its features, in the order of NAMES."""

    path: str
    unit: Unit
    features: tuple[float, ...]


def candidates(
    wanted: WantedWords,
    files: tuple[Ranked, ...],
    snapshot: Snapshot,
    cfg: SearchConfig,
    check: Callable[[], None],
    keep: Callable[[str], bool] | None = None,
) -> tuple[Candidate, ...]:
    """Every unit of the candidate files that holds a word of the question; `files` are the whole ranking,
    `keep` filters paths.

    Cost: linear in these units, independent of the workspace.
    """
    top = files[0].score if files else 1.0
    out: list[Candidate] = []
    shares = _Shares(wanted)
    for rank, (path, ranked) in enumerate(_files(files, snapshot, keep)):
        check()
        entry = snapshot.file(path)
        if entry is not None:
            out += _of_file(
                path, entry, ranked, rank if ranked is not None else _UNRANKED, top, shares, snapshot, cfg
            )
    return tuple(out)


def _files(
    files: tuple[Ranked, ...], snapshot: Snapshot, keep: Callable[[str], bool] | None
) -> list[tuple[str, Ranked | None]]:
    """The best ranked files, then the configuration near the root. What a tool locked answers nobody."""
    found: dict[str, Ranked | None] = {
        r.file.path: r for r in files[:_FILES] if not _locked(r.file.path, snapshot)
    }
    settings = 0
    for path in snapshot.paths():
        if settings == _SETTINGS:
            break
        if (
            path.count("/") <= _SETTINGS_DEPTH
            and path not in found
            and (entry := snapshot.file(path)) is not None
        ):
            surface = entry.surface
            made = surface.test or surface.generated or "lock" in path.lower()
            if surface.kind == "config" and not made and (keep is None or keep(path)):
                found[path] = None
                settings += 1
    return list(found.items())


def _locked(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and entry.surface.kind == "config" and entry.surface.generated


def _of_file(
    path: str,
    entry: FileEntry,
    ranked: Ranked | None,
    rank: int,
    top: float,
    shares: _Shares,
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> list[Candidate]:
    wanted = shares.wanted
    keys = wanted.stands.keys()
    scores = {u.unit.ordinal: u.merit(ranked.best, cfg) for u in ranked.units} if ranked is not None else {}
    best = max(scores.values(), default=1.0) or 1.0
    in_path, in_name, name_share = _of_path(path, wanted)
    read: list[tuple[Unit, _Share, int]] = []
    different: dict[int, _Share] = {}
    for unit in snapshot.units_with(path, keys):
        common = [keys & counts.keys() if counts else _NO_WORDS for counts in unit.counts]
        if any(common):
            often = sum([counts[t] for counts, words in zip(unit.counts, common, strict=True) for t in words])
            share = shares.of(tuple(map(frozenset, common)))
            read.append((unit, share, often))
            different[id(share)] = share
    if not read:
        return []
    file_share = wanted.share(_merged(*[share.held for share in different.values()]))
    surface, kind = entry.surface, wanted.kind
    document, settings = surface.kind == "docs", surface.kind in ("config", "text")
    code = surface.kind not in _NO_CODE
    shared = (
        wanted.share(in_path),
        name_share * wanted.share(in_name),
        float(surface.test),
        float(surface.example),
        float(document),
        float(settings),
        float(_RECORD.search(path.lower()) is not None),
        float(surface.generated or surface.vendored or entry.generated),
        float(document and _translated(path)),
        float(surface.entry),
        float(document and kind == "use"),
        float(document and kind == "what"),
        float(document and kind == "why"),
        float(document and kind in ("difference", "yesno")),
        float(code and kind == "where"),
        float(code and kind == "when"),
        float(code and kind == "flow"),
        float(code and kind == "how"),
        float(not document and kind == "value"),
        float(settings and kind == "value"),
        float(settings and kind == "what"),
    )
    ranks = (file_share, 1 / (4 + rank), ranked.score / top if ranked is not None and top else 0.0)
    return [
        Candidate(
            path=path,
            unit=u,
            features=_features(u, share, often, in_path, ranks, scores.get(u.ordinal), best, shared, wanted),
        )
        for u, share, often in read
    ]


class _Share(msgspec.Struct, frozen=True, kw_only=True):
    """What the words that a unit holds of the question say: those held, and the features that hang on them alone."""

    held: dict[str, float]
    share: float
    exact: float
    head: float
    name: float
    doc: float
    body: float
    two_best: float


class _Shares:
    """Worked out once for the same words in the same fields: in a question most units hold a word or two."""

    def __init__(self, wanted: WantedWords) -> None:
        self.wanted = wanted
        self._known: dict[_Common, _Share] = {}

    def of(self, common: _Common) -> _Share:
        """`common` are the stems of the question in each field of a unit."""
        found = self._known.get(common)
        if found is None:
            wanted = self.wanted
            fields = [wanted.held(words) if words else {} for words in common]
            held = _merged(*fields)
            strongest = sorted([wanted.values[w] * sure for w, sure in held.items()], reverse=True)
            found = self._known[common] = _Share(
                held=held,
                share=wanted.share(held),
                exact=wanted.exact(held),
                head=wanted.share(_merged(*fields[:3])),
                name=wanted.share(fields[0]),
                doc=wanted.share(fields[3]),
                body=wanted.share(fields[4]),
                two_best=sum(strongest[:2]) / wanted.total,
            )
        return found


def _features(
    unit: Unit,
    share: _Share,
    often: int,
    in_path: dict[str, float],
    ranks: tuple[float, float, float],
    score: float | None,
    best: float,
    shared: tuple[float, ...],
    wanted: WantedWords,
) -> tuple[float, ...]:
    keys = wanted.stands.keys()
    named = 0.0
    if share.name:  # else the name holds no word of the question, and the share of it does not count
        name = {t for t in unit.counts[0] if t[0] != "="}
        named = len(name & keys) / len(name) if name else 0.0
    context = share.share
    if in_path:
        around = dict(share.held)
        for word, sure in in_path.items():
            around[word] = max(around.get(word, 0.0), READING.from_path * sure)
        context = wanted.share(around)
    lines = unit.end_line - unit.start_line
    (path, file_name, test, example, document, settings, record, derived, translated, entry, *by_kind) = (
        shared
    )
    return (
        share.share,
        share.exact,
        share.head,
        named * share.name,
        share.doc,
        share.body,
        path,
        file_name,
        context,
        *ranks,
        (score or 0.0) / best,
        float(score is not None),
        test,
        example,
        document,
        settings,
        record,
        derived,
        translated,
        entry,
        float(bool(wanted.whole) and any(w in counts for w in wanted.whole for counts in unit.counts)),
        math.log(2 + lines) / 5,
        float(wanted.rarest in share.held),
        float(unit.kind == "section"),
        *by_kind,
        often / (3 + lines),
        float(unit.kind == "part"),
        float(unit.kind == "class"),
        float(unit.kind == "def"),
        share.two_best,
    )


def _of_path(path: str, wanted: WantedWords) -> tuple[dict[str, float], dict[str, float], float]:
    """(words of the question in the path, those in the file's own name, share of that name which they are)."""
    keys = wanted.stands.keys()
    parts, stem_parts = _path_terms(path)
    return (
        wanted.held(parts & keys),
        wanted.held(stem_parts & keys),
        len(stem_parts & keys) / len(stem_parts) if stem_parts else 0.0,
    )


@lru_cache(20_000)
def _path_terms(path: str) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(terms(re.sub(r"[/.]", " ", path))) | trade_terms(path), frozenset(
        t for t in terms(stem_of(path)) if t[0] != "="
    )


def _translated(path: str) -> bool:
    """True for a document below a folder that is called after a language other than English."""
    found = _LANGUAGE.search(path)
    return found is not None and found[1] not in _NO_LANGUAGE


def _merged(*held: dict[str, float]) -> dict[str, float]:
    out: dict[str, float] = {}
    for one in held:
        for word, sure in one.items():
            if sure > out.get(word, 0.0):
                out[word] = sure
    return out
