"""A backend for protocol tests: small, in memory, and with tricks that provoke the protocol (slow work, big
answers, failures).

Run as a script it is a server on that backend: `python tests/support/fake_backend.py [--plain]`.
"""

from __future__ import annotations

import atexit
import re
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from helix_lsp.ask.question.question import Question
from helix_lsp.errors import UsageError, WorkspaceError
from helix_lsp.lsp.service.workspace_service import Check, LockRequest, Share
from helix_lsp.text.positions import Span

if TYPE_CHECKING:
    from helix_lsp.ide.document_shape import FoundSection
    from helix_lsp.ide.drift_look import DriftLook
    from helix_lsp.ide.mentions import View
    from helix_lsp.lsp.service.drawing import FolderView
    from helix_lsp.lsp.service.workspace_service import OpenTexts

SECRET = "canary-5f1d"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover:
    """Shaped like `ide.hover.Hover`, whose import would bring every floor below it."""

    markdown: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationTarget:
    """Shaped like `ide.target.NavigationTarget`."""

    path: str
    full: Span
    focus: Span
    origin: Span


class FakeFolderView:
    """Buffers as they were when the view was taken."""

    def __init__(self, buffers: dict[str, bytes]) -> None:
        self._buffers = buffers

    def text(self, path: str) -> bytes | None:
        """The buffer."""
        return self._buffers.get(path)

    @property
    def view(self) -> View:
        """A real view of the buffers alone, in an index of its own that is thrown away."""
        return fake_view(self._buffers)

    @property
    def drift(self) -> DriftLook:
        """Never ready: a fake has no past to judge by."""
        from helix_lsp.ide.drift_look import DriftLook
        from helix_lsp.ide.drift_state import DriftState

        return DriftLook(self.view, DriftState(), 0, ())

    def prepare(self, check: Check, given_up: Check) -> bool:
        """Never."""
        check()
        return False

    def sections(self, query: str) -> tuple[FoundSection, ...]:
        """Of the buffers."""
        from helix_lsp.ide.document_shape import SectionCache, find_sections

        return find_sections(self.view, query, SectionCache())

    def _word(self, path: str, offset: int) -> Span | None:
        for match in re.finditer(rb"[\w\x80-\xff]+", self._buffers.get(path, b"")):
            if match.start() <= offset <= match.end():
                return Span(match.start(), match.end())
        return None

    def stale_hover(self, path: str, offset: int) -> Hover | None:
        """Nothing is stale here."""
        return None

    def hover(self, path: str, offset: int) -> Hover | None:
        """The word at a byte; `boom` fails inside."""
        span = self._word(path, offset)
        if span is None:
            return None
        word = span.cut(self._buffers[path]).decode("utf-8", "replace")
        if word == "boom":
            raise ValueError(f"{SECRET} in {path}")
        return Hover(markdown=f"**word** `{word}` [{path}:1](helix:{quote(path)}#L1)", span=span)

    def definition(self, path: str, offset: int) -> tuple[NavigationTarget, ...]:
        """The first place of the same word."""
        span = self._word(path, offset)
        if span is None:
            return ()
        data = self._buffers[path]
        first = data.index(span.cut(data))
        focus = Span(first, first + len(span))
        return (NavigationTarget(path=path, full=focus, focus=focus, origin=span),)


def _given_up(host: Any, folder: tempfile.TemporaryDirectory[str]) -> None:
    host.close()
    folder.cleanup()


def fake_view(buffers: Mapping[str, bytes]) -> View:
    """The floors below come in here only, so that what needs none of them stays quick to start."""
    from helix_lsp.config import Config
    from helix_lsp.ide.mentions import View
    from helix_lsp.index.freshness import Freshness
    from helix_lsp.index.host import Host
    from helix_lsp.index.units.units import facts_of

    config = Config()
    folder = tempfile.TemporaryDirectory()
    host = Host(folder.name, config.index, writable=True)
    for path, data in buffers.items():
        host.lay_over({path: facts_of(path, data, config.index)})
    snapshot = host.snapshot()
    atexit.register(_given_up, host, folder)  # a snapshot reads as long as somebody has it
    fresh = Freshness(generation=0, fresh=True, behind=0, unsaved=len(buffers), reason="")
    return View(snapshot=snapshot, texts=dict(buffers).get, config=config, freshness=fresh)


