"""Options of documents: tying them to code, drift, checks of statements, knowledge trees, explained changes, and what an
editor shows beside answers.
"""

from __future__ import annotations

from helix_lsp.config.option import option, taste
from helix_lsp.tuning.documents import AlignTuning, DriftTuning, IdeTuning, PrTuning, TreesTuning
from helix_lsp.tuning.drift_worths import CHECKS, EVIDENCE, RULES
from helix_lsp.tuning.record import record
from helix_lsp.tuning.verify import VerifyTuning


@record
class AlignConfig(AlignTuning):
    """How a mention finds its definitions, and how much proof is gathered for one."""

    shown_usages: int = taste(2, low=0, high=20, named="hover.usages")
    shown_tests: int = taste(1, low=0, high=20, named="hover.tests")
    shown_documents: int = taste(2, low=0, high=20, named="hover.documents")
    shown_others: int = taste(3, low=0, high=20, named="hover.definitions")
    usual_files: float = taste(4.0, low=0.1, high=1_000.0)


# Options of the drift check: what is looked at, what is left alone, and from which confidence on a finding
# is shown.


@record
class DriftConfig(DriftTuning):
    """Read by `helix_lsp.align.drift`."""

    min_confidence: float = taste(0.8, low=0.0, high=1.0, first=True)
    history: bool = option(True, repository="lower", first=True)
    history_commits: int = option(20_000, low=0, high=1_000_000, repository="lower")
    history_seconds: float = option(120.0, low=1.0, high=3_600.0, scope="user")
    select: tuple[str, ...] = option((), repository="add", entries=tuple(CHECKS))
    ignore: tuple[str, ...] = option((), repository="add", entries=(*CHECKS, *EVIDENCE, *RULES))
    ignore_paths: tuple[str, ...] = option((), repository="add")
    ignore_words: tuple[str, ...] = option((), repository="add")


# Options of verification: when a sentence is carried by what it cites, and what a failed gate does.


@record
class VerifyConfig(VerifyTuning):
    """Read by `helix_lsp.verify` and the last gates of the ladder."""

    covered_share: float = option(0.8, low=0, high=1, repository="raise")
    quantity_rules: tuple[str, ...] = option((), repository="add")
    unsupported_most: float = option(0.5, low=0, high=1, repository="lower")


# Options of knowledge trees, concept cards and their locks.


@record
class TreesConfig(TreesTuning):
    """Read by `helix_lsp.trees`."""

    enabled: bool = option(True, repository="lower")
    files: tuple[str, ...] = option((), repository="add")
    resolvers: tuple[str, ...] = taste(
        (
            "configs/graph-resolvers.json",
            "graph-resolvers.json",
            "configs/helix-ask-graphs.json",
            "helix-ask-graphs.json",
        )
    )


# Options of `pr explain`: how much of a change is looked at and listed.


@record
class PrConfig(PrTuning):
    """Bounds; what lies beyond one is counted and never silently dropped."""

    files: int = option(2_000, low=1, high=100_000, repository="lower")
    asked: int = option(150, low=0, high=10_000, repository="lower")
    listed: int = option(300, low=1, high=100_000, repository="lower")


# Options of what an editor shows beside answers: symbols, links, references, completion, rename.


@record
class IdeConfig(IdeTuning):
    """Bounds of lists that an editor draws."""

    completions: int = option(100, low=1, high=2_000, repository="lower")
    references: int = option(1_000, low=1, high=100_000, repository="lower")
    diagnostics: bool = option(True, repository="lower", first=True)
    code_lens: bool = option(True, repository="lower", first=True)
    mentions: int = option(1_000, low=1, high=100_000, repository="lower")
