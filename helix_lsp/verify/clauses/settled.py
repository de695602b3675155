"""What becomes of a failure: passed on, swallowed, logged, turned into another, or the end of the work.

In code it is told from what is in the block that catches it, or behind `err != nil`.
"""

from __future__ import annotations

import re

from helix_lsp.text.regex import regex
from helix_lsp.text.words import WORD, stem
from helix_lsp.verify.clauses.evidence import (
    CARRIED,
    FEW,
    TOGETHER,
    Evidence,
    Fact,
    Ruled,
    acted,
    aligned,
    beside,
)
from helix_lsp.verify.clauses.lexicon import KINDS, canon, spelled, words_of
from helix_lsp.verify.clauses.predicate import Condition
from helix_lsp.verify.clauses.steps import Step
from helix_lsp.verify.clauses.told import clauses, orders
from helix_lsp.verify.reading import read, segments

_SPOKEN: dict[str, re.Pattern[str]] = {
    "swallow": regex(
        r"\b(?:swallow|suppress|silenc|hid|ignor)\w*\s?(?!message|rule|file)|\bsilently\b", re.I
    ),
    "raise": regex(r"\b(?:propagat|re-?rais|re-?throw|bubbl)\w*|\bthrown again\b|\bas an error\b", re.I),
    "log": regex(r"\b(?:logs?|logged|logging|prints?|printed|reports?|reported)\b", re.I),
    "go on": regex(r"\b(?:continues|goes on|carries on|keeps going|proceeds)\b", re.I),
    "wrap": regex(
        r"\b(?:wrap(?:s|ped)? in|turned into|converted (?:in)?to|becomes?|rethrown as|raised as)\b", re.I
    ),
}
_WRITTEN: dict[str, re.Pattern[str]] = {
    "swallow": regex(r"^\s*(?:pass|None|\(\)|\{\}|_)\s*,?;?$|\bignored?\b", re.I),
    "raise": regex(
        r"\b(?:raise|throw|panic)\b|\breturn\b.{0,80}\berr\b|\breturn\s+(?:Some\()?(?:Err|fmt\.Errorf|Error)"
    ),
    "log": regex(r"\b(?:log\w*|print\w*|warn\w*|eprintln\w*|err_message|Print\w*|console)\b"),
    "go on": regex(r"\b(?:continue|next)\b"),
    "wrap": regex(r"\b(?:raise|throw|return)\b.{0,120}\b(?:new |\w+(?:Error|Exception|Request)\b|from )"),
}
_FAILURE = regex(
    r"\b(?:error|exception|fail\w*|throws?|thrown|raised?|invalid)\b|\w(?:Error|Exception|ENOENT|EOF)\b", re.I
)


def spoken_handling(sentence: str) -> frozenset[str]:
    """How the sentence says that a failure is handled; empty when it speaks of none."""
    if not _FAILURE.search(sentence):
        return frozenset()
    sentence = re.sub(r"`[^`]*`", "`", sentence)
    return frozenset(kind for kind, pattern in _SPOKEN.items() if pattern.search(sentence))


def spared_by(main: str) -> str:
    """The word for what is not done (`skipped`): the step is under the other condition. `` where there is none, or
    where a failure is ignored.
    """
    found = _SPARED.search(main)
    return canon(stem(found[1])) if found is not None and not spoken_handling(main) else ""


_SPARED = regex(r"\b(?:is|are|was|were|gets?|be)\s(?:just\s|simply\s)?(skipped|ignored|omitted)\b", re.I)


def handled(sentence: str, steps: tuple[Step, ...]) -> tuple[frozenset[str], frozenset[str], bool]:
    """(what the catching blocks that share most words with the sentence do; names that none of them holds together
    with the others and another catching block holds; whether there is any catching block).
    """
    wanted = words_of(sentence)
    regions: dict[str, list[Step]] = {}
    for step in steps:
        caught = [g for g in step.guards if g.caught]
        if caught:
            regions.setdefault(f"{caught[-1].condition.text}@{_start(step, steps)}", []).append(step)
    words = {
        name: words_of(name.rpartition("@")[0]).union(*(s.words for s in some))
        for name, some in regions.items()
    }
    most = max((len(wanted & held) for held in words.values()), default=0)
    best = [name for name, held in words.items() if len(wanted & held) == most]
    done = [step for name in best for step in regions[name]]
    kinds = frozenset(kind for kind, pattern in _WRITTEN.items() if any(pattern.search(s.text) for s in done))
    named = frozenset(w for w in wanted if w[0] == "=" and any(w in held for held in words.values()))
    lacking = [named - words[name] for name in best]
    return kinds, min(lacking, key=len) if lacking else named, bool(regions)


def _start(step: Step, steps: tuple[Step, ...]) -> int:
    """The first line of the run of steps under the same guards."""
    at = step.index
    for other in reversed(steps):
        if other.index < at and other.guards[: len(step.guards)] == step.guards:
            at = other.index
    return at


