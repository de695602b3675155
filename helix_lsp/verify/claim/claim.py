"""What a sentence claims: a subject, a predicate, an object, whether it is denied, and under which condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from helix_lsp.verify.facts.fact import Predicate
from helix_lsp.verify.facts.value import Value

SubjectForm = Literal["name", "words", "flag", "environment", "tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """`written` is a name of code (`Flask.run`), a phrase (`retry limit`), `--flag`, `ENV_NAME` or a tool
    (`python`). `owner` is the name that it is said to be of (`timeout` of `connect`), `` for none. `plain` is True for a
    capitalised word that begins its sentence without a mark of code, and may be a word of English.
    """

    form: SubjectForm
    written: str
    owner: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
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
    return Claim(
        subject=subject,
        predicate=predicate,
        object=value,
        start=start,
        end=end,
        denied=denied,
        scope=scope,
        noun=noun,
    )
