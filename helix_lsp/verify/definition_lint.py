"""Definition lint: an answer to `what is X` must define X, from a place that defines it.

A supported statement defines X when the place it cites lies in the definition or section that bears X's name,
or when the statement itself says what X is (`X is ...`, `X: ...`, `X means ...`) in words that its citation
carries. Questions for a value, a difference or a part (`the default of X`, `the difference between X and Y`)
are not questions for a definition and are left to coverage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from helix_lsp.text.words import STOP_WORDS, WORD, terms
from helix_lsp.verify.gate import Gate, skipped
from helix_lsp.verify.weigh import Cited, Weighed

_HERE = r"(?:\s+(?:in|inside|within|for|of) (?:this|the|our) (?:repo(?:sitory)?|code ?base|project|package|library))?"
_ASKED = re.compile(
    r"^\W*(?:please\s+)?(?:(?:can|could) you\s+)?(?:what(?:'s| is| are| was| were)|define|what (?:does|do)(?=.*\b(?:mean|stand for|refer to)\b)|"
    r"(?:what is )?the (?:meaning|definition) of)\s+(?:meant by\s+|the (?:meaning|definition) of\s+)?(?P<what>.+?)"
    rf"(?:\s+(?:means?|stand for|refer to))?{_HERE}\W*$",
    re.I | re.S,
)
_MORE = re.compile(
    r"\b(?:of|between|for|in|on|with|when|if|used|doing|called|about|from|to|by|default|value|unit|units|maximum|minimum|number|"
    r"difference|purpose|reason|point|or|and|versus|vs)\b",
    re.I,
)
_COPULA = re.compile(
    r"\s(?:is|are|means?|refers? to|stands? for|defines?|represents?|denotes?|describes?)\s|\s?[:=—–]\s|\s\((?:class|function|method)"
)
_MOST = 4


def asked_for(question: str) -> tuple[str, ...]:
    """The stems of the one thing that a question wants defined; empty for any other question."""
    found = _ASKED.match(question.strip())
    if found is None or _MORE.search(found["what"]):
        return ()
    words = [w for w in WORD.findall(found["what"]) if w.lower() not in STOP_WORDS]
    stems = tuple(dict.fromkeys(t for w in words for t in terms(w) if t[0] != "="))
    return stems if len(stems) <= _MOST else ()


def definition_lint(question: str, weighed: Iterable[Weighed]) -> Gate:
    """Fails with `label`: the answer stays, and says that it does not define what was asked. `value` is the
    share of X's words that the best statement defines.
    """
    wanted = asked_for(question)
    if not wanted:
        return skipped("definition", "no definition is asked for")
    held = [w for w in weighed if w.support.supported and w.claim.cited]
    if not held:
        return skipped("definition", "no supported statement")
    best = 0.0
    for w in held:
        subjects = [frozenset(terms(name)) for c in w.claim.cited for name in _bearers(c)]
        if copula := _COPULA.search(f" {w.claim.text} "):
            subjects.append(frozenset(terms(f" {w.claim.text} "[: copula.start()])))
        best = max([best, *(_share(wanted, s) for s in subjects)])
        if best >= 1.0:
            return Gate(
                name="definition", verdict="pass", value=1.0, threshold=1.0, detail=f"{w.claim.id} defines it"
            )
    return Gate(
        name="definition",
        verdict="fail",
        value=round(best, 6),
        threshold=1.0,
        detail=f"nothing cited defines {' '.join(wanted)}",
        act="label",
    )


def _bearers(cited: Cited) -> tuple[str, ...]:
    """The innermost definition and the innermost heading that the place lies in; for a place outside both,
    its path.
    """
    defined = [a.partition("\n")[0].rpartition(".")[2] for a in cited.around if "\n" in a]
    titled = [a for a in cited.around[1:] if "\n" not in a]
    return (*defined[-1:], *titled[-1:]) or cited.around[:1]


def _share(wanted: tuple[str, ...], held: frozenset[str]) -> float:
    """Share of X's words that a name holds; a name with as many other words again names something else."""
    held = frozenset(t for t in held if t[0] != "=")
    shared = sum(t in held for t in wanted)
    return shared / len(wanted) if 2 * shared >= len(held) else 0.0
