"""What of a question is the repository's: names it defines, files it has. Told by the index, not by a list of
words.

`names` are a name that is written as one (`TS_ratio`, `Flask.route`, `` `run` ``), a capitalised word with
exactly that spelling, and words that together make a name (`session interface` -> `SessionInterface`) or
stand together in one file's name. A plain word that happens to be a name or to be in a file's name is in
`words`, a weak hint, because common words are names in every large repository.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from helix_lsp.align.everyday import is_everyday
from helix_lsp.config.plan import PlanConfig
from helix_lsp.config.search import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.query import read_query
from helix_lsp.search.question.stop_names import spelled_in
from helix_lsp.text.paths import refuse
from helix_lsp.text.words import STOP_WORDS, WORD, stem
from helix_lsp.tuning.reading import READING

_LEAST = 3
_COMPOUND = 3
_MOST_WORDS = 40
_FIRST = re.compile(r"[.?!:;]\s+\Z|\A\W*\Z")
_SPACE_ONLY = re.compile(r"[ \t-]*")
_ASKED_WORDS = frozenset(
    "file files path paths line lines name names thing things question answer explain show tell describe find list give example code value number "
    "mean means meaning difference differ differs compare please help work works relate relates related repo repository codebase project code".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """As the question writes them, each once, in the order of the question. `files` are paths of the
    repository; `share` says how many of the question's plain content words are `words` or part of `names`
    (0..1).
    """

    names: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    written_paths: tuple[str, ...] = ()
    share: float = 0.0

    @property
    def nothing(self) -> bool:
        """True when nothing of the question is the repository's."""
        return not (self.names or self.files or self.words)


def known_of(text: str, snapshot: Snapshot, cfg: PlanConfig, search: SearchConfig | None = None) -> Known:
    """Costs one look for all plain words, and one per written name."""
    query = read_query(text, search or SearchConfig(), spelled_in(snapshot))
    names = {n.text: n.weight for n in query.names if n.parts}
    sure = [n for n, weight in names.items() if weight >= READING.sure and _defines(snapshot, n)]
    spans = [(m[0], m.start(), m.end()) for m in WORD.finditer(text)][:_MOST_WORDS]
    # the first word of a sentence is capital anyway
    capitals = [
        w
        for w, at, _ in spans
        if w[0].isupper() and at and not _FIRST.search(text[:at]) and w.lower() not in STOP_WORDS
    ]
    capitals = [n for n in dict.fromkeys(capitals) if any(d.symbol.name == n for d in snapshot.defined(n))]
    compounds = _compounds(text, spans)
    words = [
        w
        for w, _, _ in spans
        if len(w) >= _LEAST and w.lower() not in STOP_WORDS and w.lower() not in _ASKED_WORDS
    ]
    held = snapshot.definers((*compounds, *dict.fromkeys(w.lower() for w in words)), cfg.everyday_paths)
    files = {w: _files_called(w, snapshot) for w in words}
    joined = [written for key, written in compounds.items() if key in held] + _titles(text, spans, files)
    found = tuple(sorted(dict.fromkeys((*sure, *capitals, *joined)), key=lambda n: (text.find(n), n)))
    plain = [w for w in words if (w.lower() in held and not is_everyday(w)) or files[w]]
    covered = [w for w in words if w in plain or any(w in n for n in found)]
    return Known(
        names=found,
        files=tuple(dict.fromkeys(p for written in query.paths for p in _files(written, snapshot))),
        words=tuple(dict.fromkeys(w for w in plain if w not in found)),
        written_paths=query.paths,
        share=round(len(covered) / len(words), 6) if words else 0.0,
    )


def _defines(snapshot: Snapshot, name: str) -> bool:
    """A dotted name counts when its owner is known too, or its last part is not an everyday word."""
    parts = [p for p in re.split(r"[.:#>\-/\\]+", name) if p]
    if not snapshot.defined(parts[-1]):
        return False
    return len(parts) == 1 or not is_everyday(parts[-1]) or bool(snapshot.defined(parts[-2]))


def _compounds(text: str, spans: list[tuple[str, int, int]]) -> dict[str, str]:
    """Key of a possible name -> the words as written, for neighbours that only blanks or hyphens part."""
    found: dict[str, str] = {}
    for at in range(len(spans)):
        for size in range(2, _COMPOUND + 1):
            piece = spans[at : at + size]
            if len(piece) < size or any(
                not w.isalnum() or w.isdigit() or w.lower() in STOP_WORDS for w, _, _ in piece
            ):
                break
            if any(not _SPACE_ONLY.fullmatch(text[a[2] : b[1]]) for a, b in pairwise(piece)):
                break
            written = text[piece[0][1] : piece[-1][2]]
            low = [w.lower() for w, _, _ in piece]
            found.setdefault("".join(low), written)
            found.setdefault("_".join(low), written)
    return found


def _files(written: str, snapshot: Snapshot) -> tuple[str, ...]:
    """Visible paths that end in what the question writes."""
    wanted = written.replace("\\", "/").removeprefix("./")
    if refuse(wanted) is not None:
        return ()
    if snapshot.file(wanted) is not None:
        return (wanted,)
    return tuple(p for p in snapshot.paths() if p.endswith("/" + wanted))


def _files_called(word: str, snapshot: Snapshot) -> frozenset[str]:
    """Paths in whose file name the word stands."""
    base = stem(word.lower())
    return frozenset(path for found, path in snapshot.stem_words(base) if found == base)


def _titles(text: str, spans: list[tuple[str, int, int]], files: dict[str, frozenset[str]]) -> list[str]:
    """Neighbours that stand together in the name of one file (`helix ask` and `docs/helix-ask-flow.md`)."""
    near = [(a, b) for a, b in pairwise(spans) if _SPACE_ONLY.fullmatch(text[a[2] : b[1]])]
    return [
        text[a[1] : b[2]]
        for a, b in near
        if not files.get(a[0], frozenset()).isdisjoint(files.get(b[0], frozenset()))
    ]
