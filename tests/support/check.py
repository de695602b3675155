"""One-string workspaces for hover and definition: `//- /path` begins a file, `$0` is the cursor, the expected
text comes out.

The snapshot comes from the real index in a temporary folder; `live` replaces what `texts` says afterwards (an
open buffer or a changed file that the index has not seen), None for a file that is gone.
"""

from __future__ import annotations

import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from textwrap import dedent

from helix_lsp.config import Config
from helix_lsp.ide.hover import hover
from helix_lsp.ide.links import rewrite_links
from helix_lsp.ide.mentions import View
from helix_lsp.ide.places import definition
from helix_lsp.index.change import Put
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.host import Host
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.store.pack import pack
from helix_lsp.index.units.units import facts_of
from helix_lsp.text.digest import blob_id
from helix_lsp.text.positions import LineIndex, Span

CURSOR = b"$0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """Files by path, and the cursor's file and byte."""

    files: Mapping[str, bytes]
    path: str = ""
    offset: int = 0


@dataclass(slots=True)
class World:
    """An indexed workspace whose current bytes can be changed behind the index's back."""

    host: Host
    files: dict[str, bytes | None]
    config: Config = field(default_factory=Config)

    @property
    def snapshot(self) -> Snapshot:
        return self.host.snapshot()

    def texts(self, path: str) -> bytes | None:
        return self.files.get(path)

    def view(self, freshness: Freshness | None = None) -> View:
        fresh = freshness or Freshness(
            generation=self.snapshot.generation, fresh=True, behind=0, unsaved=0, reason=""
        )
        return View(snapshot=self.snapshot, texts=self.texts, config=self.config, freshness=fresh)


def read_fixture(text: str, *, crlf: bool = False) -> Fixture:
    """The files of a one-string workspace; `crlf` ends every line with a carriage return too."""
    files: dict[str, bytes] = {}
    path, cursor, at = "", "", 0
    chunks: dict[str, list[str]] = {}
    for line in dedent(text).lstrip("\n").splitlines(keepends=True):
        if line.startswith("//- /"):
            path = line.removeprefix("//- /").strip()
            chunks[path] = []
        else:
            chunks[path].append(line)
    for name, lines in chunks.items():
        data = "".join(lines).replace("\n", "\r\n" if crlf else "\n").encode("utf-8", "surrogateescape")
        if CURSOR in data:
            cursor, at = name, data.index(CURSOR)
            data = data.replace(CURSOR, b"", 1)
        files[name] = data
    return Fixture(files=files, path=cursor, offset=at)


@contextmanager
def indexed(files: Mapping[str, bytes]) -> Generator[World]:
    """The files in a real index, closed and removed afterwards."""
    config = Config()
    with tempfile.TemporaryDirectory() as folder:
        host = Host(folder, config.index, writable=True)
        try:
            changes: list[Put] = []
            for path, data in sorted(files.items()):
                facts = facts_of(path, data, config.index)
                changes.append(
                    Put(
                        path=path,
                        size=len(data),
                        mtime_ns=0,
                        tracked=True,
                        sha=blob_id(data),
                        language=facts.language,
                        packed=pack(facts),
                    )
                )
            host.commit(changes)
            yield World(host=host, files=dict(files), config=config)
        finally:
            host.close()


def check_hover(
    text: str,
    expected: str | None,
    *,
    live: Mapping[str, bytes | None] | None = None,
    crlf: bool = False,
    freshness: Freshness | None = None,
    origin: str | None = None,
) -> None:
    """The hover at `$0` reads exactly `expected` (links as `(path#line)`), None for no hover; `origin` is the
    text it speaks of.
    """
    fixture = read_fixture(text, crlf=crlf)
    with indexed(fixture.files) as world:
        world.files.update(live or {})
        found = hover(world.view(freshness), fixture.path, fixture.offset)
        data = world.files[fixture.path] or b""
    if expected is None:
        assert found is None, found
        return
    assert found is not None
    shown = rewrite_links(found.markdown, lambda path, line: f"{path}#{line}")
    assert shown == dedent(expected).strip("\n")
    if origin is not None:
        assert found.span.cut(data).decode() == origin


def check_definition(
    text: str,
    expected: list[str],
    *,
    live: Mapping[str, bytes | None] | None = None,
    crlf: bool = False,
    origin: str | None = None,
) -> None:
    """The targets at `$0`, each as `path:line first-line-of-the-definition | focus`, all over the same `origin` text."""
    fixture = read_fixture(text, crlf=crlf)
    with indexed(fixture.files) as world:
        world.files.update(live or {})
        targets = definition(world.view(), fixture.path, fixture.offset)
        shown = [_target(world.files[t.path] or b"", t.path, t.full, t.focus) for t in targets]
        data = world.files[fixture.path] or b""
    assert shown == expected
    if origin is not None:
        assert {t.origin.cut(data).decode() for t in targets} == {origin}


def _target(data: bytes, path: str, full: Span, focus: Span) -> str:
    lines = LineIndex(data)
    first = lines.line_text(lines.line_of(full.start)).strip()
    return f"{path}:{lines.line_of(focus.start) + 1} {first} | {focus.cut(data).decode()}"