class FakeBackend:
    """A folder whose name says how it behaves: `slow` indexes for a second, `bad` cannot be opened, `stuck`
    ignores `check`.
    """

    stray = "a stray line on stdout"
    watching = None

    def __init__(self, path: str, settings: Mapping[str, Any], texts: OpenTexts) -> None:
        if path.endswith("bad"):
            raise WorkspaceError(f"{path} is not a folder; choose another")
        if self.stray:
            print(self.stray)
        self.root = path
        self.problems: tuple[str, ...] = ()
        self.refreshes = 0
        self.settings = settings
        self.kept: list[str] = []
        self._texts = texts

    def buffers(self) -> dict[str, bytes]:
        """What is open now."""
        return {path: data for path, data in self._texts.since(0)[0] if data is not None}

    def view(self) -> FakeFolderView:
        """The buffers as they are."""
        return FakeFolderView(self.buffers())

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """Nothing was ever answered by `nobody`."""
        return None if session_id == "nobody" else {"question": session_id, "trace": []}

    def ask(
        self, question: Question, seen: FolderView | None, events: Callable[[str], None], check: Check
    ) -> dict[str, Any]:
        """`wait N` takes N seconds, `big N` answers N bytes, `boom` fails, `refuse` is the user's fault;
        anything else echoes.
        """
        verb, _, rest = question.text.partition(" ")
        events(f"retrieval: {verb}")
        if verb == "wait":
            until = time.monotonic() + float(rest)
            while time.monotonic() < until:
                check()
                time.sleep(0.002)
                events("still waiting")
        if verb == "hang":
            time.sleep(float(rest))
        if verb == "boom":
            raise RuntimeError(SECRET)
        if verb == "refuse":
            raise UsageError("the question is empty")
        if verb == "closed":
            raise WorkspaceError("the folder is gone; open it again")
        events("sealing: done")
        if verb == "big":
            return {"text": "x" * int(rest)}
        return {
            "question": question.text,
            "path": question.path,
            "offset": question.offset,
            "debug": question.explain,
        }

    def status(self) -> dict[str, Any]:
        """Counts."""
        return {"refreshes": self.refreshes, "open": sorted(self.buffers())}

    def graph_lock(self, request: LockRequest) -> dict[str, Any]:
        """What was asked."""
        return {"sessionId": request.session_id, "action": request.action, "treeIds": list(request.tree_ids)}

    def refresh(self, share: Share, check: Check, *, full: bool = False) -> str:
        """Counted; a full one by ten."""
        if self.root.endswith("stuck"):
            time.sleep(3_600)
        for step in range(10):
            if self.root.endswith("slow"):
                time.sleep(0.1)
            check()
            share("files", step, 10)
        self.refreshes += 10 if full else 1
        return f"refreshed {self.refreshes}"

    def awaited(self) -> str:
        """Nothing: no other process."""
        return ""

    def on_change(self, told: Callable[[], None]) -> None:
        """Its disk never changes unseen."""

    def keep_answer(self, text: str) -> str:
        """Kept in memory; a path that does not exist."""
        self.kept.append(text)
        return f"{self.root}/answer-{len(self.kept)}.md"

    def note_failure(self, line: str) -> None:
        """Kept in memory."""
        self.kept.append(line)

    def close(self) -> None:
        """Nothing to give up."""


def main() -> int:
    """Serve."""
    from helix_lsp.lsp.server import ServeOptions, serve

    return serve(ServeOptions(test_hooks="--plain" not in sys.argv, open_service=FakeBackend))


if __name__ == "__main__":
    sys.exit(main())
