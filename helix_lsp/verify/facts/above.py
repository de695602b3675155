"""What is above a class by name, in the project and in the standard library of its language."""

from __future__ import annotations

import re

from helix_lsp.align.lineage import bases_of
from helix_lsp.align.live import Live
from helix_lsp.index.snapshot import Defined
from helix_lsp.verify.facts.standard import standard_bases
from helix_lsp.verify.facts.subject import named

_LAST = re.compile(r"\.|::|#|\\")
_DEPTH = 8


def names_above(name: str, language: str, live: Live) -> set[str]:
    """Names of all classes above one, as far as they are known."""
    out = set(standard_bases(name, language) or ())
    line: list[Defined] = list(named(name, live.snapshot))
    for _ in range(_DEPTH):
        above: list[Defined] = []
        for one in line:
            for written, holder in bases_of(one, live.snapshot):
                last = _LAST.split(written)[-1]
                if last not in out:
                    out.add(last)
                    out.update(standard_bases(last, language) or ())
                    above += [holder] if holder is not None else []
        line = above
    return out
