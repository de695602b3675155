"""Who uses each meaning of a name: the uses of a family's members together, for as many meanings as one
answer tells.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from helix_lsp.align.uses.every_use import widened
from helix_lsp.align.uses.other_names import Usage
from helix_lsp.align.uses.usage import Usages, usages_of
from helix_lsp.ask.compose.material import Material
from helix_lsp.ask.question.senses import meanings
from helix_lsp.ask.question.target import asked_for
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.tuning.documents import USES

_MOST_MEMBERS = 12  # of one family whose uses are read


class Users(msgspec.Struct, frozen=True, kw_only=True):
    """One meaning: the definition that stands for it, the other members of its family, the uses of all."""

    defined: Defined
    family: tuple[Defined, ...]
    uses: Usages


def users_of_each(material: Material) -> tuple[Users, ...]:
    """Meanings of the asked name with their users, the most used first, those that nobody uses left out while
    others are used. Empty where

    the question names one definition alone: there is nothing to tell apart.
    """
    asked = asked_for(material.results, material.snapshot)
    if asked is None or asked.owned or not asked.exact:
        return ()
    spelled = tuple(d for d in asked.defined if d.symbol.name == asked.word)
    found = [same for _, _, same in meanings(spelled or asked.defined, material.snapshot)]
    if sum(len(same) for same in found) <= 1:
        return ()
    each = _told_apart([_users(same, material) for same in found])
    used = (
        [one for one in each if _certain(one)]
        or [one for one in each if one.uses.code or one.uses.tests]
        or each
    )
    return tuple(sorted(used, key=lambda one: (-_certain(one), one.defined.path, one.defined.ordinal)))


def _told_apart(each: Sequence[Users]) -> list[Users]:
    """Without what may be a use of one and is known to be a use of another."""
    known = {
        (use.path, use.span.start) for one in each for use in (*one.uses.code, *one.uses.tests) if use.certain
    }

    def rest(uses: Sequence[Usage]) -> tuple[Usage, ...]:
        return tuple(use for use in uses if use.certain or (use.path, use.span.start) not in known)

    return [
        replace(one, uses=replace(one.uses, code=rest(one.uses.code), tests=rest(one.uses.tests)))
        for one in each
    ]


def _certain(users: Users) -> int:
    return sum(use.certain for use in users.uses.code)


def _users(same: Sequence[Defined], material: Material) -> Users:
    cfg = widened(material.align, USES.asked_bytes)
    every = [usages_of(one, material.live.live, cfg) for one in same[:_MOST_MEMBERS]]
    names = dict.fromkeys(d.symbol.qualified for d in same)
    names.pop(same[0].symbol.qualified, None)
    heirs = tuple(next(d for d in same if d.symbol.qualified == name) for name in names)
    uses = Usages(
        code=_joined([u.code for u in every]),
        tests=_joined([u.tests for u in every]),
        documents=every[0].documents,
        capped=any(u.capped for u in every) or len(same) > _MOST_MEMBERS,
        tests_capped=any(u.tests_capped for u in every),
        imports=_joined([u.imports for u in every]),
        names=tuple(dict.fromkeys(name for u in every for name in u.names)),
    )
    return Users(defined=same[0], family=heirs, uses=uses)


def _joined(lists: Sequence[Sequence[Usage]]) -> tuple[Usage, ...]:
    """Each place once, as what is known of it best; known ones first, else in their order."""
    found: dict[tuple[str, int], Usage] = {}
    for use in (use for uses in lists for use in uses):
        at = (use.path, use.span.start)
        if at not in found or (use.certain and not found[at].certain):
            found[at] = use
    return tuple(sorted(found.values(), key=lambda use: not use.certain))
