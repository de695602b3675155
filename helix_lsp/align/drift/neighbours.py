"""Names that look like one that is gone, as suggestions where no successor is known: of a fitting kind, and
never what the language hides. And the name of which one that was never there is a slip of the pen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from posixpath import commonprefix

from helix_lsp.align.drift.declared_tasks import made_from_key
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import alike
from helix_lsp.align.drift.world import World
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts, parts

_TYPES = frozenset({"class", "interface", "struct", "enum", "union", "trait", "type"})
_CALLED = frozenset({"function", "method", "constructor", "macro"}) | _TYPES  # a type is called to make one
_TYPE_ROLES = frozenset({"class", "exc"})
_CALL_ROLES = frozenset({"func", "meth"})
_SPELT = regex(rb"(?<![\w-])(?:--)?[A-Za-z_]\w*(?:-\w+)*")
_JOINT = regex(r"[_-]")
_SHORTEST, _PART, _LONG, _WRONG = 6, 4, 7, 2  # letters of a word, of a part, of one that may have two wrong
_LONG_NAME = 12  # letters of one that is known by its beginning
_CASED = 10  # letters of a name that is known by them in whatever case or order
_BEGINNING = 3  # letters that a slip leaves right
_INFLECTED = (
    ("", "s"),
    ("", "es"),
    ("", "d"),
    ("", "ed"),
    ("", "ing"),
    ("e", "ing"),
    ("", "er"),
    ("e", "er"),
    ("is", "es"),
    ("y", "ies"),
)
_ENDINGS = frozenset({"", "s", "es", "d", "ed", "r", "er", "or", "n", "y", "ly", "e", "al", "st"})


def near_names(ref: DocReference, word: str, paths: tuple[str, ...], world: World) -> tuple[str, ...]:
    """Names of these files that look like the word, best first: callable ones for a call, types for a type,
    no private one for a public one.
    """
    names: set[str] = set()
    for path in paths:
        outline = world.snapshot.skeleton(path) if world.snapshot.file(path) is not None else None
        public = not is_hidden(word, path)
        names.update(
            s.name
            for s in (outline.symbols if outline is not None else ())
            if _fits(s, ref) and not (public and _is_private(s, path))
        )
    return alike(word, names, world.cfg)


def is_hidden(name: str, path: str) -> bool:
    """True for a name that its language, told by the path, hides by its spelling."""
    return name.startswith(("_", "#")) or (path.endswith(".go") and name[:1].islower())


def _is_private(symbol: Symbol, path: str) -> bool:
    return not symbol.exported or is_hidden(symbol.name, path)


def _fits(symbol: Symbol, ref: DocReference) -> bool:
    name = ref.name
    if name is None:
        return True
    role = name.role.rpartition(":")[2]
    if role in _TYPE_ROLES:
        return symbol.kind in _TYPES
    return symbol.kind in _CALLED if name.call or role in _CALL_ROLES else True


def slips(word: str, data: bytes) -> Iterator[tuple[str, str, str]]:
    """(a name that the text has, the part of `word` that is spelt otherwise, how it is spelt there) of which the word may be a slip of
    the pen: one part of it has one or two letters wrong, or its underscores or hyphens stand otherwise. The parts
    are `` where no letter differs.
    """
    bare = word.lstrip("-")
    lead, size = word[: len(word) - len(bare)].encode(), len(bare)
    if size < _SHORTEST:
        return
    from rapidfuzz.distance import OSA  # 4 MB that a session with nothing stale does without

    mine = parts(bare)
    for found in _spelt(data):
        name = found.decode("ascii").lstrip("-")
        if abs(len(name) - size) > _WRONG or name[:1] != bare[:1] or (lead and not found.startswith(lead)):
            continue
        theirs = parts(name)
        if "".join(mine) == "".join(theirs):
            begun = name.strip("_-") == bare.strip(
                "_-"
            )  # `_unused` is how `_unused_email` begins, and not a slip
            if not begun and bool(_JOINT.search(name)) and _joints(name) == _joints(bare):
                yield name, "", ""
            continue
        apart = [(a, b) for a, b in zip(mine, theirs, strict=False) if a != b]
        if len(mine) != len(theirs) or len(apart) != 1:
            continue
        one, other = (part.lower() for part in apart[0])
        most = 1 if len(one) < _LONG else _WRONG
        same = len(commonprefix((one, other)))
        tails = {one[same:], other[same:]}
        derived = tails <= _ENDINGS or (
            "" in tails and max(map(len, tails)) > 1
        )  # another ending is not a slip
        if (
            len(one) >= _PART
            and not derived
            and (one + other).isalpha()
            and OSA.distance(one, other, score_cutoff=most) <= most
        ):
            yield name, one, other


@lru_cache(8)
def _spelt(data: bytes) -> tuple[bytes, ...]:
    """The names of a text, once each; many words of one document are held against them in a row."""
    return tuple(dict.fromkeys(_SPELT.findall(data)))


def misspelt(word: str, data: bytes, world: World, *, own: bool = False) -> str:
    """The name of the tree of which the word is a slip: one that differs in the case of its letters, the order of its
    words or the place of one letter alone, one that is written in the same text (which the tree need not have, but for
    the part that is spelt right), one of three words or 12 letters, or an option of ours where the word is given to a program
    of ours (`own`); `` where there is none, or where the part that differs is a word of the tree or of the text.
    """
    if word.endswith("_") and not word.endswith("__"):
        return ""  # a name with a hole: `kiln_<name>`
    mine = lower_parts(word)
    if len(word) >= _CASED and len(mine) > 1:
        found = [one for one in _by_letters(world).get(_letters(word), ()) if one != word]
        cased = [
            one for one in found if len(parts(one)) > 1 and (one.lower(), one[0]) == (word.lower(), word[0])
        ]
        turned = [
            one
            for one in found
            if len(mine) > 2 and sorted(lower_parts(one)) == sorted(mine) and _joints(one) == _joints(word)
        ]
        for twins in (cased, [one for one in turned if lower_parts(one) != mine]):
            if len(twins) == 1 and world.snapshot.defined(twins[0]):
                return twins[0]
        shifted = sorted(
            one for one in found if len(lower_parts(one)) == len(mine) > 2 and _is_shifted(one, word)
        )
        if len({_flat(one) for one in shifted}) == 1:
            return shifted[0]
    options = world.declared("option") if own else ()
    long = _by_beginning(world).get(word[:_BEGINNING], ()) if len(mine) > 2 or len(word) >= _LONG_NAME else ()
    near = " ".join((*options, *(one for one in long if abs(len(one) - len(word)) <= _WRONG)))
    for name, part, right in (*slips(word, data), *slips(word, near.encode())):
        if name not in world.words and f"--{name}" not in world.words and right not in world.words:
            continue
        known = {part, part.capitalize(), part.upper()} & world.words if part else set[str]()
        if not known and (not part or not _is_said(part, word, data)):
            return name
    return ""


def inflected(word: str, world: World, *, joined: bool = True) -> str:
    """The name of the tree that differs from the word in the ending of one of its parts (`s`, `d`, `ing` and the like), or is
    the word without its underscores where `joined`; `` for none, or for several. A word with dashes is an option, which code may have
    without them.
    """
    bare = word.lstrip("-")
    found: set[str] = set()
    end = 0
    for part in parts(bare) if bare else ():
        end = bare.index(part, end) + len(part)
        for other in _endings(part):
            found.add(bare[: end - len(part)] + other + bare[end:])
    if joined and "_" in bare.strip("_") and bare.islower() and len(_flat(bare)) > _SHORTEST:
        found.add(_flat(bare))
    if word != bare:
        made = (one for one in found if "-" in one and made_from_key(one, world.words))
        found = {one for one in found if f"--{one}" in world.words} | {*made}
    else:
        found &= world.words
    return found.pop() if len(found) == 1 else ""


def _endings(part: str) -> Iterator[str]:
    """A part of a name with other endings, in its own case."""
    if len(part) < 2:
        return
    upper = part.isupper()
    bare = part.lower()
    for one, other in _INFLECTED:
        for old, new in ((one, other), (other, one)):
            if bare.endswith(old) and len(bare) - len(old) >= (_PART - 1 if old + new != "s" else 1):
                stem = part[: len(part) - len(old)]
                yield stem + (new.upper() if upper else new)


def _by_letters(world: World) -> dict[str, list[str]]:
    """The long words of the tree by their letters, whatever their case and order."""
    return _grouped(world, "drift_letters", _letters)


def _by_beginning(world: World) -> dict[str, list[str]]:
    """The long words of the tree by the letters that they begin with."""
    return _grouped(world, "drift_beginnings", lambda word: word[:_BEGINNING])


def _grouped(world: World, question: str, key: Callable[[str], str]) -> dict[str, list[str]]:
    def made() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in world.words:
            if len(word) >= _CASED and not (word.islower() and word.isalnum()):
                found.setdefault(key(word), []).append(word)
        return found

    return remembered(world.snapshot, (question,), made)


def _is_shifted(one: str, other: str) -> bool:
    """True for names of the same letters, one of which is elsewhere."""
    from rapidfuzz.distance import OSA

    apart = OSA.distance(_flat(one), _flat(other), score_cutoff=_WRONG)
    return one[0].lower() == other[0].lower() and 0 < apart <= _WRONG


def _letters(word: str) -> str:
    return "".join(sorted(_flat(word)))


def _flat(word: str) -> str:
    return _JOINT.sub("", word).lower()


def _joints(word: str) -> set[str]:
    return set(_JOINT.findall(word))


def _is_said(part: str, word: str, data: bytes) -> bool:
    """True where the text has the part in another word than this one."""
    names = {found.decode("ascii").lstrip("-") for found in _spelt(data)} - {word.lstrip("-")}
    return any(part == piece for name in names for piece in lower_parts(name))
