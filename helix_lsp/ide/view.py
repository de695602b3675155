"""What a request sees: one snapshot, the current bytes, the options, and how fresh all that is. Immutable;
may be superseded, never blocked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from helix_lsp.align.live import Texts
from helix_lsp.align.name_port import NO_ORACLE, NameOracle
from helix_lsp.config import Config
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.text.digest import digest_of
from helix_lsp.trees.knowledge import Knowledge, KnowledgeCache, read_knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """`texts` gives the current bytes of a path: live buffer, else disk, else None. `known` remembers what
    `knowledge` read.

    `oracle` infers what names mean, for answers and the report on a change; what an editor draws does
    without. `likeness` is the model of meaning that answers may use, None without one;
    `opinion` the same one with little time, for lists of places, None where it is not asked.
    """

    snapshot: Snapshot
    texts: Texts
    config: Config
    freshness: Freshness
    oracle: NameOracle = field(default=NO_ORACLE, compare=False, repr=False)
    likeness: Likeness | None = field(default=None, compare=False, repr=False)
    opinion: Likeness | None = field(default=None, compare=False, repr=False)
    known: KnowledgeCache = field(default_factory=KnowledgeCache, compare=False, repr=False)

    def config_digest(self) -> str:
        """SHA-256 of the options that decide what is found, cited and said; nothing of the model, of this
        machine or of how a door behaves is in it. The numbers that nobody sets belong to the version.
        """
        cfg = self.config
        index = replace(cfg.index, workers=0)
        parts = (
            index,
            cfg.search,
            cfg.align,
            cfg.drift,
            cfg.ask,
            cfg.plan,
            cfg.control,
            cfg.trees,
            cfg.verify,
            cfg.pr,
        )
        return digest_of([repr(part) for part in parts])

    def knowledge(self) -> Knowledge:
        """Trees and concept cards of the workspace; read when first asked for, then from memory."""
        return read_knowledge(self.snapshot, self.texts, self.config.trees, self.known)
