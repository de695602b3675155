"""What a plan may direct, and nothing else: where to look, what an answer should speak of, what to ask for. Never a
fact. And which value a directive may have: each check gives the cleaned value, or None when it is not one;
cleaning twice changes nothing.

A plan may come from a model that has read the repository, so it is untrusted: a path that leaves the root, a
link, markup or a control character is refused, whatever the directive. Every value in a record made by
`read_block` has passed these checks. The fields are those of casimirbot's block (design-decisions.md#casimirbot).
"""

from __future__ import annotations

import re

import msgspec

from helix_lsp.ask.plan.slots import slot_id
from helix_lsp.config.plan import PlanConfig
from helix_lsp.text.paths import refuse
from helix_lsp.text.regex import regex

SURFACES = ("docs", "knowledge", "tests", "code", "config")
STRUCTURAL = ("definition", "repo_mapping", "verification", "failure_path")


class Directives(msgspec.Struct, frozen=True, kw_only=True):
    """In the order of the block, each value once. `evidence_criteria` are (slot id, phrases); `clarify` is
    one question or empty.
    """

    preferred_surfaces: tuple[str, ...] = ()
    avoid_surfaces: tuple[str, ...] = ()
    must_include_globs: tuple[str, ...] = ()
    required_slots: tuple[str, ...] = ()
    concept_slots: tuple[str, ...] = ()
    evidence_criteria: tuple[tuple[str, tuple[str, ...]], ...] = ()
    clarify: str = ""
    hints: tuple[str, ...] = ()


_LONGEST_GLOB = 200
_LONGEST_SLOT = 80
_PLACEHOLDER = regex(r"<[^<>]*>\Z")
_UNPRINTABLE = regex(
    r"[^\x20-\x7e\u00a0-\u200a\u2010-\u2027\u2030-\u205f\u2070-\ud7ff\uf900-\ufdcf\ufdf0-\ufeff\U00010000-\U0003ffff]"
)
_MARKUP = regex(r"://|\]\(|<[/!a-zA-Z]|&#|javascript:", re.I)
_LIST_MARK = regex(r"\A(?:[-*•]|\d{1,2}[.)])\s+")
_WORD = regex(r"[^\W_]")


def surface(value: str) -> str | None:
    """One of the closed list, letter case ignored."""
    low = value.lower()
    return low if low in SURFACES else None


def glob(value: str) -> str | None:
    """A safe path or glob below the root, without `./` before it."""
    value = value.strip("`'").strip()
    while value.startswith("./"):
        value = value[2:]
    if (
        not value
        or len(value) > _LONGEST_GLOB
        or value[0] in "~-!#<"
        or '"' in value
        or _UNPRINTABLE.search(value)
    ):
        return None
    return value if refuse(value) is None else None


def required_slot(value: str) -> str | None:
    """One of the structural slots."""
    found = slot_id(value).replace("-", "_")
    return found if found in STRUCTURAL else None


def concept_slot(value: str) -> str | None:
    """A slot id: lower-case words joined by hyphens."""
    if len(value) > _LONGEST_SLOT or _PLACEHOLDER.match(value):
        return None
    return slot_id(value) or None


def phrase(value: str) -> str | None:
    """Words that evidence may hold."""
    value = value.strip('`"').strip()
    return value if _fits(value, _LONGEST_SLOT) and '"' not in value else None


def clarify(value: str, cfg: PlanConfig) -> str | None:
    """One question."""
    return (
        value if _fits(value, cfg.clarify_chars) and value.endswith("?") and value.count("?") == 1 else None
    )


def hint(value: str, cfg: PlanConfig) -> str | None:
    """A query: few words on one line; list marks before it are taken off."""
    while True:
        bare = _LIST_MARK.sub("", value).strip('`"').strip()
        if bare == value:
            break
        value = bare
    return value if _fits(value, cfg.hint_chars) and len(value.split()) <= cfg.hint_words else None


def _fits(value: str, longest: int) -> bool:
    if not value or len(value) > longest or _PLACEHOLDER.match(value) or not _WORD.search(value):
        return False
    return not _UNPRINTABLE.search(value) and not _MARKUP.search(value)
