"""What a question is asked of: one snapshot with its live texts, the repository's own knowledge, the options,
and the model, if any.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from helix_lsp.align.live import NO_ORACLE, NameOracle
from helix_lsp.ask.model.model_port import ModelPort
from helix_lsp.config import Config
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.trees.knowledge import Knowledge


class SessionFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What the session knows that a question is asked in: `locked` are ids of trees pinned for it, `recent`
    those that its last answer walked; `repo_rev` is the commit that is checked out, `` when nobody says.
    """

    locked: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    repo_rev: str = ""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """`texts` gives the current bytes of a path: live buffer, else disk, else None. `hypothesis` is a passage that a
    model wrote to be searched with.
    """

    snapshot: Snapshot
    texts: Callable[[str], bytes | None]
    knowledge: Knowledge
    session: SessionFacts
    cfg: Config
    freshness: Freshness
    model: ModelPort | None
    oracle: NameOracle = NO_ORACLE
    likeness: Likeness | None = None
    hypothesis: str = ""
