"""What is cited, read once: steps of code, and clauses of its prose."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from helix_lsp.verify.clauses.lexicon import KINDS, words_of
from helix_lsp.verify.clauses.steps import Guard, Step, steps
from helix_lsp.verify.clauses.told import clauses
from helix_lsp.verify.reading import EMPHASIS
from helix_lsp.verify.segments import segments


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that the evidence says: a step of code, or a clause of its prose. `at` orders the steps;
    prose has -1. `spared` is what something else is done instead of.
    """

    at: int
    text: str
    words: frozenset[str]
    kinds: frozenset[str]
    guards: tuple[Guard, ...]
    about: frozenset[str] = frozenset()
    asks: bool = False
    denied: bool = False
    spared: bool = False

    @property
    def prose(self) -> bool:
        """True for what words say, not steps."""
        return self.at < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """`own` are the words of the names about the place: a function's own name is not a word of its body;
    `called` those of the path and the qualified names.
    """

    text: str
    steps: tuple[Step, ...]
    facts: tuple[Fact, ...]
    own: frozenset[str]
    called: frozenset[str]
    names: frozenset[str]


_COMMENT = re.compile(r"^[^\S\n]*(?:///?!?|#+(?!\[)[!:]?|/\*\*?|\*/?|--+|;+)[^\S\n]?(?P<said>[^\n]*)$")
_LONGEST = 600
_LONGEST_LINE = 400
_MARK = re.compile(r"^[^\S\n]*(?:#+[:!]|///?!?|\*)[^\S\n]", re.M)
_TAIL = re.compile(r"[;{}\s)](?://|#)\s(?P<said>[A-Za-z][^\n]{6,200})$")
_PROSE = re.compile(r"\b[A-Za-z]{2,40}[,.]?\s[a-z]{1,40}\s")
_CODE = re.compile(
    r"[{}=]|;[ \t]*$|\)[ \t]*(?::[ \t]*)?$|^[ \t]*(?:return|end|else|def|if|for|try|raise|except)\b[^.,]{0,80}:?$|=>",
    re.M,
)


@lru_cache(256)
def evidence(cited: tuple[str, ...], around: tuple[str, ...]) -> Evidence:
    """The cited texts read once."""
    names = tuple(entry.partition("\n")[0] for entry in around[1:])
    text = EMPHASIS.sub(r"\1", "\n".join(cited))
    prose = is_prose(text)
    code = () if prose else steps(text)
    facts = [
        Fact(
            at=s.index, text=s.text, words=s.words, kinds=s.kinds, guards=s.guards, about=s.about, asks=s.asks
        )
        for s in code
    ]
    for sentence in segments(_MARK.sub("", text) if prose else _comments(text)):
        facts += _said(" ".join(sentence.split()))
    last = frozenset(n.rpartition(".")[2].lower() for n in names)
    own = frozenset(w for n in names for w in words_of(n.rpartition(".")[2]))
    called = own.union(*(words_of(n) for n in (*names, *around[:1])), (f"={n}" for n in last))
    return Evidence(text=text, steps=code, facts=tuple(facts), own=own, called=called, names=last)


def is_prose(text: str) -> bool:
    """True when hardly a line of a text is written as code."""
    lines = [line[:_LONGEST_LINE] for line in text.splitlines() if line.strip()]
    coded = sum(_CODE.search(line) is not None for line in lines)
    return coded * 3 < len(lines)


def _comments(text: str) -> str:
    """The words of comments and of documentation strings, paragraph by paragraph."""
    out: list[str] = []
    quoted = False
    for whole in text.splitlines():
        line = whole[:_LONGEST_LINE]
        marks = line.count('"""') + line.count("'''")
        found = _COMMENT.match(line) or _TAIL.search(line)
        if quoted or marks:
            out.append(line.strip().strip("\"'"))
            quoted = quoted ^ (marks % 2 == 1)
        elif found is not None:
            out.append(re.sub(r"^@\w+\s|</?\w+>", "", found["said"].strip()))
        elif out and out[-1]:
            out.append("")
    return "\n".join(out)


def _said(sentence: str) -> list[Fact]:
    if len(sentence) > _LONGEST or not _PROSE.search(sentence):
        return []
    out: list[Fact] = []
    for c in clauses(sentence):
        guards = (Guard(condition=c.condition),) if c.condition is not None else ()
        done, mark, spared = c.main.partition(" instead of ")
        kinds = frozenset(k for k, p in KINDS.items() if p.search(done))
        out.append(
            Fact(at=-1, text=c.main, words=words_of(done), kinds=kinds, guards=guards, denied=c.denied)
        )
        if mark:  # what is not done
            out.append(
                Fact(
                    at=-1,
                    text=spared,
                    words=words_of(spared),
                    kinds=frozenset(),
                    guards=guards,
                    denied=not c.denied,
                    spared=True,
                )
            )
    return out
