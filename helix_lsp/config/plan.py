"""What the first rungs read: a repository's own topics, which are data, beside tuning."""

from __future__ import annotations

from dataclasses import dataclass, field

from helix_lsp.config.topic import TopicProfile
from helix_lsp.tuning.plan import PlanTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanConfig(PlanTuning):
    """Read by `helix_lsp.ask`. `topics` are the repository's own, from `[topics]` of `helix.toml`; they are
    data, not an option.
    """

    topics: tuple[TopicProfile, ...] = field(default=(), metadata={"data": True})
