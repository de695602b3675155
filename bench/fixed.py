"""What *fix all* does to the documents of a tree: the texts that the certain fixes change, as an editor applies
them (`source.fixAll.helix`).

Used by rename_cases.py (made renames) and renames.py (real ones); each says which of the changes are wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.judge import Asked
from helix_lsp.align.drift.one_file import drift_of, is_judged
from helix_lsp.align.drift.world import World, is_document
from helix_lsp.config.documents import DriftConfig
from helix_lsp.ide.drift_look import renames

PLANTED = "docs/planted.md"
TRAP = "(as it is)"  # stands in the sentences that no fix may change
_ASKED = 10_000


def planted_page(names: Iterable[str]) -> bytes:
    """A made document: each name as a reader finds it, and in sentences in which it is not the project's of
    today.
    """
    rows = ["# Planted", ""]
    for name in names:
        rows += [
            f"Start with `{name}`, then see what `{name}()` gives back.",
            "",
            f"Before version 2 it was called `{name}` {TRAP}.",
            "",
            f"It was renamed from `{name}` to something else {TRAP}.",
            "",
            f"In Otherlib, `{name}` does the same {TRAP}.",
            "",
            f"Otherlib has `otherlib.{name}` for this {TRAP}.",
            "",
            f"The old `{name}` was removed {TRAP}.",
            "",
            f"Write your own: `def {name}(self): ...` {TRAP}.",
            "",
            f"Otherlib's `{name}` is faster {TRAP}.",
            "",
            f"See [`{name}` of Otherlib](https://otherlib.example/x) {TRAP}.",
            "",
            f"~~`{name}`~~ {TRAP}.",
            "",
            f"- `{name}` → `another` {TRAP}",
            "",
            f"| Old | New |\n|---|---|\n| `{name}` {TRAP} | `another` |",
            "",
            f"Unlike `{name}` of Otherlib, ours is small {TRAP}.",
            "",
            f"<!-- `{name}` {TRAP} -->",
            "",
        ]
    return "\n".join(rows).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """`new` in place of `old` in a line of a document; `line` from 1, `row` the line before the change."""

    path: str
    line: int
    row: str
    old: str
    new: str
    found: Finding

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.old} -> {self.new} in {self.row[:160]}"


def documents_of(world: World) -> tuple[str, ...]:
    """The documents of the tree that are looked at."""
    entries = ((path, world.snapshot.file(path)) for path in world.snapshot.paths())
    return tuple(p for p, e in entries if e is not None and is_document(e) and is_judged(p, world))


def fix_all(paths: Iterable[str], world: World, history: History, cfg: DriftConfig) -> Iterator[Put]:
    """Every change that *fix all* makes in these documents."""
    asked = Asked(history, _ASKED)
    for path in paths:
        data = world.texts(path) or b""
        for found in drift_of(path, world, history, cfg, asked):
            for fix in renames(found, data):
                if fix.certain:
                    for change in fix.changes:
                        start = data.rfind(b"\n", 0, change.span.start) + 1
                        row = data[start : (data.find(b"\n", change.span.end) + 1 or len(data))]
                        yield Put(
                            path=path,
                            line=found.line,
                            row=row.decode("utf-8", "replace").strip(),
                            old=change.span.cut(data).decode("utf-8", "replace"),
                            new=change.text,
                            found=found,
                        )
