"""What must be in a text word for word: quoted phrases and printed messages, looked for in the bytes of
the best candidates.

Invariants: only the first `exact_files` files of the ranking are read, each at most to `exact_bytes`; a
phrase that none of them holds changes nothing but is reported. White space in a phrase stands for any white
space, so a phrase may go over a line end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.question.query import Query
from helix_lsp.search.trace import Frame
from helix_lsp.text.paths import split_path
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem

_WORD = regex(rb"\w+")
_MOST_SEEDS = 8
_MOST_PLACES = 40
_WINDOW = 400
_MOST_WINDOWS = 3
_MOST_WORDS = 60
_LEAST_PAIRS = 2
_GAP = 60  # bytes: a filled-in value, or the end of one literal and the indented beginning of the next
_LEAST_SHARE = 1 / 3


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A text found in a file: `value` 1 for all of it, less for a message with other values in it; `offset`
    in bytes, `line` from 1.
    """

    text: str
    value: float
    offset: int
    line: int


class Exactly(msgspec.Struct, frozen=True, kw_only=True):
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


# Channel: the files and functions that a pasted stack trace names, innermost first.
#
# A trace comes from another machine, so a frame's path is compared from its end; frames of libraries and of
# the runtime find nothing. Lines drift between versions: the function decides where it is known, the line
# where it is not.

_INSTALLED = regex(
    r".*?(?:^|/)(?:(?:site-packages|dist-packages)/(?:[^/]+\.egg/)?|gems/[^/]+-\d[^/]*/)(?!.*/(?:site-packages|dist-packages)/)"
)
_LIBRARY = regex(
    r"(?:^|/)(?:node_modules|\.cargo/registry|rustc/[0-9a-f]{6,}|go/pkg/mod|usr/(?:local/)?go/src|libexec/src|lib/python\d[\d.]*|usr/lib|"
    r"usr/include|\.m2|\.gradle|sysdeps|vendor/bundle)/|^(?:java|javax|jdk|sun|kotlin|scala)/"
)
_LEAST_SHARED = 2
_MOST_TIED = 3


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """A frame inside the workspace: `depth` counts own places from 0 for the innermost; `unit` is its
    function's, None without units.

    `sure` is below 1 where several files fit equally.
    """

    frame: Frame
    path: str
    unit: Unit | None
    depth: int
    sure: float


def own_frames(snapshot: Snapshot, frames: tuple[Frame, ...], cfg: SearchConfig) -> tuple[Own, ...]:
    """The frames that lie in the workspace, innermost first, each place once; at most `cfg.most_frames` of
    them are looked up.
    """
    if not frames:
        return ()
    looked = frames[: cfg.most_frames]
    bases = {split_path(f.path)[1] for f in looked}
    named: dict[str, list[str]] = {base: [] for base in bases}
    for path in snapshot.paths():
        base = path.rpartition("/")[2]
        if base in named:
            named[base].append(path)
    out: list[Own] = []
    seen: set[tuple[str, int]] = set()
    depth = 0
    for frame in looked:
        found = _files(snapshot, frame, named[split_path(frame.path)[1]])
        new = False
        for path in found:
            entry = snapshot.file(path)
            if entry is None or entry.surface.vendored:
                continue
            unit = _unit(snapshot.units(path), frame)
            key = (path, unit.ordinal if unit else -1)
            if key not in seen:
                seen.add(key)
                new = True
                out.append(Own(frame=frame, path=path, unit=unit, depth=depth, sure=1 / len(found)))
        depth += new
    return tuple(out)


def trace(own: tuple[Own, ...], cfg: SearchConfig) -> tuple[Candidate, ...]:
    """Candidates of own frames, innermost first. Feature `frame`: 1 for the innermost, less for each one
    further out.
    """
    listed = [
        Candidate(
            path=o.path,
            unit=o.unit,
            symbol=o.unit.symbol if o.unit else -1,
            score=o.sure * cfg.frame_decay**o.depth,
            features=(("frame", o.sure * cfg.frame_decay**o.depth),),
        )
        for o in own
    ]
    return tuple(sorted(listed, key=lambda c: c.order))


def _files(snapshot: Snapshot, frame: Frame, same_base: list[str]) -> list[str]:
    """Files that the frame's path may mean, at most three equally good ones."""
    if not same_base:
        return []
    wanted = [p for p in frame.path.split("/") if p not in ("", ".", "..") and not p.endswith(":")]
    installed = _INSTALLED.match(frame.path)
    if installed is not None:
        wanted = [p for p in frame.path[installed.end() :].split("/") if p]
    elif _LIBRARY.search(frame.path):
        return []
    absolute = frame.path.startswith("/") or frame.path[1:2] == ":"
    best: list[str] = []
    most = 0
    for path in same_base:
        parts = path.split("/")
        shared = 0
        while shared < min(len(parts), len(wanted)) and parts[-1 - shared] == wanted[-1 - shared]:
            shared += 1
        if not _fits(
            snapshot,
            frame,
            path,
            shared,
            len(parts),
            len(wanted),
            absolute=absolute,
            installed=installed is not None,
        ):
            continue
        if shared > most:
            best, most = [], shared
        if shared == most:
            best.append(path)
    if len(best) > 1 and frame.function:
        best = [p for p in best if frame.function in snapshot.names_in(p)] or best
    return best if len(best) <= _MOST_TIED else []


def _fits(
    snapshot: Snapshot,
    frame: Frame,
    path: str,
    shared: int,
    own: int,
    written: int,
    *,
    absolute: bool,
    installed: bool,
) -> bool:
    """Whether a common end of `shared` components is enough to take the file for the frame's."""
    if installed:
        return shared == written >= _LEAST_SHARED
    if shared == own or shared >= _LEAST_SHARED or (not absolute and shared == written):
        return True
    return bool(frame.function) and frame.function in snapshot.names_in(path)


def _unit(units: tuple[Unit, ...], frame: Frame) -> Unit | None:
    """The function's unit nearest to the line; without a function of that name the smallest unit around the
    line, else the first.
    """
    called = [u for u in units if frame.function and u.name == frame.function and u.symbol >= 0]
    if called:
        owner = frame.owner.rpartition(".")[2]
        called = [u for u in called if owner and u.qualifier.rpartition(".")[2] == owner] or called
        return min(called, key=lambda u: (_distance(u, frame.line), u.ordinal))
    around = [u for u in units if u.start_line <= frame.line <= u.end_line]
    if around:
        return min(around, key=lambda u: (u.end_line - u.start_line, u.ordinal))
    return units[0] if units else None


def _distance(unit: Unit, line: int) -> int:
    return max(unit.start_line - line, line - unit.end_line, 0)
