"""What a rule is: one thing that may speak against a finding, with its id, what it is asked about, and
examples that hold it.

A rule never decides alone. It says whether it applies; what that is worth was measured on labelled references
(`tuning/drift_worths.py`), and `drift/decide.py` adds the worths up. To add a rule: write it, with examples,
in a file of this folder (a new file is listed in `rules/__init__.py`), and give it a worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.reference import Kind

Facts = Mapping[str, str]
NAMES: frozenset[Kind] = frozenset({"name", "flag"})
TOLD: frozenset[Kind] = frozenset(
    {"name", "flag", "path", "command", "claim"}
)  # all that prose may tell of the past


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """`examine` gives the facts of its sentence (`says`, with their names in braces) where the rule applies,
    None where it does not.

    `kinds` are the references that it is asked about; `hints`: also about findings that are hints before any
    rule is asked. `about` says the rule in a sentence. `fires` and `silent` are pieces of Markdown that refer
    to `grill_it` (or `--grill`, `docs/grill.md`), where it must apply and must not.
    """

    id: str
    kinds: frozenset[Kind]
    about: str
    says: str
    examine: Callable[[Case], Facts | None]
    fires: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    hints: bool = False


def when(found: object) -> Facts | None:
    """No facts where a condition holds, None where it does not."""
    return {} if found else None
