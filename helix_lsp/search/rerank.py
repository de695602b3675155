"""A second opinion on the first files of a list: how alike the question and each of them are (`reading/likeness.py`),
weighed against their scores. Without a port the lexical order stays.

Invariants: only the first `rerank_pool` files are shown to the port; whatever it does - it fails, is late,
answers nonsense - an answer comes and the lexical order is kept; its opinion appears among the features, so
that contributions still sum to the score. A port that needs a deadline keeps it itself (there is no clock on
this floor) and raises `Late`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.question.query import Query
from helix_lsp.search.ranking.hit import Feature
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.search.reading.likeness import Likeness, likenesses
from helix_lsp.text.words import lower_parts

# characters, as measured: more is cut by the model or says the same again
_SAID = 400
_SIGNATURE = 200
_READ = 4 * _SAID
_MARKS = " \t#/*\"'!-;{}%|"


class Reranked(msgspec.Struct, frozen=True, kw_only=True):
    """`note` is `` where no port was asked, else what became of it: `applied`, or why the order of words stands."""

    ranked: tuple[Ranked, ...]
    note: str


def rerank(
    query: Query,
    ranked: tuple[Ranked, ...],
    port: Likeness | None,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    cfg: SearchConfig,
    check: Callable[[], None],
) -> Reranked:
    """The first files in the order of score and likeness, both as distances from their means in standard
    deviations; a file is as alike as the most alike of its first `cfg.rerank_places` places. The share of likeness
    is `cfg.rerank_weight` by how short the question is: the words of a long sentence name parts of the code, and
    the order of words knows these better, so from the length on at which places are not read for either the port is
    not asked. Each file has the score of the place it takes. The others stand behind them as they were.
    """
    pool, rest = ranked[: cfg.rerank_pool], ranked[cfg.rerank_pool :]
    if port is None or len(pool) < 2 or query.short < cfg.read_places_from:
        return Reranked(ranked=ranked, note="")
    shown = [_passages(r, snapshot, texts, cfg.rerank_places) for r in pool]
    flat, note = likenesses(query.text, tuple(p for some in shown for p in some), port, check)
    if not flat:
        return Reranked(ranked=ranked, note=note)
    values: list[float] = []
    start = 0
    for some in shown:
        values.append(max(flat[start : start + len(some)]))
        start += len(some)
    lexical, meant, share = (
        _standard([r.score for r in pool]),
        _standard(values),
        cfg.rerank_weight * query.short,
    )
    worth = [round((1 - share) * s + share * v, 9) for s, v in zip(lexical, meant, strict=True)]
    order = sorted(range(len(pool)), key=lambda at: (-worth[at], at))
    moved = tuple(_at(pool[at], pool[place].score) for place, at in enumerate(order))
    return Reranked(ranked=(*moved, *rest), note=note)


def passage_of(path: str, unit: Unit | None, snapshot: Snapshot, data: bytes) -> str:
    """A place as the port sees it, in words: its name in the words of its path, then what is written about it
    and its signature; what is not a definition has its first words there. Code itself says less to a model of
    sentences.
    """
    where = " ".join(lower_parts(path.rpartition(".")[0] or path))
    if unit is None:
        return f"in {where}"
    symbol = snapshot.symbol(path, unit.symbol)
    if symbol is None:
        said, signature = _plain(unit.span.cut(data)), ""
    else:
        said, signature = _plain(symbol.doc.cut(data)) if symbol.doc is not None else "", symbol.signature
    name = " ".join(lower_parts(unit.name))
    return f"{name} in {where}: {said} {signature[:_SIGNATURE]}"


def _plain(text: bytes) -> str:
    """The words of a comment or a section in one line, without marks."""
    whole = text[:_READ].decode("utf-8", "replace")
    return " ".join(" ".join(line.strip(_MARKS) for line in whole.splitlines()).split())[:_SAID]


def _passages(
    ranked: Ranked, snapshot: Snapshot, texts: Callable[[str], bytes | None], most: int
) -> list[str]:
    """Of the places of a file those that would be shown first; its path alone where it does not have any."""
    path, units = ranked.file.path, [u.unit for u in ranked.units]
    pinned = [u for u in units if u.ordinal == ranked.pin]
    chosen = {u.ordinal: u for u in (*pinned, *ranked.read, *units)}
    data = texts(path) or b""
    some = [passage_of(path, unit, snapshot, data) for unit in list(chosen.values())[:most]]
    return some or [passage_of(path, None, snapshot, data)]


def _standard(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / len(values)
    spread = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / len(values))
    return [(v - mean) / spread if spread else 0.0 for v in values]


def _at(ranked: Ranked, score: float) -> Ranked:
    """The file with the score of its new place, the difference named as a feature."""
    if score == ranked.score:
        return ranked
    factor = math.prod(f for _, f in ranked.demotions)
    gain = round(score / factor - math.fsum(f.contribution for f in ranked.features), 9) if factor else 0.0
    opinion = Feature(name="rerank", value=gain, weight=1.0, contribution=gain)
    return replace(ranked, score=score, features=(*ranked.features, opinion))
