"""A sentence in its clauses: what is said to happen, under which condition, and what is in the way of
taking it as said.

`If A, B; otherwise C` is B under A and C under not A. `unless` and `without` deny their condition. Orders (`A
before B`, `A first, then B`) are kept apart as pairs.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from helix_lsp.text.regex import regex
from helix_lsp.verify.clauses.lexicon import named
from helix_lsp.verify.clauses.predicate import Condition, spoken


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """`main` is what happens; a condition without atoms is one that could not be read.

    `only` and `even` are at the condition, `denied` when a negation is in `main`, `of_subject` where the condition
    is what the sentence is about (`a timeout makes it raise`).
    """

    main: str
    condition: Condition | None
    only: bool = False
    even: bool = False
    denied: bool = False
    of_subject: bool = False


_PARTS = regex(r";\s+|,\s+(?:while|whereas)\s+|:\s+(?=[a-z`])|,\s+(?:and|but)\s+(?!no\b|not\b)", re.I)
_OTHERWISE = regex(r",?\s*\botherwise\b,?\s*", re.I)
_WHEN = r"(?:if|when|whenever|once|unless|until|as soon as|as long as)"
_LEADING = regex(
    rf"^(?P<mark>(?:even |only )?{_WHEN}|with|without|on|for|called without|called with|to|in order to)\s+"
    r"(?P<cond>[^,]{2,200}(?:,[^,]{2,80}(?=\sor\s))?),"
    r"\s+(?:then\s+)?(?P<main>.{3,400})$",
    re.I,
)
_RUNNING = regex(
    rf"^(?P<mark>(?:even |only )?{_WHEN})\s"
    r"(?P<cond>.{2,200}?(?:\s(?:is|are)\s(?:not\s)?(?:set|true|false|given|enabled|disabled|null|nil|none|empty|missing)"
    r"|(?=\s(?:it|they)\s)))\s(?P<main>.{3,400})$",
    re.I,
)
_ALONE = regex(r"^(?P<mark>with|without)\s(?P<cond>[\w.]*[a-z_.][A-Z_.][\w.]*)\s(?P<main>.{3,400})$")
_BEGUN = regex(
    r"^(?P<mark>with|without|for)\s(?P<cond>(?:an?|the|any)\s[\w.-]+(?:\s[\w.-]+){0,3}?)\s"
    r"(?P<main>(?:the|an?|no|there|it|its|all|every)\s.{3,400})$",
    re.I,
)
_CAUSED = regex(
    r"^(?P<cond>(?!.*\b(?:which|that)$).{3,120}?)\s(?P<mark>makes|causes|leads to)\s(?P<main>.{3,300})$", re.I
)
"""`A missing key makes it raise`, which is: it raises if a key is missing."""
_NOT_IT = regex(r"^(?:without it|if not),?\s(?P<main>.{3,400})$", re.I)
_DOES = r"(?:is|are|do|does|can|will|has|have|yields?|gets?|gives?|returns?|raises?|throws?|falls?|defaults?|makes?|leads?|keeps?)\b"
_WITHOUT = regex(
    r"\s(?P<mark>without)\s(?P<cond>(?:(?:an?|the|any|its|their)\s)?[\w.-]+"
    rf"(?:(?:\s(?!{_DOES})[\w-]+){{1,2}}(?=\s{_DOES}))?)",
    re.I,
)
_TRAILING = regex(
    rf"^(?P<main>.{{3,400}}?)\s*,?\s(?P<mark>(?:even |only |except )?{_WHEN})\s(?P<cond>.{{2,300}})$", re.I
)
_DENYING = regex(r"\b(?:not|no(?!-)|never|cannot|neither|nor)\b|n't\b", re.I)
_TIMED = regex(r"\s(?:before|after)\s[^,]*$", re.I)
_MARK = regex(r"(?<=[a-z])_(?=\W|$)")  # of `named`: what happens is read without it
_ONLY = regex(r"\bonly\b", re.I)


@lru_cache(1_024)
def clauses(sentence: str) -> tuple[Clause, ...]:
    """The clauses of one sentence in order."""
    out: list[Clause] = []
    before: Condition | None = None
    for part in _PARTS.split(named(sentence).strip(" .")):
        for n, piece in enumerate(_OTHERWISE.split(part)):
            if len(piece.strip()) < 2:
                continue
            if before is not None and (turned := _NOT_IT.match(piece.strip())) is not None:
                out.append(
                    Clause(main=turned["main"], condition=before.denied(), denied=_denied(turned["main"]))
                )
                continue
            found = _clause(piece.strip())
            if n and found.condition is None and before is not None:
                found = Clause(main=found.main, condition=before.denied(), denied=found.denied)
            before = found.condition or before
            out.append(found)
    return tuple(out)


def _clause(text: str) -> Clause:
    found = (
        _LEADING.match(text)
        or _ALONE.match(text[:1].lower() + text[1:])
        or _BEGUN.match(text)
        or _RUNNING.match(text)
        or _TRAILING.match(text)
        or _CAUSED.match(text)
    )
    if found is None and (found := _WITHOUT.search(text)) is not None:
        return _conditional(found, text[: found.start()] + text[found.end() :])
    if found is None:
        return Clause(main=_MARK.sub("", text), condition=None, denied=_denied(text))
    return _conditional(found, found["main"])


def _conditional(found: re.Match[str], main: str) -> Clause:
    mark = found["mark"].lower()
    main = _MARK.sub("", _TIMED.sub("", main))
    only = "only" in mark or _ONLY.search(main) is not None
    denied = mark.rpartition(" ")[2] in ("unless", "without", "until") or "except" in mark
    condition = spoken(_meant(found["cond"], main), denied=denied)
    return Clause(
        main=main,
        condition=condition,
        only=only,
        even="even" in mark,
        denied=_denied(main),
        of_subject=mark in ("makes", "causes", "leads to"),
    )


def _meant(condition: str, main: str) -> str:
    """The condition with the thing that a pronoun at its head stands for: `it` for what the sentence begins with,
    `that` for what is last before it.
    """
    found = _PRONOUN.match(condition)
    if found is None:
        return condition
    words = main.split()
    of = words[-1:] if found[1].lower() == "that" else _VERB.split(main)[0].split()[:4]
    return " ".join((*of, condition[found.end() :].strip()))


_PRONOUN = regex(r"^(it|they|that|those)\s(?=(?:is|are|was|were|has|have|had)\b)", re.I)
_VERB = regex(r"\s(?:is|are|was|were|has|have|can|may|must|will|does|do|only)\b", re.I)


def _denied(text: str) -> bool:
    return len(_DENYING.findall(text)) % 2 == 1


_MARKED = regex(rf"\b{_WHEN}\b|\botherwise\b|^(?:with|without|for|on the)\b", re.I)


def conditional(sentence: str) -> bool:
    """True when a word of condition is in the sentence, whether or not it could be read."""
    return _MARKED.search(sentence.replace("`", "")) is not None


_ORDERS = (
    (regex(r"^before\s(?P<b>[^,]{2,200}),\s(?P<a>.{2,300})$", re.I), "a"),
    (regex(r"^after\s(?P<b>[^,]{2,200}),\s(?P<a>.{2,300})$", re.I), "b"),
    (regex(r"^(?:first,?\s)(?P<a>.{2,300}?),?\s(?:and\s)?(?:only\s)?then\s(?P<b>.{2,300})$", re.I), "a"),
    (
        regex(
            r"^(?P<a>.{2,300}?)\sfirst,?\s(?:and\s)?(?:only\s)?(?:then\s)?(?P<b>.{2,300}?)(?:\s(?:afterwards|later))?$",
            re.I,
        ),
        "a",
    ),
    (regex(r"^(?P<a>.{2,300}?),?\sand\s(?:is\s|only\s)?(?:then|afterwards)\s(?P<b>.{2,300})$", re.I), "a"),
    (regex(r"^(?P<a>.{2,300}?)\s(?:only\s)?(?:before|prior to|ahead of)\s(?P<b>.{2,300})$", re.I), "a"),
    (regex(r"^(?P<a>.{2,300}?)\s(?:only\s)?after\s(?P<b>.{2,300})$", re.I), "b"),
)
_ORDERED = regex(
    r"\b(?:before|after|afterwards|prior to|ahead of)\b|\bthen\b|\bfirst(?=,|\sand\b|\s?$|\sto\b)|\b(?:is|are|was|were)\sfirst\b|^first\b|`\sfirst\b|"
    r"\bfirst\s(?:look|read|check|search|tri|run|call|clos|ask|lock|set)\w*",
    re.I,
)


def orders(sentence: str) -> tuple[tuple[str, str], ...] | None:
    """(earlier, later) of each clause that puts two things in order; None when an order is spoken of that
    could not be read.
    """
    found: list[tuple[str, str]] = []
    unread = False
    for part in re.split(r";\s+|,\s+and\s+(?=[a-z` ]{3,60}\s(?:before|after)\s)", sentence.strip(" .")):
        if not _ORDERED.search(part):
            continue
        for pattern, first in _ORDERS:
            if (match := pattern.match(part)) is not None:
                found.append((match["a"], match["b"]) if first == "a" else (match["b"], match["a"]))
                break
        else:
            unread = True
    return None if unread else tuple(found)
