"""Options of the retrieval controller, coverage, ambiguity and the arbiter."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option

_BY_HAND = "chosen by hand, not measured"
_FOLLOWED = "casimirbot's default, not measured (design-decisions.md#casimirbot)"
_FITTED = "logistic; on 120 and 167 answers AUC .69 and .75, strong right 17 of 18 and 33 of 35, most of them seen; measured by bench/verdict.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlConfig:
    """Read by `helix_lsp.ask`."""

    mode: str = option(
        "enforce",
        "The one switch of all gates: `enforce` acts on what they say, `shadow` only records what they would have done, `off` does not look.",
        choices=("enforce", "shadow", "off"),
        repository="tighten",
        source="to act on a gate is the default (design-decisions.md#one-switch)",
    )
    steps: int = option(
        3, "Retrieval passes of one question: seed, expansion, widening.", unit="passes", low=1, high=6, repository="lower",
        source="one for each way of looking (docs/reference/ladder.md, S2-09 to S2-11)",
    )
    queries: int = option(3, "Queries of one expansion or widening pass.", unit="queries", low=1, high=24, repository="lower", source=_BY_HAND)
    query_hits: int = option(6, "Places taken from each such query.", unit="hits", low=1, high=50, repository="lower", source=_BY_HAND)
    extra_share: float = option(
        0.6,
        "A place that only a further query found scores at most this share of the best place.",
        low=0,
        high=1,
        repository="lower",
        source="chosen by hand: it gets a card, never the first one",
    )
    preflight_docs: float = option(
        0.3, "Share of documents from which two found files count as a signal.", low=0, high=1, scope="user", source=_FOLLOWED
    )

    preflight_share: float = option(
        0.8, "Share of a question's words from which the first look makes the repository expected although its words did not say so.", low=0,
        high=1, repository="raise", source=_BY_HAND,
    )  # fmt: skip

    # ambiguity
    use_meanings: int = option(
        4, "Meanings of a name whose users one answer tells; with more the question who uses it is given back.", unit="meanings", low=1, high=10,
        scope="user", source=_BY_HAND,
    )  # fmt: skip
    sense_places: int = option(12, "Hits among which senses of a word are looked for.", unit="hits", low=2, high=50, scope="user", source=_BY_HAND)
    sense_spans: int = option(
        4, "Proof spans counted for one sense.", unit="spans", low=1, high=20, scope="user", source="chosen by hand: a small budget for each sense"
    )
    dominance: float = option(
        0.18,
        "Least margin of the best sense over the second, as a share of the best, for it to be taken without asking.",
        low=0,
        high=1,
        repository="raise",
        source=_FOLLOWED,
    )
    density_share: float = option(
        0.5, "Share of proof density in a sense's strength; the rest is evidence mass.",
        low=0, high=1, scope="user", source="chosen by hand: both count alike"
    )

    # arbiter
    repo_confidence: float = option(
        0.45,
        "Confidence from which an answer stands on the repository alone; below it, evidence that passes the gate makes it hybrid.",
        low=0,
        high=1,
        repository="raise",
        source=_FOLLOWED,
    )
    high_confidence: float = option(0.6, "Confidence called high.", low=0, high=1, repository="raise", source=_FOLLOWED)
    medium_confidence: float = option(0.35, "Confidence called medium.", low=0, high=1, repository="raise", source=_FOLLOWED)

    # the verdict of an answer: a logistic of features 0..1, none of which lowers it
    verdict_clear: float = option(
        3.0, "Weight of how far the passages shown stand before the other best ones.", low=0, high=20, repository="lower", source=_FITTED
    )
    verdict_first: float = option(
        0.4, "Weight of the share of the question that the first cited place holds in its own words.", low=0, high=20, repository="lower",
        source=_FITTED,
    )  # fmt: skip
    verdict_own: float = option(
        1.4, "Weight of an answer by the kind's own reader: the callers of a name, the line that gives a value.", low=0, high=20,
        repository="lower", source=_FITTED,
    )  # fmt: skip
    verdict_spoken: float = option(
        1.25, "Weight of the share of the question's words that the supported statements speak of.", low=0, high=20, repository="lower",
        source=_FITTED,
    )  # fmt: skip
    verdict_needed: float = option(
        2.85, "Weight that an answer needs to be as likely right as not.", low=0, high=100, repository="raise", source=_FITTED
    )
    verdict_strong: float = option(0.75, "Verdict from which an answer is called strong.", low=0, high=1, repository="raise", source=_FITTED)
    verdict_weak: float = option(
        0.4, "Verdict from which an answer is called weak; below it only places were found.", low=0, high=1, repository="raise", source=_FITTED
    )
