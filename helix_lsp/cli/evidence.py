"""`helix-lsp evidence add|list|remove`: documents from outside the repository, for `verify claim`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from helix_lsp.ask.claims.outside import Source
from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.session.disk.root import real_root
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.evidence import EvidenceStore
from helix_lsp.session.settings.settings import load
from helix_lsp.text.counted import counted
from helix_lsp.wire.readable import fields


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints what was done, as `evidence-sources.v1` with `--json`. Raises UsageError and StorageError."""
    given = root_of(arguments.root)
    settings = load(given)
    root = real_root(given, settings.surroundings.home)
    store = EvidenceStore(index_directory(root, settings))
    if arguments.act == "list":
        _told(store.sources(), "kept", arguments, screen)
        return 0
    if arguments.act == "remove":
        _told(store.remove(arguments.source), "removed", arguments, screen)
        return 0
    done = store.add(
        arguments.file,
        arguments.grade,
        title=arguments.title,
        source=arguments.source,
        dated=arguments.date,
        today=datetime.now(UTC).date(),
    )
    if arguments.json:
        screen.json(
            {
                "schema": "evidence-sources.v1",
                "added": _wire(done.added),
                "known": _wire(done.known),
                "refused": [{"path": path, "why": why} for path, why in done.refused],
            },
            indent=2,
        )
        return 0
    for word, sources in (("added", done.added), ("known already", done.known)):
        for one in sources:
            screen.text(f"{word}: {_line(one)}")
    for path, why in done.refused:
        screen.text(f"left out: {clean(path)} {why}")
    return 0


def _told(sources: tuple[Source, ...], word: str, arguments: Namespace, screen: Screen) -> None:
    if arguments.json:
        screen.json({"schema": "evidence-sources.v1", word: _wire(sources)}, indent=2)
        return
    for one in sources:
        screen.text(_line(one))
    screen.text(f"{counted(len(sources), 'source')} {word}")


def _line(one: Source) -> str:
    dated = one.dated or "without a date"
    return f"{one.grade}  {one.sha256[:12]}  {dated}  {clean(one.title)}  {clean(one.source)}"


def _wire(sources: Iterable[Source]) -> list[dict[str, Any]]:
    names = "source title grade dated added content_sha256=sha256"
    return [{**fields(s, names), "bytes": len(s.text.encode())} for s in sources]
