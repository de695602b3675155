"""Defaults that are told without a verb: in brackets behind a name (`` `timeout` (seconds, default: 5) ``), as a
field of an item (`` Type: `int`, default: `5` ``), in a cell of a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.noun import object_of, subject_of
from helix_lsp.verify.claim.versions import CONDITION

_VALUE = r"(?=[`\"'\d-]|true|false|none|null|nil|undefined)"
_BRACKETED = re.compile(
    r"[(\[]\s*(?:[\w\s`|,<>\[\].]{0,60}?[,;]\s*)?(?:the\s+)?default(?:\s+value)?(?:s\s+to|\s+is|\s*[:=])?\s+"
    + _VALUE,
    re.I,
)
_FIELD = re.compile(
    r"[,;.|\\)][\s*_]+default(?:(?:\s+value)?[\s*_]*[:=]|s\s+to\s|ing\s+to\s)[\s*_]*" + _VALUE, re.I
)
_ALONE = re.compile(r"\s*(?:\([^()]*\))?")  # behind the value of a cell
_TICKED = re.compile(r"`[^`]*`")


def bracketed(text: str, lead: str) -> Iterator[Claim]:
    """`` `timeout` (default: 5) ``, of a list item about one name; at most one claim."""
    m = _BRACKETED.search(text) or (_FIELD.search(text) if lead else None)
    if m is None or CONDITION.search(_TICKED.sub(" ", text)):
        return
    subject = subject_of(text[: m.start()].rstrip(), lead) or (
        subject_of("it", lead) if lead and m.start() < 200 else None
    )
    found = object_of(text[m.end() :])
    if subject is not None and found is not None and not found[3]:
        yield Claim(
            subject=subject,
            predicate="default",
            object=found[0],
            start=m.end() + found[1],
            end=m.end() + found[2],
        )


def in_cell(text: str, cell: tuple[int, int], lead: str) -> Iterator[Claim]:
    """The default that a cell is, of the name that its row is about; the value must fill the cell."""
    subject, found = subject_of("it", lead), object_of(text[slice(*cell)])
    if (
        subject is not None
        and found is not None
        and not found[3]
        and _ALONE.fullmatch(text, cell[0] + found[2], cell[1])
    ):
        yield Claim(
            subject=subject,
            predicate="default",
            object=found[0],
            start=cell[0] + found[1],
            end=cell[0] + found[2],
        )
