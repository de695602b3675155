"""One word between back-ticks: definitions of exactly that name, as far as such a word can be trusted to
speak of them.

What is named like prose (`data`, `name`, `index`) needs more than the name: the class spoken of nearby, or no
rival. Names that the document's own examples define are the reader's, not the repository's.
"""

from __future__ import annotations

from helix_lsp.align.candidate import Resolved, file_target, is_exported, is_value
from helix_lsp.align.context import Context
from helix_lsp.align.everyday import is_everyday
from helix_lsp.align.lineage import CLASS_KINDS, owner_of
from helix_lsp.align.mention import Name
from helix_lsp.align.place import NEAR, is_away, is_home, is_top_package, modules_ending, nearness
from helix_lsp.align.written import is_borrowed, modules
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.snapshot import Defined, Snapshot

_OTHER_THINGS = frozenset(
    "argument parameter kwarg keyword param flag option command setting header cookie key environment".split()
)


def bare(name: Name, document: str, snapshot: Snapshot, cfg: AlignConfig, context: Context) -> list[Resolved]:
    """Definitions of exactly that name, top packages, and with the role `mod` any module; base scores only."""
    if name.role == "mod":
        found = [f for f in modules(name.parts, snapshot) if not is_away(f.defined.path, document, snapshot)]
        return [f for f in found if context.module or not is_borrowed(name.parts, f.defined.path, snapshot)]
    if name.plain and context.noun in _OTHER_THINGS:
        return []
    found = [] if name.call or name.role else _packages(name, document, snapshot)
    same = [d for d in snapshot.defined(name.last) if d.symbol.name == name.last and d.symbol.kind != "impl"]
    if context.closed:
        return [
            *found,
            *(Resolved(defined=d, score=0.8, why="name in this file") for d in same if d.path == document),
        ]
    if name.last in context.defines:
        same = [d for d in same if is_home(d.path, document) or nearness(d.path, document) >= NEAR]
    source = [d for d in same if not is_away(d.path, document, snapshot)]
    if name.plain and len({(d.path, d.symbol.qualified) for d in source}) > cfg.max_same_word:
        return found
    for defined in same:
        score = _score(defined, name, document, snapshot, context, rivals=len(source) - 1)
        if score > 0.0:
            found.append(Resolved(defined=defined, score=score, why="name"))
    return found


def _packages(name: Name, document: str, snapshot: Snapshot) -> list[Resolved]:
    """Top packages of that name, and modules whose name is not a plain word."""
    found: list[Resolved] = []
    for path in modules_ending(name.parts, snapshot):
        entry, target = snapshot.file(path), file_target(path, snapshot)
        top = is_top_package(path, snapshot)
        shaped = "_" in name.last.strip("_")
        if (
            target is None
            or entry is None
            or not (top or shaped)
            or (entry.surface.test and not is_home(path, document))
        ):
            continue
        found.append(Resolved(defined=target, score=0.84, why="package" if top else "module"))
    return found


def _score(
    defined: Defined, name: Name, document: str, snapshot: Snapshot, context: Context, *, rivals: int
) -> float:
    """Base score of a definition that bears the bare name; 0 when such a word does not speak of such a
    definition.
    """
    if name.last.startswith("__") and not name.role:
        return 0.0
    value, away = is_value(defined.symbol), is_away(defined.path, document, snapshot)
    if away and (name.role or value or name.wordlike):
        return 0.0
    owner = owner_of(defined, snapshot)  # the dear part: a look at the store for each namesake
    if away and owner is not None:
        return 0.0
    if owner is None or owner.kind not in CLASS_KINDS:
        local = (
            owner is not None
            and not is_home(defined.path, document)
            and nearness(defined.path, document) < NEAR
        )
        if local and (name.wordlike or name.member):
            return 0.0
        if name.plain and value and rivals > 0 and not is_exported(defined, snapshot):
            return 0.0
        return 0.68 if name.plain else 0.8
    spoken = owner.name in context.named or context.owner.split(".")[-1] == owner.name
    if name.role:
        return 0.7
    if not spoken and value and (name.member or name.wordlike):
        return 0.0
    if name.plain:
        return 0.5 if spoken or (rivals == 0 and not is_everyday(name.last)) else 0.0
    return 0.55 if value else 0.7
