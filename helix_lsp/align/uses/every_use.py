"""Every use of a definition: the references that bear its name, those that bear a name which an import,
an export or an assignment gave it, and the imports themselves.

Beside the uses stands what may keep the list from being whole, as data: files that were not read, files whose
language does not have a grammar here, files that do not parse, files that hold the name in a string (`other_names`). A
name that a program puts together of pieces while it runs no list of this kind holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from helix_lsp.align.live import Live
from helix_lsp.align.uses.absence import in_strings
from helix_lsp.align.uses.other_names import Usage, terms_of_name
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.grammar import LANGUAGES
from helix_lsp.syntax.language import language_of
from helix_lsp.tuning.uses import USES

GapId = Literal[
    "other_names",
    "not_read",
    "not_indexed",
    "no_grammar",
    "does_not_parse",
    "definitions",
    "behind",
    "changed_since",
]
_EXAMPLES = 3
_BROKEN = frozenset(
    {"syntax", "too_large", "too_deep", "too_many_facts", "long_lines", "no_grammar", "reader"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A reason why there may be more: how many files (0: nobody counted them) or definitions, and a few of
    them by path or name.
    """

    id: GapId
    count: int
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundUse:
    """One use; `means` are the definitions that it certainly means, as places in the list that was asked
    with, () where nobody can tell.
    """

    usage: Usage
    test: bool
    means: tuple[int, ...]


def widened(cfg: AlignConfig, size: int) -> AlignConfig:
    """The options with which a list leaves nothing out until `size` bytes of source were read for it."""
    return replace(cfg, usage_units=USES.units, usage_files=USES.files, usage_bytes=size)


def every_use(
    defined: Sequence[Defined], live: Live, cfg: AlignConfig, check: Callable[[], None]
) -> tuple[tuple[FoundUse, ...], tuple[Gap, ...]]:
    """Uses in the order of (tests last, path, byte), each once, and the gaps. Raises through `check`."""
    wide = widened(cfg, USES.bytes)
    asked = defined[: USES.definitions]
    places: dict[tuple[str, int, int], tuple[Usage, set[int]]] = {}
    read: set[str] = set()
    spelled: dict[str, None] = {}
    capped = False
    for rank, one in enumerate(asked):
        uses = usages_of(one, live, wide, check)
        read |= uses.read
        spelled |= dict.fromkeys(in_strings(one, uses, live))
        capped = capped or uses.capped or uses.tests_capped
        for use in (*uses.code, *uses.tests, *uses.imports):
            kept = places.setdefault((use.path, use.span.start, use.span.end), (use, set()))
            if use.certain:
                kept[1].add(rank)
    found = [
        FoundUse(
            usage=replace(use, certain=bool(means)),
            test=(entry := live.snapshot.file(use.path)) is not None and entry.surface.test,
            means=tuple(sorted(means)),
        )
        for use, means in places.values()
    ]
    found.sort(key=lambda f: (f.test, f.usage.path, f.usage.span.start, f.usage.span.end))
    return tuple(found), tuple(_gaps(defined, sorted(read), live, spelled=list(spelled), capped=capped))


def _gaps(
    defined: Sequence[Defined], read: Sequence[str], live: Live, *, spelled: list[str], capped: bool
) -> Iterator[Gap]:
    if spelled:
        yield Gap(id="other_names", count=len(spelled), examples=tuple(spelled[:_EXAMPLES]))
    if len(defined) > USES.definitions:
        rest = defined[USES.definitions :]
        yield Gap(
            id="definitions",
            count=len(rest),
            examples=tuple(f"{d.path}: {d.symbol.qualified}" for d in rest[:_EXAMPLES]),
        )
    if capped:
        yield Gap(id="not_read", count=0)
    left = [path for path in live.snapshot.unread() if language_of(path) in LANGUAGES]
    if left:
        yield Gap(id="not_indexed", count=len(left), examples=tuple(left[:_EXAMPLES]))
    if defined and (plain := _in_no_grammar(defined[0].symbol.name, live)):
        yield Gap(id="no_grammar", count=len(plain), examples=tuple(plain[:_EXAMPLES]))
    broken = [
        path
        for path in read
        if (outline := live.commented(path)) is not None
        and any(problem.code in _BROKEN for problem in outline.problems)
    ]
    if broken:
        yield Gap(id="does_not_parse", count=len(broken), examples=tuple(broken[:_EXAMPLES]))


def _in_no_grammar(name: str, live: Live) -> list[str]:
    """Files of languages that are only read as text and hold the name: a template, a component."""
    words = terms_of_name(name)
    held = live.snapshot.holding(words[0], USES.units) if len(words) == 1 else None
    return [
        path
        for path in held or ()
        if (entry := live.snapshot.file(path)) is not None and entry.surface.kind == "text"
    ]
