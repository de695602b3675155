"""Where a document says a name that a folder (or declared part) bears, and what the grammar around it shows.

Longest match first over four adjacent words. Evidence grades: written path, code, CamelCase > role noun >
capital > definite head.
Why in this order: design-decisions.md#evidence-grades.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from helix_lsp.align.components.folders import WORD, Folders, flat, leaf_words, outermost
from helix_lsp.align.mention import Sentence
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts

Token = tuple[str, int, int]
Kind = Literal["path", "exact", "role", "words"]
ARCH = frozenset(
    "component module package service microservice subsystem layer tier library plugin bundle crate directory folder".split()
)
ROLE = ARCH | frozenset(
    "server client provider application app daemon process engine instance container project subproject".split()
)
FUNC = frozenset(
    "the a an this that these those its our each every any some and or but nor of in on at to from by with for as is are was were be "
    "been being has have had do does did can could may might must shall should will would not also then than if when while which who "
    "whom whose where it they he she we you i into onto via per through over under between within without during after before since "
    "until upon about against both either neither only just such so because although though however therefore furthermore moreover thus "
    "hence more most".split()
)
_DET = frozenset(
    "the a an this that these those its our each every any some single one both all following new actual".split()
)
_QUANT = frozenset("single one actual whole entire same respective own corresponding".split())
_PATH = regex(r"(?<![\w.-])[\w.-]+(?:/[\w.-]+)+/?")
_FILE = regex(r"(?<![\w./-])((?<=`)[\w.-]+(?=`)|[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,9})(?![\w/-])")
_TARGET = regex(r"\]\(\s*<?([^()\s#>]+)|<([^<>\s#]+)>`_")
_JOIN = frozenset((" ", "-", "_", ".", "/", "::", ""))
_LEAD = regex(r"[-*#>\s\d.)]*")
_TITLED = regex(r"[`*]*(?:\s*:\s|\s+[-\u2013\u2014]\s)")
_LONGEST = 4  # words in a name


class Sighting(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens `first` to `last` (half open) of sentence `sentence`, characters `begin` to `end`; `name` is the
    flat surface.

    `strong`: shape or role shows a name; `shape` names the strongest evidence; `definite`: head of a definite
    noun phrase.
    """

    sentence: int
    first: int
    last: int
    begin: int
    end: int
    name: str
    kind: Kind
    folders: frozenset[str]
    shape: Literal["path", "code", "camel", "role", "cap", ""]
    loud: bool
    lower: bool
    definite: bool
    head: bool
    opening: bool

    @property
    def strong(self) -> bool:
        """True when shape, role or markup shows a name."""
        return bool(self.shape)


def tokens(text: str) -> list[Token]:
    """(word, first character, end) of each word."""
    return [(m.group(), m.start(), m.end()) for m in WORD.finditer(text)]


def verbish(word: str) -> bool:
    """A function word, or a lower-case word that may be a verb: what may follow the head of a noun phrase."""
    return word.lower() in FUNC or (
        re.search(r"(?:s|ed)$", word) is not None and word.lower() not in ROLE and word[:1].islower()
    )


def gap(text: str) -> str:
    """What is between two words, without quotes, back-ticks and emphasis."""
    return re.sub(r"\s+", " ", re.sub(r"[`*\"']", "", text))


def camel(word: str) -> bool:
    """Two capitals or more, and a small letter."""
    return sum(c.isupper() for c in word) >= 2 and any(c.islower() for c in word)


def sightings_of(number: int, sentence: Sentence, folders: Folders) -> list[Sighting]:
    """All sightings of one sentence, in order."""
    text, found = sentence.text, tokens(sentence.text)
    used: set[int] = set()
    out: list[Sighting] = []
    for begin, end, name, named in _paths(sentence, folders):
        inside = [i for i, t in enumerate(found) if t[1] >= begin and t[2] <= end]
        first = inside[0] if inside else sum(t[2] <= begin for t in found)
        if used.isdisjoint(inside):
            out.append(_path(number, (first, inside[-1] + 1 if inside else first), (begin, end), name, named))
            used.update(inside)
    lead = _LEAD.match(text)
    opening = (lead.end() if lead else 0) + 1
    for size in range(_LONGEST, 0, -1):
        for first in range(len(found) - size + 1):
            run = range(first, first + size)
            if (
                used.isdisjoint(run)
                and (one := _see(number, sentence, found, first, size, opening, folders)) is not None
            ):
                out.append(one)
                used.update(run)
    return sorted(out, key=lambda s: s.first)


def _paths(sentence: Sentence, folders: Folders) -> list[tuple[int, int, str, frozenset[str]]]:
    """(first character, end, as written, what it names) of each path, file name and link into the project."""
    text, raw, none = sentence.text, sentence.raw, frozenset[str]()
    out = [(*m.span(), m[0].strip("./"), folders.at_path(m[0])) for m in _PATH.finditer(text)]
    out.extend((*m.span(1), m[1], folders.at_name(m[1])) for m in _FILE.finditer(text))
    for link in _TARGET.finditer(raw):
        at = 1 if link[1] else 2
        out.append(
            (*link.span(at), link[at].strip("./"), none if "://" in link[at] else folders.at_path(link[at]))
        )
    return [one for one in out if one[3]]


def _path(
    number: int, words: tuple[int, int], place: tuple[int, int], name: str, named: frozenset[str]
) -> Sighting:
    return Sighting(
        sentence=number,
        first=words[0],
        last=words[1],
        begin=place[0],
        end=place[1],
        name="path:" + name,
        kind="path",
        folders=named,
        shape="path",
        loud=True,
        lower=True,
        definite=False,
        head=True,
        opening=False,
    )


