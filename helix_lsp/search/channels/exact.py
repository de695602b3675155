"""What must be in a text word for word: quoted phrases and printed messages, looked for in the bytes of
the best candidates.

Invariants: only the first `exact_files` files of the ranking are read, each at most to `exact_bytes`; a
phrase that none of them holds changes nothing but is reported. White space in a phrase stands for any white
space, so a phrase may go over a line end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from helix_lsp.config.search import SearchConfig
from helix_lsp.search.question.query import Query
from helix_lsp.text.words import stem

_WORD = re.compile(rb"\w+")
_MOST_SEEDS = 8
_MOST_PLACES = 40
_WINDOW = 400
_MOST_WINDOWS = 3
_MOST_WORDS = 60
_LEAST_PAIRS = 2
_GAP = 60  # bytes: a filled-in value, or the end of one literal and the indented beginning of the next
_LEAST_SHARE = 1 / 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A text found in a file: `value` 1 for all of it, less for a message with other values in it; `offset`
    in bytes, `line` from 1.
    """

    text: str
    value: float
    offset: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exactly:
    """`held` by path: what each file read holds of the phrases and of the messages. `unheld` are phrases that
    no file read holds.
    """

    phrases: dict[str, tuple[Held, ...]]
    messages: dict[str, tuple[Held, ...]]
    unheld: tuple[str, ...]
    files: int


NOTHING = Exactly(phrases={}, messages={}, unheld=(), files=0)


def exactly(
    query: Query,
    paths: Sequence[str],
    texts: Callable[[str], bytes | None],
    rarity: dict[str, float],
    cfg: SearchConfig,
) -> Exactly:
    """Read the files of `paths`, best first, as far as the options allow."""
    if not (query.quoted or query.messages) or not cfg.exact_files:
        return NOTHING
    patterns = [(q.text, _pattern(q.text)) for q in query.quoted]
    said = [_Message(text, rarity) for text in query.messages]
    phrases: dict[str, tuple[Held, ...]] = {}
    messages: dict[str, tuple[Held, ...]] = {}
    read = 0
    for path in list(dict.fromkeys(paths))[: cfg.exact_files]:
        data = (texts(path) or b"")[: cfg.exact_bytes]
        if b"\0" in data[:8192]:
            continue
        read += 1
        found = [
            Held(text=p, value=1.0, offset=m.start(), line=_line(data, m.start()))
            for p, c in patterns
            if (m := c.search(data))
        ]
        if found:
            phrases[path] = tuple(found)
        if said:
            lower = data.lower()
            heard = [h for message in said if (h := message.best(lower)) is not None]
            if heard:
                messages[path] = tuple(sorted(heard, key=lambda h: (-h.value, h.offset)))
    unheld = tuple(
        q.text for q in query.quoted if not any(h.text == q.text for found in phrases.values() for h in found)
    )
    return Exactly(phrases=phrases, messages=messages, unheld=unheld, files=read)


def _pattern(phrase: str) -> re.Pattern[bytes]:
    """The phrase as written; it does not begin or end inside a word."""
    body = rb"\s+".join(re.escape(word.encode("utf-8", "replace")) for word in phrase.split())
    before = rb"(?<!\w)" if re.match(r"\w", phrase) else b""
    after = rb"(?!\w)" if re.search(r"\w\Z", phrase) else b""
    return re.compile(before + body + after)


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


class _Message:
    """One printed message, looked for by its rare words and judged by its pairs of neighbouring words."""

    def __init__(self, text: str, rarity: dict[str, float]) -> None:
        self.text = text
        words = [w.lower() for w in _WORD.findall(text.encode("utf-8", "replace"))][:_MOST_WORDS]
        self.pairs = frozenset(pairwise(words))
        rare = sorted(
            {w for w in words if len(w) > 2},
            key=lambda w: (-rarity.get(stem(w.decode("utf-8", "replace")), 0.0), w),
        )
        self.seeds = rare[:_MOST_SEEDS]
        self.least = min(_LEAST_PAIRS, len(self.pairs))

    def best(self, lower: bytes) -> Held | None:
        """The place that holds most of the message; None where less than a third of it stands together."""
        if not self.pairs:
            return None
        windows: dict[int, int] = {}
        for seed in self.seeds:
            at, places = lower.find(seed), 0
            seen: set[int] = set()
            while at >= 0 and places < _MOST_PLACES:
                seen.add(at // _WINDOW)
                at, places = lower.find(seed, at + 1), places + 1
            for window in seen:
                windows[window] = windows.get(window, 0) + 1
        near = {w: n + windows.get(w + 1, 0) for w, n in windows.items()}
        best: Held | None = None
        for window in sorted(near, key=lambda w: (-near[w], w))[:_MOST_WINDOWS]:
            held = self._judge(lower, window * _WINDOW)
            if held is not None and (best is None or held.value > best.value):
                best = held
        return best

    def _judge(self, lower: bytes, start: int) -> Held | None:
        first = max(0, start - _WINDOW // 2)
        found = [
            (m.group(), first + m.start())
            for m in _WORD.finditer(lower[first : start + 2 * _WINDOW + _WINDOW // 2])
        ]
        runs: list[list[tuple[int, tuple[bytes, bytes]]]] = []
        for (left, at), (right, _) in pairwise(found):
            if (left, right) in self.pairs:
                if not runs or at - runs[-1][-1][0] > _GAP:
                    runs.append([])
                runs[-1].append((at, (left, right)))
        if not runs:
            return None
        fullest = max(runs, key=lambda run: (len({pair for _, pair in run}), -run[0][0]))
        same = len({pair for _, pair in fullest})
        value = same / len(self.pairs)
        if same < self.least or value < _LEAST_SHARE:
            return None
        offset = fullest[0][0]
        return Held(text=self.text, value=round(value, 6), offset=offset, line=_line(lower, offset))
