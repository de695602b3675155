"""What a file defines at its top, and which files use it."""

from __future__ import annotations

from helix_lsp.align.live import Live
from helix_lsp.align.uses.usage import Usage, usages_of
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, Snapshot

_MOST_DEFINED = 24


def users_of(path: str, live: Live, cfg: AlignConfig) -> tuple[tuple[Usage, ...], bool]:
    """(uses, from other files, of what the file defines at its top: certain ones first, one for each file; whether
    every definition and every file that holds a name of one was looked at).
    """
    out: dict[str, Usage] = {}
    defined = tops(path, live.snapshot)
    whole = len(defined) <= _MOST_DEFINED
    for one in defined[:_MOST_DEFINED]:
        uses = usages_of(one, live, cfg)
        whole = whole and not uses.capped and not uses.tests_capped
        for use in sorted((*uses.code, *uses.tests), key=lambda u: not u.certain):
            if use.path != path and (use.path not in out or (use.certain and not out[use.path].certain)):
                out[use.path] = use
    return tuple(sorted(out.values(), key=lambda u: (not u.certain, u.path))), whole


def tops(path: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """What a file defines at its top, exported names first."""
    outline = snapshot.skeleton(path)
    found = [
        Defined(path=path, ordinal=n, symbol=s)
        for n, s in enumerate(outline.symbols if outline is not None else ())
        if s.parent < 0 and s.kind not in ("variable", "module", "namespace", "impl")
    ]
    return tuple(sorted(found, key=lambda d: (not d.symbol.exported, d.ordinal)))
