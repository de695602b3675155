"""The rules of one ignore file, with git's meaning (`wildmatch`), in time that no rule and no name can make
more than linear.

Git tries every way in which a pattern may match, so twenty stars in a rule cost it hours. Here all patterns
of a file are one automaton whose states are the bits of a number: each byte of a name moves all of them at
once. What most rules are, a name or an ending, is looked up and not tried.

A pattern is bytes, as in git: `?` is one byte. Nothing here raises for what a file may hold; a pattern that
git never matches never matches here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

_SLASH, _STAR, _BACKSLASH = 0x2F, 0x2A, 0x5C
_SPECIAL = frozenset(b"*?[\\")
_EVERY = frozenset(range(1, 256))
_PART = _EVERY - {_SLASH}
_WORD = 512  # bits that move in about the time of one
_CLASSES: dict[bytes, frozenset[int]] = {
    b"alnum": frozenset(b for b in range(128) if chr(b).isalnum()), b"alpha": frozenset(b for b in range(128) if chr(b).isalpha()),
    b"blank": frozenset(b" \t"), b"cntrl": frozenset({*range(32), 127}), b"digit": frozenset(b"0123456789"),
    b"graph": frozenset(range(33, 127)), b"lower": frozenset(range(97, 123)), b"print": frozenset(range(32, 127)),
    b"punct": frozenset(b for b in range(33, 127) if not chr(b).isalnum()), b"space": frozenset(b" \t\n\r\v\f"),
    b"upper": frozenset(range(65, 91)), b"xdigit": frozenset(b"0123456789abcdefABCDEF"),
}  # fmt: skip


class Budget:
    """Steps that matching may take, about a tenth of a microsecond each; `spent` when there are no more, and
    costly rules are no longer applied.
    """

    def __init__(self, steps: int) -> None:
        self._left = steps

    @property
    def spent(self) -> bool:
        """True from the first step on that there was no room for."""
        return self._left < 0

    def take(self, steps: int) -> bool:
        """False where nothing is left."""
        if self._left >= 0:
            self._left -= steps
        return self._left >= 0


class _Item(msgspec.Struct, frozen=True):
    """One state: `takes` moves it on, `loops` keeps it, `skips` reaches so many states further without a
    byte.
    """

    takes: frozenset[int] = frozenset()
    loops: frozenset[int] = frozenset()
    skips: int = 0


class _Automaton:
    """Patterns side by side: bit masks of where each starts, stays and ends, made when they are first needed."""

    def __init__(self) -> None:
        self._items: list[_Item | None] = []
        self._starts: list[int] = []
        self._ends: dict[int, int] = {}  # bit -> number of the rule
        self._for_files: list[int] = []
        self._ready: _Masks | None = None

    def add(self, items: list[_Item], rule: int, *, folder_only: bool) -> None:
        self._starts.append(len(self._items))
        self._items += items
        end = len(self._items)
        self._items.append(None)
        self._ends[end] = rule
        if not folder_only:
            self._for_files.append(end)

    def last(self, text: bytes, *, folder: bool, budget: Budget) -> int:
        """The number of the last rule that matches, -1 for none."""
        if not self._items or budget.spent:
            return -1
        if self._ready is None:
            self._ready = self._masks()
        masks = self._ready
        moves, stays, near = masks.moves, masks.stays, masks.near
        state = _reached(masks.starts, near, masks.far)
        cost, read = 1 + len(self._items) // _WORD, 0
        for byte in text:
            read += cost
            state = ((state & moves[byte]) << 1) | (state & stays[byte])
            if not state:
                break
            if state & near:
                state = _reached(state, near, masks.far)
        if not budget.take(read):
            return -1
        state &= masks.folders if folder else masks.files
        return self._ends[state.bit_length() - 1] if state else -1

    def _masks(self) -> _Masks:
        size = len(self._items)
        takes: dict[frozenset[int], list[int]] = {}
        loops: dict[frozenset[int], list[int]] = {}
        near: list[int] = []
        far: list[int] = []
        for at, item in enumerate(self._items):
            if item is None:
                continue
            for sets, into in ((item.takes, takes), (item.loops, loops)):
                if sets:
                    into.setdefault(sets, []).append(at)
            if item.skips:
                near.append(at)
            if item.skips == 2:
                far.append(at)
        return _Masks(
            starts=_bits(self._starts, size),
            near=_bits(near, size),
            far=_bits(far, size),
            moves=_by_byte(takes, size),
            stays=_by_byte(loops, size),
            files=_bits(self._for_files, size),
            folders=_bits(list(self._ends), size),
        )


@lru_cache(4_096)
def _one(byte: int) -> frozenset[int]:
    return frozenset({byte})


_FOLDERS = (_Item(skips=2), _Item(takes=_one(_SLASH), loops=_EVERY))


class _Masks(msgspec.Struct, frozen=True, kw_only=True):
    """`near` reach the next state without a byte, `far` also the one behind it; `files` and `folders` are the
    ends that count for them.
    """

    starts: int
    near: int
    far: int
    moves: list[int]
    stays: list[int]
    files: int
    folders: int


def _reached(state: int, near: int, far: int) -> int:
    while True:
        more = state | ((state & near) << 1) | ((state & far) << 2)
        if more == state:
            return state
        state = more


def _bits(places: list[int], size: int) -> int:
    made = bytearray(size // 8 + 1)
    for at in places:
        made[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(made, "little")


def _by_byte(places: dict[frozenset[int], list[int]], size: int) -> list[int]:
    """For each byte the bits of the sets that hold it; of large sets the bytes are counted that they lack."""
    large: list[int] = []
    there: list[list[int]] = [[] for _ in range(256)]
    lacks: list[list[int]] = [[] for _ in range(256)]
    for taken, bits in places.items():
        if len(taken) > len(_EVERY) // 2:
            large += bits
        for byte in taken if len(taken) <= len(_EVERY) // 2 else _EVERY - taken:
            (there if len(taken) <= len(_EVERY) // 2 else lacks)[byte] += bits
    most = _bits(large, size)
    return [_bits(on, size) | (most & ~_bits(off, size)) for on, off in zip(there, lacks, strict=True)]


class IgnoreRules:
    """`ignores` answers for names below the folder of the file; rules are numbered in their order, and the
    last that matches decides.
    """

    def __init__(self, data: bytes, *, ignore_case: bool = False) -> None:
        self._fold = ignore_case
        self._negated: list[bool] = []
        self._names: dict[bytes, list[tuple[int, bool]]] = {}
        self._suffixes: dict[bytes, list[tuple[int, bool]]] = {}
        self._paths: dict[bytes, list[tuple[int, bool]]] = {}
        self._by_name, self._by_path = _Automaton(), _Automaton()
        for line in _lines(data):
            self._add(line)

    def __len__(self) -> int:
        return len(self._negated)

    def ignores(self, path: bytes, *, folder: bool, budget: Budget) -> bool | None:
        """What the last matching rule says of the path (relative, without a closing slash); None where no
        rule matches.
        """
        if self._fold:
            path = path.lower()
        name = path.rpartition(b"/")[2]
        best = -1
        for table, key in (
            (self._names, name),
            (self._suffixes, name[name.rfind(b".") :]),
            (self._paths, path),
        ):
            for rule, folder_only in reversed(table.get(key, ())):
                if folder or not folder_only:
                    best = max(best, rule)
                    break
        best = max(
            best,
            self._by_name.last(name, folder=folder, budget=budget),
            self._by_path.last(path, folder=folder, budget=budget),
        )
        return None if best < 0 else not self._negated[best]

    def covers(self, path: bytes, budget: Budget) -> bool:
        """True when the path, or a folder on the way to it, is ignored."""
        ends = [at for at, byte in enumerate(path) if byte == _SLASH]
        return any(self.ignores(path[:end], folder=True, budget=budget) for end in ends) or bool(
            self.ignores(path, folder=False, budget=budget)
        )

    def _add(self, line: bytes) -> None:
        rule = len(self._negated)
        self._negated.append(line.startswith(b"!"))
        pattern = line.removeprefix(b"!")
        folder_only = pattern.endswith(b"/")
        pattern = pattern[:-1] if folder_only else pattern
        if self._fold:
            pattern = pattern.lower()
        plain = next((at for at, byte in enumerate(pattern) if byte in _SPECIAL), len(pattern))
        if b"/" not in pattern:
            ending = pattern[1:]
            if plain == len(pattern):
                self._names.setdefault(pattern, []).append((rule, folder_only))
            elif pattern[:2] == b"*." and not _SPECIAL.intersection(ending) and ending.rfind(b".") == 0:
                self._suffixes.setdefault(ending, []).append((rule, folder_only))
            elif (items := _items(pattern, 0, paths=False)) is not None:
                self._by_name.add(items, rule, folder_only=folder_only)
            return
        if pattern.startswith(b"/"):
            pattern, plain = pattern[1:], plain - 1
        if plain == len(pattern):
            self._paths.setdefault(pattern, []).append((rule, folder_only))
        elif (items := _items(pattern, plain, paths=True)) is not None:
            self._by_path.add(items, rule, folder_only=folder_only)


def _lines(data: bytes) -> Iterable[bytes]:
    """The rules of a file as git reads them: without comments, one carriage return, trailing spaces that are
    not escaped, and a mark of UTF-8.
    """
    for row in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        line = _trimmed(row.removesuffix(b"\r").partition(b"\0")[0])
        if line and not line.startswith(b"#"):
            yield line


def _trimmed(line: bytes) -> bytes:
    bare = line.rstrip(b" ")
    slashes = len(bare) - len(bare.rstrip(b"\\"))
    return line[: len(bare) + 1] if slashes % 2 and len(bare) < len(line) else bare


def _items(pattern: bytes, plain: int, *, paths: bool) -> list[_Item] | None:
    """The states of a pattern whose first `plain` bytes stand for themselves; None for one that matches
    nothing.
    """
    items = [_Item(takes=_one(byte)) for byte in pattern[:plain]]
    part, at = _PART if paths else _EVERY, plain
    while at < len(pattern):
        byte = pattern[at]
        if byte == _STAR:
            after = at
            while after < len(pattern) and pattern[after] == _STAR:
                after += 1
            begins = (
                at == plain or pattern[at - 1] == _SLASH
            )  # git forgets what the plain beginning ended with
            ends = after == len(pattern) or pattern[after] == _SLASH or pattern[after : after + 2] == b"\\/"
            if not paths or (after - at > 1 and begins and ends):
                if paths and pattern[after : after + 1] == b"/":
                    if items[-2:] != list(
                        _FOLDERS
                    ):  # `**/**/` is `**/`, and states that reach each other in a row cost time
                        items += _FOLDERS
                    after += 1
                else:
                    items.append(_Item(loops=_EVERY, skips=1))
            else:
                items.append(_Item(loops=part, skips=1))
            at = after
            continue
        if byte == 0x3F:
            items.append(_Item(takes=part))
        elif byte == 0x5B:
            found = _bracket(pattern, at)
            if found is None:
                return None
            items.append(_Item(takes=found[0] & part))
            at = found[1]
        else:
            if byte == _BACKSLASH:
                at += 1
                if at == len(pattern):
                    return None
            items.append(_Item(takes=_one(pattern[at])))
        at += 1
    return items


def _bracket(pattern: bytes, at: int) -> tuple[frozenset[int], int] | None:
    """(bytes that a bracket expression takes, where its `]` stands); None where it is never closed or names
    no class.
    """
    at += 1
    negated = pattern[at : at + 1] in (b"!", b"^")
    at += negated
    found: set[int] = set()
    before = 0
    first = True
    while first or pattern[at : at + 1] != b"]":
        first = False
        if at >= len(pattern):
            return None
        byte = pattern[at]
        if byte == _BACKSLASH:
            at += 1
            if at >= len(pattern):
                return None
            byte = pattern[at]
            found.add(byte)
        elif byte == 0x2D and before and at + 1 < len(pattern) and pattern[at + 1] != 0x5D:
            at += 1
            if pattern[at] == _BACKSLASH:
                at += 1
                if at >= len(pattern):
                    return None
            found.update(range(before, pattern[at] + 1))
            byte = 0
        elif byte == 0x5B and pattern[at + 1 : at + 2] == b":":
            end = pattern.find(b"]", at + 2)
            if end < 0:
                return None
            if end == at + 2 or pattern[end - 1] != 0x3A:
                found.add(byte)
            else:
                named = _CLASSES.get(pattern[at + 2 : end - 1])
                if named is None:
                    return None
                found |= named
                at, byte = end, 0
        else:
            found.add(byte)
        before = byte
        at += 1
    return (_EVERY - found if negated else frozenset(found)), at
