"""G15: what is cited stands there, while files are typed in, saved, renamed, closed, and given other line
ends and encodings.

One thread changes two dozen files, in buffers and on disk; a second brings the index up to date; a third
asks. A text counts as current from the moment before its change began until the moment after the next one had
ended, so a citation is held against the few texts that stood while its view was taken (an open buffer) or
while its question was answered (a file), and no clock has a say.

Old citations are also fetched again (`range_get`): what comes back is what stands there now and has the hash
that was asked for, or the fetch refuses.
"""

from __future__ import annotations

import hashlib
import random
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from reliability_changing import FILES, World, made
from reliability_figure import Figure, count
from reliability_past import holds, standing

from helix_lsp.ask.claims.citation import RangeRef
from helix_lsp.ask.question.question import Asker, Question
from helix_lsp.errors import StaleError
from helix_lsp.ide.mentions import View
from helix_lsp.ide.range_get import range_get
from helix_lsp.session.answering import AskSession, answer
from helix_lsp.session.kept.memory import Memory
from tests.support.workspace import open_in

_WHOLE = 100_000  # citations at scale 1
_PROCESSES = 2
_AT_ONE_LOOK = 3  # questions that share a view: what was typed meanwhile is not in it, what was saved is
_FETCHED = 4  # old citations fetched again after each question
_HELD = 3_000
_WIDE = (
    "how do the kilns fire pots?",
    "how does the guide say a kiln is fired?",
    "what holds a pot?",
    "how is a pot of an oven run?",
)


@dataclass(slots=True)
class Found:
    """What one part of the campaign counted."""

    citations: int = 0
    questions: int = 0
    looks: int = 0
    changes: dict[str, int] = field(default_factory=dict[str, int])
    refreshes: int = 0
    served: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list[str])
    outside: int = 0
    stale: list[str] = field(default_factory=list[str])

    def add(self, other: Found) -> None:
        """Both together."""
        for one in fields(self):
            if one.name == "changes":
                self.changes = {
                    name: self.changes.get(name, 0) + other.changes.get(name, 0)
                    for name in {**self.changes, **other.changes}
                }
            else:
                setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


def citations(scale: float, seed: int) -> list[Figure]:
    """G15, in two processes of which each has a folder of its own."""
    total, found = int(_WHOLE * scale), Found()
    with ProcessPoolExecutor(_PROCESSES, mp_context=get_context("spawn")) as pool:
        for part in pool.map(campaign, [total // _PROCESSES] * _PROCESSES, range(seed, seed + _PROCESSES)):
            found.add(part)
    for line in (*found.wrong[:5], *found.stale[:5]):
        print(f"      {line}")
    print(
        f"      {found.questions:,} questions at {found.looks:,} looks; {found.refreshes:,} refreshes; "
        + ", ".join(f"{number:,} {name}" for name, number in sorted(found.changes.items()))
    )
    print(f"      fetched again: {found.served:,} served, {found.refused:,} refused as stale")
    moved = all(found.changes.values()) and found.served and found.refused and found.refreshes
    return [
        count(
            "citations whose bytes, hash, lines or code points are not what stood there",
            len(found.wrong),
            of=found.citations,
        ),
        count("citations outside of the workspace", found.outside, of=found.citations),
        count("stale ranges that were served", len(found.stale), of=found.served + found.refused),
        Figure(
            what="every kind of change, a refusal and a refresh occurred",
            value=str(bool(moved)),
            goal="True",
            holds=bool(moved),
        ),
    ]


def campaign(total: int, seed: int) -> Found:
    """At least `total` citations."""
    found, dice = Found(), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="helix-g15-") as folder:
        root = Path(folder) / "tree"
        with open_in(Path(folder), made(root)) as workspace:
            workspace.refresh()
            world = World(workspace, root, random.Random(seed + 1_000), found.changes)
            helpers = [threading.Thread(target=act, daemon=True) for act in (world.type_on, world.keep_up)]
            for helper in helpers:
                helper.start()
            asker = _Asker(world, found, dice)
            while found.citations < total and world.runs:
                asker.look()
            broke = not world.runs
            world.runs = False
            for helper in helpers:
                helper.join()
            found.refreshes = world.refreshes
            if broke:
                found.wrong.append("a thread that changes or refreshes ended by an error")
    return found


class _Asker:
    """Looks, asks, and holds each citation against what stood."""

    def __init__(self, world: World, found: Found, dice: random.Random) -> None:
        self._world = world
        self._found = found
        self._dice = dice
        self._session = AskSession(memory=Memory(world.workspace.settings.config.session))
        self._held: list[RangeRef] = []

    def look(self) -> None:
        """One view, and a few questions."""
        world, found = self._world, self._found
        for past in (*world.files.values(), *world.buffers.values()):
            past.forget()
        marks = {path: past.mark() for path, past in world.buffers.items()}
        view = world.workspace.view()
        opened = {path: past.since(marks[path]) for path, past in world.buffers.items()}
        found.looks += 1
        for _ in range(_AT_ONE_LOOK):
            marks = {path: past.mark() for path, past in world.files.items()}
            question = self._question()
            verbosity = self._dice.choice(("extended",) if question in _WIDE else ("normal", "extended"))
            request = Question(
                text=question,
                may_clarify=False,
                verbosity=verbosity,
                asker=Asker(session_id="g15", traced=False),
            )
            asked = answer(world.workspace, request, self._session, view=view)
            found.questions += 1
            for citation in asked.envelope.citations:
                found.citations += 1
                if citation.path not in opened:
                    found.outside += 1
                    continue
                stood = standing(
                    opened[citation.path], world.files[citation.path].since(marks[citation.path])
                )
                if not holds(stood, citation):
                    found.wrong.append(
                        f"{citation.path} {citation.span} lines {citation.start_line}-{citation.end_line}: none of {len(stood)} texts"
                    )
                self._keep(citation)
            self._fetch_again(view, opened)

    def _question(self) -> str:
        dice = self._dice

        def name() -> str:
            number, part = dice.choice([n for n in range(FILES) if n % 4 != 3]), dice.randrange(2)
            return dice.choice((f"part_{number}_{part}", f"Part{number}_{part}.run_{part}"))

        return dice.choice(
            (
                f"what does {name()} do?",
                f"how do {name()}, {name()} and {name()} work together?",
                f"list all uses of {name()} and {name()}",
                f"where is {name()} used?",
                *_WIDE,
            )
        )

    def _keep(self, citation: Any) -> None:
        ref = RangeRef(
            path=citation.path,
            start_byte=citation.span.start,
            end_byte=citation.span.end,
            start_line=citation.start_line,
            end_line=citation.end_line,
            content_sha256=citation.sha256,
        )
        if len(self._held) < _HELD:
            self._held.append(ref)
        else:
            self._held[self._dice.randrange(_HELD)] = ref

    def _fetch_again(self, view: View, opened: Mapping[str, Sequence[bytes | None]]) -> None:
        for ref in self._dice.sample(self._held, min(_FETCHED, len(self._held))):
            past = self._world.files[ref.path]
            mark = past.mark()
            try:
                got = range_get(view, ref)
            except StaleError:
                self._found.refused += 1
                continue
            self._found.served += 1
            stood = standing(opened[ref.path], past.since(mark))
            same = any(text[ref.start_byte : ref.end_byte] == got.data for text in stood)
            if not same or hashlib.sha256(got.data).hexdigest() != ref.content_sha256:
                self._found.stale.append(f"{ref.path}:{ref.start_line}: stale bytes were served")