def _match(words: list[str], capital: bool, folders: Folders) -> tuple[Kind, frozenset[str]] | None:
    name = "".join(w.lower() for w in words)
    if len(name) < 2:
        return None
    if named := folders.named.get(name):
        return "exact", named
    own = tuple(p for w in words for p in lower_parts(w))
    if len(own) < 2:
        return None
    plays = (
        own[-1] in ROLE and not words[-1][:1].islower() if capital else own[-1] in ROLE - ARCH
    )  # `persistence service` is found as persistence
    if plays and (named := folders.named.get("".join(own[:-1]))):
        return "role", named
    if not capital:
        return None
    wanted = set(own)
    near = set(folders.holding.get(own[0], frozenset[str]()))
    for word in own[1:]:
        near &= folders.holding.get(word, frozenset[str]())
    same = {d for d in near if len(folders.words[d]) >= 2 and set(folders.words[d]) == wanted}
    if not same:
        same = {d for d in near if wanted < set(leaf_words(d))}
        same = same if len(outermost(same)) == 1 else set[str]()
    return ("words", frozenset(same)) if same else None


def _see(
    number: int, sentence: Sentence, found: list[Token], first: int, size: int, opening: int, folders: Folders
) -> Sighting | None:
    text, last = sentence.text, first + size
    gaps = [text[found[i][2] : found[i + 1][1]] for i in range(first, last - 1)]
    words = [found[i][0] for i in range(first, last)]
    if any(g not in _JOIN for g in gaps) or words[0].lower() in FUNC or words[-1].lower() in FUNC:
        return None
    if (
        text[max(0, found[first][1] - 1) : found[first][1]] == "_"
        or text[found[last - 1][2] : found[last - 1][2] + 1] == "_"
    ):
        return None  # a part of a longer identifier
    begins = found[first][1] <= opening
    capital = any(w[:1].isupper() for w in (words[1:] if begins else words)) or any(
        sum(c.isupper() for c in w) >= 2 for w in words
    )
    matched = _match(words, capital, folders)
    if matched is None:
        return None
    around = _Around(sentence, found, first, last)
    shape, loud = _shape(words, gaps, around, begins, folders)
    return Sighting(
        sentence=number,
        first=first,
        last=last,
        begin=found[first][1],
        end=found[last - 1][2],
        name="".join(w.lower() for w in words),
        kind=matched[0],
        folders=matched[1],
        shape=shape,
        loud=loud,
        lower=words[0][:1].islower(),
        head=around.head,
        definite=around.determined and around.head and not (around.modified and not begins),
        opening=begins,
    )


class _Around:
    """The words before and after a run of tokens, and the grammar they show."""

    def __init__(self, sentence: Sentence, found: list[Token], first: int, last: int) -> None:
        text = sentence.text
        self.after = found[last][0] if last < len(found) else ""
        self.before = found[first - 1][0] if first else ""
        raw_after = text[found[last - 1][2] : found[last][1]] if self.after else text[found[last - 1][2] :]
        raw_before = text[found[first - 1][2] : found[first][1]] if self.before else text[: found[first][1]]
        self.gap_after, self.gap_before = gap(raw_after), gap(raw_before)
        at = first - 1
        while (
            at >= 0 and gap(text[found[at][2] : found[at + 1][1]]) == " " and found[at][0].lower() in _QUANT
        ):
            at -= 1
        self.determined = (at >= 0 and found[at][0].lower() in _DET) or self.before.lower() in _QUANT
        self.modified = (
            bool(self.before)
            and self.gap_before in (" ", "-")
            and self.before.lower() not in FUNC | _QUANT | _DET
        )
        joined = self.gap_after == "-"  # `client-side` speaks of no client
        self.head = (
            not self.after
            or (self.gap_after != " " and not joined)
            or verbish(self.after)
            or self.after.lower() in ROLE
        )
        rest = text[found[last - 1][2] :]
        leads = not re.sub(r"[-*#>\s\d.)`]", "", text[: found[first][1]])
        alone = sentence.heading or len(found) <= _LONGEST
        whole = not rest.strip("`*: .") and not rest.rstrip().endswith(".") and alone
        titled = leads and (whole or _TITLED.match(rest) is not None)
        self.code = (raw_before.endswith("`") and raw_after.startswith("`")) or titled
        self.first = first


def _shape(
    words: list[str], gaps: list[str], around: _Around, begins: bool, folders: Folders
) -> tuple[Literal["code", "camel", "role", "cap", ""], bool]:
    """(the strongest evidence, whether the writer spelled it as a name)"""
    after, before = around.after, around.before
    inner = any(camel(w) for w in words) or any(g in ("_", ".", "::", "/") for g in gaps)
    stranger_after = (
        after
        and around.gap_after == " "
        and after[:1].isupper()
        and after.lower() not in ROLE
        and flat(after) not in folders.named
    )
    stranger_before = (
        before
        and around.gap_before == " "
        and before[:1].isupper()
        and around.first > 1
        and before.lower() not in ROLE | FUNC
        and flat(before) not in folders.named
    )
    upper = all(w[:1].isupper() or w[:1].isdigit() for w in words) and words[0][:1].isupper()
    acronym = len(words) == 1 and words[0].isupper()  # always written so: `the UI name` speaks of a name
    cap = (
        upper
        and not (begins and len(words) == 1)
        and not stranger_after
        and not stranger_before
        and (around.head or not acronym)
    )
    low = after.lower()
    small = words[0][:1].islower()
    role = (
        around.gap_after == " "
        and (low in ARCH or (low in ROLE and not small))
        and not (small and around.modified)
    ) or (
        not around.gap_before.strip()
        and before.lower() in ARCH
        and not (around.gap_after == " " and bool(after) and not verbish(after))
    )
    loud = inner or cap
    return ("code" if around.code else "camel" if inner else "role" if role else "cap" if cap else ""), loud
