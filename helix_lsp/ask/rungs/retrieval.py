"""Rung 5: evidence from all channels, fused, ranked and diversified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.ask.question import Question
from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.search import Results, search


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What retrieval brought, best first."""

    results: Results

    @property
    def status(self) -> str:
        return "ok" if self.results.hits else "empty"

    @property
    def events(self) -> tuple[str, ...]:
        return (f"Helix Ask: Retrieval channels - {self.status}",)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        found = self.results
        return (
            ("shape", found.query.shape),
            ("terms", " ".join(f"{t}:{w:.2f}" for t, w in found.weighted.terms[:16])),
            ("unknown", " ".join(found.weighted.unknown)),
            ("channels", " ".join(f"{name}={count}" for name, count in found.channels)),
            ("hits", str(len(found.hits))),
            *(
                (f"hit {n}", f"{h.score:.4f} {h.place.path}:{h.place.start_line} {h.place.qualified}")
                for n, h in enumerate(found.hits[:10], 1)
            ),
        )


def retrieve(
    question: Question,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    cfg: SearchConfig,
    hits: int,
    check: Callable[[], None],
) -> Found:
    """At most `hits` places, one a file."""
    return Found(results=search(question.text, snapshot, texts, cfg, k=hits, check=check))
