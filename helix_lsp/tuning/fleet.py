"""Tuning of questions over many repositories: which of them are asked, and what is kept open."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_BY_HAND = "chosen by hand, not measured"
_CALLAN = "Callan, Lu and Croft, Searching Distributed Collections with Inference Networks, 1995 (CORI)"


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetTuning:
    """Read by the first pass over all indexes (`search/route.py`) and by those who keep indexes open."""

    asked: int = tuned(
        2,
        "Repositories that are asked in full when the question names none.",
        unit="repositories",
        source="each costs up to 250 ms, and a question over a fleet may take 800",
    )
    searched: int = tuned(
        4,
        "Repositories in which places are looked for when the query names none.",
        unit="repositories",
        source=_BY_HAND,
    )
    named: int = tuned(8, "Repositories that one question may name.", unit="repositories", source=_BY_HAND)
    short_list: int = tuned(
        12,
        "Repositories whose best unit is scored, after all were ranked by how many units hold the words.",
        unit="repositories",
        source=_BY_HAND,
    )
    terms: int = tuned(
        16, "Words of a question that are counted in each index, the heaviest.", unit="words", source=_BY_HAND
    )
    names: int = tuned(
        8, "Names of a question that are looked up in each index.", unit="names", source=_BY_HAND
    )
    rare: float = tuned(50.0, "Units that hold a word before it counts half.", unit="units", source=_CALLAN)
    size: float = tuned(
        150.0, "The same for an index of mean size, on top of `rare`.", unit="units", source=_CALLAN
    )
    floor: float = tuned(0.4, "Belief of a word that an index does not hold.", unit="", source=_CALLAN)
    own_name: float = tuned(
        2.0,
        "What a definition of a name that the question writes adds, as a multiple of the name's rarity among the indexes.",
        unit="",
        source=_BY_HAND,
    )
    definitions: int = tuned(
        20, "Definitions of one name that are counted in one index.", unit="contents", source=_BY_HAND
    )
    kept_open: int = tuned(
        128,
        "Indexes that the first pass keeps open; of a larger fleet the one unused for longest is closed.",
        unit="indexes",
        source="each holds three descriptors, and 1,024 is a usual limit of a process",
    )
    lost_workers: int = tuned(
        2,
        "Processes that one repository may cost in a build before it is given up.",
        unit="processes",
        source=_BY_HAND,
    )
    stop: float = tuned(
        10.0,
        "How long a cluster that is closed, or that has lost all its processes, is waited for.",
        unit="seconds",
        source=_BY_HAND,
    )
    every: float = tuned(
        1.0, "How often a build looks whether a process is left.", unit="seconds", source=_BY_HAND
    )


FLEET = FleetTuning()
"""The one record of these: nobody sets them."""
