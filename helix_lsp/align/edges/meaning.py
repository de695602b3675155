"""What a name may come to mean, and the small judgements on names that need no index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Import


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """`known`: these definitions (overloads of one name). `module`: the files of a module. `foreign`: what
    this repository does not define.
    """

    kind: Literal["known", "module", "foreign", "unknown"]
    defined: tuple[Defined, ...] = ()
    paths: tuple[str, ...] = ()


FOREIGN = Meaning(kind="foreign")
UNKNOWN = Meaning(kind="unknown")


def known(found: Iterable[Defined]) -> Meaning:
    """Known for at least one definition."""
    out = tuple(found)
    return Meaning(kind="known", defined=out) if out else UNKNOWN


def bound(name: str, imports: tuple[Import, ...]) -> tuple[Import | None, str]:
    """(the statement that binds the name, the name it has in the module); a module that is imported whole
    binds its first part.
    """
    for statement in reversed(imports):
        for original, alias in statement.names:
            if name == (alias or original) and name != "*":
                return statement, original
        if (
            not statement.names
            and "/" not in statement.module
            and "::" not in statement.module
            and statement.module.partition(".")[0] == name
        ):
            first = Import(module=name, names=(), span=statement.span)
            return first, ""
    return None, ""


def one_body(found: list[Defined]) -> bool:
    """True for one definition, wherever else it is declared."""
    bodies = {d.path for d in found if d.symbol.body is not None}
    return len({d.symbol.qualified for d in found}) == 1 and (
        len(bodies) == 1 or len({d.path for d in found}) == 1
    )


def prefixes(qualified: str) -> list[str]:
    """`A.B.C` -> A.B.C, A.B, A, ``."""
    out: list[str] = []
    while qualified:
        out.append(qualified)
        qualified = qualified.rpartition(".")[0]
    return [*out, ""]
