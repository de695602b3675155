"""Whether all words of a clause are where it happens: at one step of code, or in one sentence of prose."""

from __future__ import annotations

import re

from helix_lsp.text.words import WORD, stem
from helix_lsp.verify.clauses.aligned import CARRIED, FEW, TOGETHER, Ruled, acted, aligned, beside
from helix_lsp.verify.clauses.bound import sized
from helix_lsp.verify.clauses.evidence import Evidence
from helix_lsp.verify.clauses.handling import spoken_handling
from helix_lsp.verify.clauses.lexicon import KINDS, canon, words_of
from helix_lsp.verify.clauses.told import clauses, orders
from helix_lsp.verify.reading import read

_JOINS = re.compile(r"(?:^|,?\s)(?:and|but|then|before|after)\s|,\s", re.I)
_BECOMES = re.compile(
    r"\b(?:becom\w+|remain\w*|stays?|leaves?|left|turn(?:s|ed)(?! into `?[A-Za-z]*[A-Z_])|"
    r"changes?|leads?|causes?|keeps?|kept|treat\w*|consider\w*|behav\w+|means?|"
    r"counts? as|makes?|goes|go|comes?|takes?|taken)\b",
    re.I,
)
_SPAN = re.compile(r"`([^`\n]{1,200})`")
_KEYWORDS = words_of("awaited awaits awaiting")  # no word of code is one
_RAISES = re.compile(r"\b(?:rais|throw|re-?rais|rethrow|reject|fails?\b|panic|complain)", re.I)
_APPOSED = re.compile(
    r"\b(status code|status|code|level|value|option|flag|header|field|method|function|class|type|argument|parameter)\s(?=`|\d)"
    r"|(?<=`)\s(header|flag|option|field|method|function|class|type|argument|parameter|placeholder|hook|property|attribute)s?\b",
    re.I,
)
"""What sort of thing a name or a number is; the code has the name."""
_APART = 1  # words of a clause that may be at another step of what is cited
_MISSED = words_of("missing absent empty unknown invalid unset null none")  # written as a comparison

_NOTHING = {
    canon(stem("empty")): re.compile(r"\"\"|''|\[\s?\]|\{\s?\}|\(\)|empty", re.I),
    canon(stem("null")): re.compile(r"\b(?:none|nil|null\w*|undefined|nothing)\b", re.I),
}
"""How code writes that nothing is given back."""


def place(sentence: str, held: Evidence) -> Ruled:
    """All words of what is said to happen but one are at one step with its conditions, and the step does just
    that; or in one sentence of prose. No number and no name may be elsewhere.

    A verb that says no more than that something is otherwise afterwards (`becomes`, `is left`) cannot be read
    from steps: such a clause stays open.
    """
    named = frozenset(w.lower() for span in _SPAN.findall(sentence) for w in WORD.findall(span))
    apposed = words_of(" ".join(a or b for a, b in _APPOSED.findall(sentence)))
    pairs = orders(sentence)
    said = [(c, p) for c in clauses(sentence) for p in _parts(c.main)]
    if pairs:
        said = [(c, p) for pair in pairs for p in pair for c in clauses(p)[:1]]
    for clause, part in said:
        measured = words_of(
            " ".join(q.written for q in read(part).quantities if q.unit)
        )  # quantities are compared with their units elsewhere
        wanted = words_of(acted(part, held)) - held.called - _KEYWORDS - measured - apposed
        if (told := sized(part, held.text)).id:
            return told
        if spoken_handling(part):
            continue  # what becomes of a failure is in another block than what fails
        facts, _ = aligned(part, held)
        bare = next((m for m in _BECOMES.finditer(part) if m[0].lower() not in named), None)
        if bare is not None and stem(bare[0].lower()) not in " ".join(f.text for f in facts).lower():
            return Ruled("becomes", f"`{bare[0]}` is not told there")
        if len(wanted) < FEW:
            continue
        if not facts and len(wanted - words_of(held.text) - held.own) > (1 - TOGETHER) * len(wanted):
            return Ruled("no-step", "no step and no sentence of what is cited says so")
        told = [f for f in facts if not f.prose or f.denied == clause.denied]
        if facts and not told and (held.steps or any(f.spared for f in facts)):
            return Ruled("only-reverse", "only the reverse is told there")
        if not told or not held.steps:
            continue
        done = WORD.sub(lambda m: "" if m[0].lower() in named else m[0], acted(part, held))
        does = frozenset(k for k in KINDS if KINDS[k].search(done))
        if len(does) > 1 and not _RAISES.search(done):
            does -= {"raise"}  # `the error is returned`
        if not any(f.prose or does <= f.kinds for f in told):
            return Ruled("other-ending", "what is done there ends in another way")
        ready = [f for f in told if f.prose or does <= f.kinds]
        given = [form for word, form in _NOTHING.items() if "return" in does and word in wanted]
        if given and not any(f.prose or all(form.search(f.text) for form in given) for f in ready):
            return Ruled("other-ending", "what is given back there is another thing")
        left = min((wanted - beside(f, part) - held.own - _MISSED for f in ready), key=len)
        exact = wanted & _MISSED or any(w[0] == "=" or w[0].isdigit() for w in left)
        if left and (exact or len(left) > _APART):
            return Ruled(
                "scattered-step", f"`{min(left).removeprefix('=')}` does not stand at the place that does it"
            )
    return CARRIED


def _parts(main: str) -> list[str]:
    """`A and B`, `A before B`: each may be done at a step of its own; a single word belongs to what stands
    before it.
    """
    out: list[str] = []
    for part in _JOINS.split(main):
        if out and len(words_of(part)) < FEW:
            out[-1] += " " + part
        else:
            out.append(part)
    return out