_TURNED = regex(
    r"`(?P<one>[\w.:]+)`[^`]{0,60}?\b"
    r"(?:wrapped in|turned into|converted (?:in)?to|becomes|rethrown as|raised as)\s(?:an?\s|the\s)?`(?P<other>[\w.:]+)`"
)


def turned_into(sentence: str, steps: tuple[Step, ...]) -> bool:
    """False where a sentence says which failure becomes which, and no block catches the one and raises the other."""
    return all(
        any(
            found["other"] in s.text and any(g.caught and found["one"] in g.condition.text for g in s.guards)
            for s in steps
        )
        for found in _TURNED.finditer(sentence)
    )


# A number with a bound (`at least 16`) against the same number with one there (`length >= 16`).

_BOUND = regex(
    r"\b(?P<least>at least|no (?:less|fewer|shorter|smaller|lower) than|minimum of)|"
    r"\b(?P<most>at most|up to|no (?:more|longer|larger|greater|higher) than|maximum of)|"
    r"(?<![<>=!-])(?P<ge>>=)|(?<![<>=!-])(?P<le><=)",
    re.I,
)
_NUMBER = regex(r"\s{0,2}(?:a |an |the )?(?P<value>\d[\d_,.]*\d|\d)")

_MOST, _LEAST = regex(r"\bmax", re.I), regex(r"\bmin(?:imum)?\b", re.I)
_EXTREMES = (
    (regex(r"\bthe (?:larger|greater|longer|higher|later|bigger) (?:one )?of\b", re.I), _MOST, _LEAST),
    (regex(r"\bthe (?:smaller|lesser|shorter|lower|earlier) (?:one )?of\b", re.I), _LEAST, _MOST),
)


def bounded(sentence: str, text: str) -> Ruled:
    """Against where each bound of the number that the text has is the other one."""
    for larger, one, other in _EXTREMES:
        if larger.search(sentence) and other.search(text) and not one.search(text):
            return Ruled("bound-reverse", "the other one of them is taken in what is cited")
    said, held = _bounds(sentence), _bounds(text)
    for value, sign in said.items():
        if (there := held.get(value)) and sign.isdisjoint(there):
            return Ruled("bound-reverse", f"{value} is bounded from the other side in what is cited")
    return CARRIED


_THAN = regex(
    r"\b(?:(?P<less>smaller|less|shorter|fewer|lower)|larger|greater|more|longer|higher) than (?:the )?`?(?P<name>[A-Za-z_]\w*)|"
    r"\b(?:(?P<under>below|under)|above|exceeds?) (?:the )?`(?P<other>\w+)",
    re.I,
)


def sized(said: str, text: str) -> Ruled:
    """Open where code compares the name that something is said to be smaller or larger than, and only the other way."""
    for found in _THAN.finditer(said):
        name = re.escape(found["name"] or found["other"])
        less = bool(found["less"] or found["under"])
        signs = {m[1] == "<" for m in re.finditer(rf"\s([<>])=?\s(?:[\w$]+(?:\.|->|::))*{name}\b", text)}
        signs |= {m[1] == ">" for m in re.finditer(rf"\b{name}\s([<>])=?\s", text)}
        if signs and less not in signs:
            return Ruled(
                "bound-open",
                f"`{found['name'] or found['other']}` is compared the other way in what is cited",
            )
    return CARRIED


def _bounds(text: str) -> dict[str, set[int]]:
    """+1 for a least, -1 for a most, of each number."""
    out: dict[str, set[int]] = {}
    for mark in _BOUND.finditer(text):
        number = _NUMBER.match(text, mark.end())
        if number is not None:
            sign = 1 if mark.lastgroup in ("least", "ge") else -1
            out.setdefault(number["value"].replace("_", "").replace(",", ""), set()).add(sign)
    return out


# Whether all words of a clause are where it happens: at one step of code, or in one sentence of prose.

_JOINS = regex(r"(?:^|,?\s)(?:and|but|then|before|after)\s|,\s", re.I)
_BECOMES = regex(
    r"\b(?:becom\w+|remain\w*|stays?|leaves?|left|turn(?:s|ed)(?! into `?[A-Za-z]*[A-Z_])|"
    r"changes?|leads?|causes?|keeps?|kept|treat\w*|consider\w*|behav\w+|means?|"
    r"counts? as|makes?|goes|go|comes?|takes?|taken)\b",
    re.I,
)
_SPAN = regex(r"`([^`\n]{1,200})`")
_KEYWORDS = words_of("awaited awaits awaiting")  # no word of code is one
_RAISES = regex(r"\b(?:rais|throw|re-?rais|rethrow|reject|fails?\b|panic|complain)", re.I)
_APPOSED = regex(
    r"\b(status code|status|code|level|value|option|flag|header|field|method|function|class|type|argument|parameter)\s(?=`|\d)"
    r"|(?<=`)\s(header|flag|option|field|method|function|class|type|argument|parameter|placeholder|hook|property|attribute)s?\b",
    re.I,
)
"""What sort of thing a name or a number is; the code has the name."""
_APART = 1  # words of a clause that may be at another step of what is cited
_MISSED = words_of("missing absent empty unknown invalid unset null none")  # written as a comparison

