"""The lines that a change took out and put in, and what they say of names: who used the one and uses the
other now, and which lines changed in a name alone. The second is all that is known of what no outline holds:
options, variables of the environment, keys.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from helix_lsp.history.lines import definitions, hunks, lines_of
from helix_lsp.history.parts import Part
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts

_TOKEN = regex(r"--[a-z][a-z0-9_-]*[a-z0-9]|[\w$]+|[^\w\s$]")
_NAME = regex(r"(?:--)?[A-Za-z_][\w-]{2,}\Z")
_LITERALS = frozenset({"None", "True", "False", "null", "true", "false", "nil", "undefined"})
_COST = 4_000_000  # old lines times new lines that are compared line by line
_LONGEST = 400  # characters of a line
_SAME = 0.6  # likeness of a line that used the one name to one that uses the other
_PAIRED = 400  # lines of a stretch that are held against each other one by one
_TELLING = 5  # words of a line beside the name, so that its being equal is not a chance
_MOST_USES = 60  # lines with a name that are looked at


class Line(msgspec.Struct, frozen=True):
    """A removed or added line: `number` from 1 in its side's file `path`, its tokens; `stretch` numbers the
    place where it was changed.
    """

    path: str
    number: int
    stretch: int
    text: str
    tokens: tuple[str, ...]


class Lines:
    """Built from (old path, path, before, after) of files."""

    def __init__(self, files: Iterable[tuple[str, str, bytes, bytes]]) -> None:
        self.removed: dict[int, list[Line]] = defaultdict(list)
        self.added: dict[int, list[Line]] = defaultdict(list)
        self._with: dict[str, list[Line]] = defaultdict(list)
        stretch = 0
        for old_path, path, before, after in files:
            if b"\0" in before[:8_192] or b"\0" in after[:8_192]:
                continue
            old, new = lines_of(before), lines_of(after)
            for one in hunks(old, new, _COST):
                stretch += 1
                for into, name, rows, start, many in (
                    (self.removed, old_path, old, one.old_start, one.old),
                    (self.added, path, new, one.new_start, one.new),
                ):
                    into[stretch] = [
                        _line(name, start + at + 1, stretch, rows[start + at]) for at in range(many)
                    ]
                for line in self.removed[stretch]:
                    for token in dict.fromkeys(line.tokens):
                        if len(self._with[token]) <= _MOST_USES:
                            self._with[token].append(line)

    def uses(self, was: Part, now: Part, known: Mapping[str, str]) -> tuple[int, int]:
        """(removed lines outside the definition that used the old name and came back with the new one, all
        that used the old name).
        """
        from rapidfuzz.distance import Indel  # as in `likeness`

        replaced = asked = 0
        for line in self._with.get(was.name, ()):
            if line.path == was.path and was.start_line <= line.number <= was.end_line:
                continue
            asked += 1
            tokens = [now.name if t == was.name else known.get(t, t) for t in line.tokens]
            replaced += any(
                now.name in other.tokens
                and not (other.path == now.path and now.start_line <= other.number <= now.end_line)
                and Indel.normalized_similarity(tokens, other.tokens) >= _SAME
                for other in self.added[line.stretch]
            )
        return replaced, asked


def _line(path: str, number: int, stretch: int, row: bytes) -> Line:
    text = row[: 4 * _LONGEST].decode("utf-8", "replace")[:_LONGEST]
    return Line(path, number, stretch, text, tuple(_TOKEN.findall(text)))


def _named(rows: list[Line]) -> Iterator[tuple[str, Line]]:
    """The names that lines of one place define; options and variables are known by their spelling."""
    for one in definitions(rows[0].path, [row.text for row in rows]) if rows else ():
        yield one.name, rows[one.at]
    for row in rows:
        yield from (
            (token, row)
            for token in dict.fromkeys(row.tokens)
            if token.startswith("--") or (token.isupper() and "_" in token)
        )


def text_successors(lines: Lines) -> Iterator[tuple[str, str, str, bool]]:
    """(path, old, new, whether surely) of names that lines define by their shape, where the line changed in
    nothing but the name.
    """
    went: dict[tuple[str, str], list[Line]] = defaultdict(list)
    came: set[str] = set()
    for rows in lines.removed.values():
        for name, row in _named(rows):
            went[name, row.path].append(row)
    for rows in lines.added.values():
        came.update(token for row in rows for token in row.tokens)
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for stretch, rows in lines.removed.items():
        others = lines.added[stretch]
        if len(rows) == len(others) <= _PAIRED:
            for row, other in zip(rows, others, strict=True):
                pair = _only_change(row.tokens, other.tokens)
                if pair is not None:
                    votes[pair[0]][pair[1]] += 1
    for (old, path), rows in went.items():
        if old in came or old not in votes:
            continue
        (new, count), *more = votes[old].most_common(2)
        if more and more[0][1] == count:
            continue
        telling = max(len({t for t in row.tokens if t != old and t[:1].isalpha()}) for row in rows)
        yield path, old, new, not more and (count > 1 or telling >= _TELLING)


def _only_change(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, str] | None:
    """The one name that differs between two lines of the same shape."""
    if len(old) != len(new) or len(old) < 2:
        return None
    pairs = {(a, b) for a, b in zip(old, new, strict=True) if a != b}
    if len(pairs) != 1:
        return None
    one, other = pairs.pop()
    return (one, other) if _NAME.match(one) and _NAME.match(other) and other not in _LITERALS else None


# How alike two definitions are when their own names are left aside: the order of their tokens, the words
# that they are made of, how much that says.
#
# Two short bodies are alike by chance: a getter is like every getter. So likeness comes with what it rests
# on (`informative`): the number of different words that both have and that are not keywords. Pure and
# deterministic.

_TOKEN_LIKENESS = regex(rb"[\w$]+|[^\w\s$]")
_WORDY = regex(r"[A-Za-z_$]")
_MASK = "\0"
_MOST = 4_000  # tokens of one definition: what is longer is compared by its beginning
_PLAIN = frozenset(  # what is in every second definition of some language, and tells none from another
    "self this cls super def function func fn fun class struct interface trait impl enum type return if else elif for while do in of is not and or "
    "new throw throws raise try catch except finally with as import from export default const let var val public private protected static final "
    "abstract override virtual async await yield None null nil undefined true false True False int str string String bool boolean Boolean void "
    "float double long char byte object Object any Any error err Error end begin then module use mut pub let where match case "
    "switch break continue pass print len range map make append args kwargs get set init __init__ constructor inline readonly unsigned size_t "
    "isinstance Optional List Dict list dict tuple Self usize i32 u32 i64 u64 u8 Vec Option Some Ok Err Result unwrap clone ref".split()
)


class Shape(msgspec.Struct, frozen=True):
    """A definition without its own name: `tokens` in order, `words` the telling ones of them with how often
    each is there.
    """

    tokens: tuple[str, ...]
    words: Counter[str]


def shape_of(text: bytes, name: str, known: Mapping[str, str]) -> Shape:
    """`known` are names that are called otherwise on the other side (old -> new), so that what only follows
    another rename is not a difference.
    """
    found: list[str] = []
    for token in _TOKEN_LIKENESS.findall(text):
        word = token.decode("utf-8", "replace")
        found.append(_MASK if word == name else known.get(word, word))
        if len(found) >= _MOST:
            break
    return Shape(tuple(found), Counter(w for w in found if w not in _PLAIN and w != _MASK and _is_word(w)))


def _is_word(token: str) -> bool:
    return token.isdigit() or _WORDY.match(token) is not None


def alike(one: Shape, other: Shape) -> float:
    """0 to 1: the mean of the longest common order of tokens and of the words that both have; 1 for equal
    ones.
    """
    if one.tokens == other.tokens:
        return 1.0
    from rapidfuzz.distance import Indel  # 4 MB that a session without a history to compare does without

    order = Indel.normalized_similarity(one.tokens, other.tokens)
    many = max(one.words.total(), other.words.total())
    return (order + (one.words & other.words).total() / many) / 2 if many else order / 2


def informative(one: Shape, other: Shape) -> int:
    """How many different telling words both have."""
    return len(one.words.keys() & other.words.keys())


def names_alike(old: str, new: str) -> float:
    """0 to 1: the letters that two names have in common, at least .5 where they share a word of four letters
    or more.
    """
    from rapidfuzz import fuzz  # 4 MB that a session without a history to compare does without

    letters = fuzz.ratio(old.lower(), new.lower()) / 100
    return letters if words_of(old).isdisjoint(words_of(new)) else max(0.5, letters)


@lru_cache(4_096)
def words_of(name: str) -> frozenset[str]:
    """The words of four letters and more that a name is made of, in lower case."""
    return frozenset(word for word in lower_parts(name) if len(word) > 3 and word.isalpha())


# What a definition that went says of its successor itself: an alias, a warning ("use X instead"), a wrapper
# that calls it.

_NONE = frozenset({"None", "True", "False", "null", "true", "false", "nil", "undefined", "NULL", "nullptr"})
_SAYS = regex(
    r"(?:\buse|\busing|renamed to|replaced (?:by|with)|superseded by|in favou?r of|alias (?:for|of)|moved to|\bprefer)(?: the)?(?: new)?\s+"
    r"(?::[\w:]+:)?[`'\"*~!.]*(?P<name>[A-Za-z_][\w.]*\w)",
    re.IGNORECASE,
)
_ALIAS = regex(
    r"\s*(?:(?:export\s+)?(?:const|let|var|type|using)\s+)?(?P<on>self\.|this\.)?(?:cls\.)?(?P<old>\w+)\s*=\s*"
    r"(?P<of>\w+\.)?(?:\w+\.)*(?P<new>[A-Za-z_]\w+);?\s*\Z"
)
_WRAPS = regex(r"\breturn\s+(?:await\s+)?(?:self\.|cls\.|this\.)?(?P<new>[A-Za-z_]\w{2,})\(")
_ENDED = regex(r"deprecat|renamed|warn|obsolete|instead", re.IGNORECASE)
_LONGEST_LIKENESS = 4_000


def told_successor(text: str, name: str) -> str:
    """The successor that the text of the definition of `name` names, `` for none."""
    text = text[:_LONGEST_LIKENESS]
    alias = _ALIAS.match(text)
    if alias is not None and alias["old"] == name != alias["new"] and not _is_taken_in(alias):
        return alias["new"] if alias["new"] not in _NONE else ""
    if not _ENDED.search(text):
        return ""
    for said in _SAYS.finditer(" ".join(text.split())):
        new = said["name"].rpartition(".")[2]
        if new != name and re.search(r"[_A-Z]", new[1:]):
            return new
    wrapped = {m["new"] for m in _WRAPS.finditer(text)} - {name, "super"}  # the parent is not a successor
    return wrapped.pop() if len(wrapped) == 1 else ""


def _is_taken_in(alias: re.Match[str]) -> bool:
    """True for `self._bell = bell` and `_bell = bell`: a constructor keeps its argument."""
    return alias["new"] == alias["old"].lstrip("_") or (alias["on"] is not None and alias["of"] is None)
