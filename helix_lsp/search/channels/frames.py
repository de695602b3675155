"""Channel: the files and functions that a pasted stack trace names, innermost first.

A trace comes from another machine, so a frame's path is compared from its end; frames of libraries and of the
runtime find nothing. Lines drift between versions: the function decides where it is known, the line where it
is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.trace import Frame
from helix_lsp.text.paths import split_path

_INSTALLED = re.compile(
    r".*?(?:^|/)(?:(?:site-packages|dist-packages)/(?:[^/]+\.egg/)?|gems/[^/]+-\d[^/]*/)(?!.*/(?:site-packages|dist-packages)/)"
)
_LIBRARY = re.compile(
    r"(?:^|/)(?:node_modules|\.cargo/registry|rustc/[0-9a-f]{6,}|go/pkg/mod|usr/(?:local/)?go/src|libexec/src|lib/python\d[\d.]*|usr/lib|"
    r"usr/include|\.m2|\.gradle|sysdeps|vendor/bundle)/|^(?:java|javax|jdk|sun|kotlin|scala)/"
)
_LEAST_SHARED = 2
_MOST_TIED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
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