_NOTHING = {
    canon(stem("empty")): regex(r"\"\"|''|\[\s?\]|\{\s?\}|\(\)|empty", re.I),
    canon(stem("null")): regex(r"\b(?:none|nil|null\w*|undefined|nothing)\b", re.I),
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
                "scattered-step", f"`{spelled(min(left), part)}` does not stand at the place that does it"
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


# How many: `all`, `any`, `always`, `never`, `only`.

_MANY: dict[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    "all": (regex(r"\b(?:all|every|everything|each|both)\b", re.I),
            regex(r"\b(?:all|every|everything|each|both)\b|\.all\b|&&|\band\b|\bfor\b|\bwhile\b", re.I)),
    "any": (regex(r"\b(?:any|anything)\b", re.I),
            regex(r"\b(?:any|anything|either|every|or)\b|\|\||\b(?:Base)?Exception\b|\bThrowable\b", re.I)),
    "always": (regex(r"\balways\b|\bincluded\b|\bwh(?:at|ich)ever\b|\bregardless\b", re.I),
               regex(r"\b(?:always|regardless|whatever|every)\b", re.I)),
    "never": (regex(r"\bnever\b", re.I), regex(r"\bnever\b", re.I)),
    "only": (regex(r"\b(?:only|solely|exclusively)\b", re.I), regex(r"\b(?:only|solely|exclusively|just)\b", re.I)),
}  # fmt: skip
_FAILURE_COUNTED = regex(r"\b(?:any|every|all) (?:\w+ )?(?:exceptions?|errors?|failures?)\b", re.I)
_EVERY_FAILURE = regex(r"^\W*(?:Base)?(?:Exception|Throwable|StandardError|Error)\b")
_SPAN_COUNTED = regex(r"`[^`\n]{1,200}`")
_OF_ORDER = regex(r"(?:\bonly )?\b(before|after)\b(?: (?:any|all|every|each)\b)?", re.I)


def counted(sentence: str, held: Evidence) -> Ruled | None:
    """How many, told where the rest of the clause is: in its sentence of prose, at its step, or in the loop
    around it. What is at a condition that was compared is left to that.
    """
    spoke = False
    bare = _OF_ORDER.sub(r"\1", _SPAN_COUNTED.sub(" ", sentence))
    for clause in clauses(_OF_ORDER.sub(r"\1", sentence)):
        for kind, (said, written) in _MANY.items():
            if (
                not said.search(bare)
                or not said.search(clause.main)
                or (clause.condition is not None and (clause.only or kind == "always"))
            ):
                continue
            spoke = True
            if kind in ("all", "any") and _FAILURE_COUNTED.search(clause.main) and _caught_all(held):
                continue
            facts, _ = aligned(clause.main, held)
            if not any(_tells(f, written, held) for f in facts):
                return Ruled("quantity-open", f"`{kind}` is not told there")
    return CARRIED if spoke else None


_ALL = regex(r"\b(?:all|every|each|both)\b", re.I)
_ANY = regex(r"\b(?:any|some|at least one|either)\b", re.I)
_ALL_OF = regex(r"\b(?:all|every|each|both)(?:[A-Z_]\w*)?\b|&&|\band\b", re.I)
_ANY_OF = regex(r"\b(?:any|some|either|or)(?:[A-Z_]\w*)?\b|\|\|", re.I)


def as_many(said: Condition, held: list[Condition]) -> bool:
    """False where a condition asks for all and the one that shares most of its words does not, or for any and that asks
    for all.
    """
    words = frozenset[str]().union(*(a.words for a in said.atoms))
    written = max(held, key=lambda c: sum(len(words & a.held) for a in c.atoms), default=said).text
    if _ALL.search(said.text):
        return _ALL_OF.search(written) is not None
    return not (_ANY.search(said.text) and _ALL_OF.search(written) and not _ANY_OF.search(written))


def _caught_all(held: Evidence) -> bool:
    """True when a block catches whatever is raised."""
    caught = [g.condition.text for s in held.steps for g in s.guards if g.caught]
    return any(not text.strip("(): e") or _EVERY_FAILURE.search(text) for text in caught)


def _tells(fact: Fact, written: re.Pattern[str], held: Evidence) -> bool:
    """A step under a condition of its own is not done for all."""
    if fact.prose:
        return written.search(fact.text) is not None or any(
            written.search(piece) for piece in segments(held.text) if fact.text in " ".join(piece.split())
        )
    looped = any(
        not g.direct and not g.condition.atoms and written.search("for " + g.condition.text)
        for g in fact.guards
    )
    return written.search(fact.text) is not None or (
        looped and not any(g.direct and g.condition.atoms for g in fact.guards)
    )
