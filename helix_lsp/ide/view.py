"""What a request sees: one snapshot, the current bytes, the options, and how fresh all that is. Immutable; may be superseded,
never blocked.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.live import Texts
from helix_lsp.config import Config
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """`texts` gives the current bytes of a path: live buffer, else disk, else None."""

    snapshot: Snapshot
    texts: Texts
    config: Config
    freshness: Freshness
