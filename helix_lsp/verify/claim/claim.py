"""What a sentence claims: a subject, a predicate, an object, whether it is denied, and under which condition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.verify.facts.fact import Fact, Predicate
from helix_lsp.verify.facts.value import Value, agree

SubjectForm = Literal["name", "words", "flag", "environment", "tool"]


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """`written` is a name of code (`Flask.run`), a phrase (`retry limit`), `--flag`, `ENV_NAME` or a tool
    (`python`). `owner` is the name that it is said to be of (`timeout` of `connect`), `` for none. `plain` is True for a
    capitalised word that begins its sentence without a mark of code, and may be a word of English.
    """

    form: SubjectForm
    written: str
    owner: str = ""
    plain: bool = False


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """`start` and `end` are the characters of the object in the sentence, of the subject where it has none.
    `scope` is the condition that it is said under, `` for none. `exact` is False for `at least` and its like.
    """

    subject: Subject
    predicate: Predicate
    object: Value
    start: int
    end: int
    denied: bool = False
    scope: str = ""
    noun: str = ""  # what is counted, or the kind that an owner's member is said to be
    words: str = ""  # the sentence, where a detail is found by what is said around it


def named_claim(
    subject: Subject,
    predicate: Predicate,
    name: str,
    start: int,
    end: int,
    denied: bool,
    scope: str,
    noun: str = "",
) -> Claim:
    """A claim whose object is a name of code."""
    value = Value(kind="name", written=name, text=name.strip("`").removesuffix("()"))
    return valued_claim(subject, predicate, value, (start, end), denied, scope, noun)


def valued_claim(
    subject: Subject,
    predicate: Predicate,
    value: Value,
    at: tuple[int, int],
    denied: bool,
    scope: str,
    noun: str = "",
) -> Claim:
    """A claim with any object; `at` are its characters."""
    return Claim(
        subject=subject,
        predicate=predicate,
        object=value,
        start=at[0],
        end=at[1],
        denied=denied,
        scope=scope,
        noun=noun,
    )


# What was seen when one claim was looked up: the facts, whether they bear it out, and why nothing can be
# known where that is so.


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """`holds` is True or False of the claim without its denial, None for what cannot be known. `facts` are the
    places that say so. `whole` is True where they have the words of the whole sentence, too.
    """

    facts: tuple[Fact, ...]
    holds: bool | None
    why: Reason
    whole: bool = False


def compared(said: Value, values: Sequence[Value], facts: tuple[Fact, ...]) -> Seen:
    """What is said against the values that code has: borne out by all of them, denied by all, or unknown."""
    says = [agree(said, value) for value in values]
    real = ", ".join(dict.fromkeys(value.written for value in values))
    if all(s is says[0] for s in says) and says[0] is not None:
        return Seen(facts=facts, holds=says[0], why=Reason("value", (("real", real),)))
    differ = len(facts) > 1 and {True, False} <= set(says)
    return unknown("definitions-differ" if differ else "value-open", *facts, real=real)


def ruled(fact: Fact, holds: bool | None, id: str, real: str = "") -> Seen:  # noqa: A002  the field's own word
    """What one place says; `real` is what it has, where the reason tells it."""
    return Seen(facts=(fact,), holds=holds, why=Reason(id, (("real", real),) if real else ()))


def unknown(id: str, *facts: Fact, **named: str) -> Seen:  # noqa: A002  the field's own word
    """Nothing can be known, for this reason."""
    return Seen(facts=facts, holds=None, why=Reason(id, tuple(named.items())))
