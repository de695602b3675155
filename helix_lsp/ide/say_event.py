"""What the answering of a question says of itself, in the words of a person who waits or reads a trace. The
events and labels themselves keep their names: they are what docs/reference/ladder.md lists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from helix_lsp.text.regex import regex

_OWN = "Helix Ask: "
_READING, _LOOKING, _WEIGHING, _CHECKING = (
    "Reading the question",
    "Looking for places",
    "Weighing what was found",
    "Checking each sentence",
)
_PLANNING, _TREES, _WRITING = "Planning the search", "Walking the knowledge trees", "Writing the answer"
_STAGES: Mapping[str, str] = {
    "Repo expectation": _READING, "Intent resolved": _READING, "Intent override": _READING, "Obligation": _READING,
    "Preflight retrieval": _LOOKING, "Queries merged": _LOOKING, "Retrieval scope": _LOOKING, "Retrieval channels": _LOOKING,
    "Docs-first scope": _LOOKING, "Docs grep fallback": _LOOKING, "Graph pack": _TREES, "Tree walk": _TREES, "Tree binding": _TREES,
    "Plan": _PLANNING, "Plan pass": _PLANNING, "Plan directives": _PLANNING, "Query hints ready": _PLANNING,
    "Controller step": _WEIGHING, "Controller stop": _WEIGHING, "Slot coverage": _WEIGHING, "Evidence gate": _WEIGHING,
    "Retrieval confidence": _WEIGHING, "Arbiter": _WEIGHING, "Evidence cards ready": _WRITING, "Reasoning scaffold ready": _WRITING,
    "Synthesis prompt ready": _WRITING, "Generating answer": "Waiting for the model", "Answer ready": _WRITING,
    "Coverage gate": _CHECKING, "Belief gate": _CHECKING, "Rattling gate": _CHECKING, "Platonic gates": _CHECKING,
    "Answer cleaned preview": _CHECKING, "Citations": _CHECKING, "Citation repair": _CHECKING,
}  # fmt: skip
_WORDS: Mapping[str, str] = {
    "arbiter": "answer", "platonic": "sentence", "rattling": "robustness", "micro-pass": "planning", "obligation": "demand", "rung": "step",
}  # fmt: skip
_WORD = regex("|".join(map(re.escape, _WORDS)), re.IGNORECASE)


def stage(line: str) -> str:
    """The stage that a live event belongs to; the event itself, without our name, where it belongs to none."""
    said = line.removeprefix(_OWN)
    name, _, told = said.partition(" - ")
    if name == "Context ready":
        return f"{told} found"
    return _STAGES.get(name, said)


def in_words(text: str) -> str:
    """An event or a label of a trace without the names that only its makers know."""
    return _WORD.sub(_word, text.removeprefix(_OWN))


def _word(found: re.Match[str]) -> str:
    word = _WORDS[found.group().lower()]
    return word.capitalize() if found.group()[0].isupper() else word


# Why the ladder was climbed once more, in words: the heading of a climb in every view of a trace.

_WORDS_SAY_CLIMB: Mapping[str, str] = {
    "choice": "What could be chosen, worked out again",
    "question": "The question",
    "not_near": "Without what is open",
    "place": "As the place of the cursor means it",
    "no_model": "Without the model, to compare with",
    "withheld": "With the top evidence withheld",
}


def say_climb(number: int, purpose: str) -> str:
    """`Climb 2: without what is open`; a record of an older version names no purpose."""
    return (
        f"Climb {number}: {said[0].lower()}{said[1:]}"
        if (said := _WORDS_SAY_CLIMB.get(purpose))
        else f"Climb {number}"
    )
