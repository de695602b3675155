"""Whole lists for a question after them: *which exit codes are there?*, *what events can I listen for?*

The head noun of the question is in what a list is called: the heading of a section, the name that it is
assigned to, the enumeration, or most of the constants in a row. Read in the units that reading ranked;
deterministic, cost linear in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.text.positions import lines_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import word_terms

_UNITS = 60
_FEWEST = 3
_LONGEST = 300
_MOST_LINES, _MOST_LINES_OF_A_FILE = 400, 4_000
_MOST_BARE = 4  # words of an item that is none but a name
_MINE = 0.7  # share of the question's weight in what a list is called, its items' first words with it
_NAMED_SHARE = 0.5
_OTHERWISE, _STRICT = 0.3, 0.5
_ASKED = regex(
    r"^\W*(?:(?:please )?(?:list|name|show me|show|give me|tell me)(?: all)?(?: of)? (?:the )?|"
    r"(?:which|what)(?: are(?: all)?(?: the)?| (?:kinds?|types?|sorts?) of)? )(?P<words>(?:[\w-]+ ){0,2}?[\w-]{2,}[a-z])s\b(?P<rest>.*)",
    re.I | re.S,
)
_NO_NOUN = regex(
    r"(?:do|does|did|is|are|was|were|has|have|can|could|will|would|should|may|must)\b|"
    r".*(?:doe|\bi|wa|ha|thi|\bit|\bu|plu|proces|alia|statu|acces|clas|addres|alway|happen|mean|s)\Z",
    re.I | re.S,
)
_FOLLOWS = regex(
    r"\W*(?:\Z|(?:are|do|does|did|can|could|will|would|may|might|should|must|exist|is|it|i|we|you|there|run|have|has|get|in|of|for|that)\b)",
    re.I,
)
_BULLET = regex(r"(?P<indent>\s*)(?:[-*+]|\d{1,3}[.)])\s+(?P<text>\S.*)")
_ROW = regex(r"\s*\|(?P<text>[^|]+)\|")
_OF_A_RULE = frozenset("|:- \t")
_SET = regex(
    r"(?P<indent>\s*)(?:(?:pub|export|public|private|protected|static|final|const|readonly|var|let|val|#define)(?:\([\w ]*\))?\s+){0,4}"
    r"(?P<name>[A-Za-z_]\w*)\s*(?::[^=]{1,60})?(?:=|:=|\b\d|,|\(|;|\Z)"
)
_OPENS = regex(
    r"(?<![\w.-])(?P<name>[A-Za-z_][\w.-]{1,60})[\"']?\s{0,4}(?::[^=\[{(]{1,60})?(?:=|:|=>)\s{0,4}(?:[\w.:]{1,30}\s?)?(?:\[\]\w{0,30})?[\[({]\Z"
)
_ASIDE = ("#", "//", "/*", "*", '"""', "@")
_QUOTED = regex(r"[\"'`]{1,2}([^\"'`\s][^\"'`]{0,60}?)[\"'`]{1,2}")
_WORD = regex(r"[\w.:@/*-]*\w")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Lines of a file from 1, both inclusive, that list `items` (their names, in order); `title` is the line
    that says what of.
    """

    path: str
    unit: Unit
    title: int
    first: int
    last: int
    items: tuple[str, ...]
    share: float
    by_own_name: bool


def asked_plural(question: str) -> tuple[str, ...]:
    """Stems of the noun phrase whose members are asked for, its head last; empty where no list is."""
    found = _ASKED.match(question)
    if found is None or _NO_NOUN.match(found["words"]) or not _FOLLOWS.match(found["rest"]):
        return ()
    return tuple(t for t in word_terms(f"{found['words']}s") if t[0] != "=")


def listing(
    reading: Reading, question: str, snapshot: Snapshot, texts: Callable[[str], bytes | None]
) -> Listing | None:
    """The list that is called what the question asks for; None where none surely is."""
    noun = asked_plural(question)
    if not noun:
        return None
    lines: dict[str, list[str]] = {}
    seen: set[str] = set()
    best: tuple[float, int, Listing] | None = None
    for rank, (candidate, _) in enumerate(reading.units[:_UNITS]):
        path, unit = candidate.path, candidate.unit
        entry = snapshot.file(path)
        if entry is None or entry.generated:
            continue
        surface = entry.surface
        if surface.kind == "config" or surface.test or surface.vendored or surface.generated:
            continue
        if path not in lines:
            lines[path] = lines_of(texts(path) or b"")
        for one in _of_unit(path, unit, lines[path], surface.kind == "docs", noun, reading.wanted, seen):
            order = (one.share + 0.02 * min(len(one.items), 10) - 0.004 * rank, -rank, one)
            if best is None or order[:2] > best[:2]:
                best = order
    return _with_siblings(best[2], reading, lines) if best is not None and best[2].share >= _MINE else None


def _with_siblings(one: Listing, reading: Reading, lines: dict[str, list[str]]) -> Listing:
    """With the items of the other sections below the heading that is called so; one whose own heading is
    called so stands alone.
    """
    unit = one.unit
    if unit.kind != "section" or one.by_own_name:
        return one
    beside = [
        c.unit
        for c, _ in reading.units
        if c.path == one.path and c.unit.kind == "section" and c.unit.qualifier == unit.qualifier
    ]
    found = [
        _items(lines[one.path], u.start_line - 1, u.end_line)
        for u in sorted(beside, key=lambda u: u.start_line)
    ]
    rows = [(first, last, items) for first, last, items in found if len(items) >= _FEWEST]
    items = tuple(dict.fromkeys(item for _, _, of in rows for item in of))
    title = _heading_above(lines[one.path], rows[0][0] if rows else one.first - 1, unit.qualifier)
    return (
        replace(one, title=title, first=rows[0][0] + 1, last=rows[-1][1] + 1, items=items)
        if rows and title
        else one
    )


def _heading_above(lines: list[str], at: int, called: str) -> int:
    """The line (from 1) of the nearest heading above that ends what a section is below, 0 for none."""
    for n in range(at, -1, -1):
        text = lines[n].strip("#= \t")
        if (
            text
            and called.endswith(text)
            and (
                lines[n].startswith("#")
                or (n + 1 < len(lines) and set(lines[n + 1].strip()) <= set("=-~^#*+"))
            )
        ):
            return n + 1
    return 0


def _of_unit(
    path: str,
    unit: Unit,
    lines: list[str],
    document: bool,
    noun: tuple[str, ...],
    wanted: WantedWords,
    seen: set[str],
) -> Iterator[Listing]:
    first, last = unit.start_line - 1, min(unit.end_line, len(lines), unit.start_line - 1 + _MOST_LINES)
    around = f"{unit.qualifier} {unit.name}"
    heading = (
        unit.name
        if noun[-1] in word_terms(unit.name)
        else unit.qualifier.rpartition(" ")[2]
        if len(noun) == 1
        else unit.qualifier
    )
    if document:
        found = [(heading, first, *_items(lines, first, last))] if unit.kind == "section" else []
    elif unit.kind == "class":
        found = list(_blocks(lines, first, last, unit.name))
    else:  # rows of constants are units of their own, each: they are looked for in the whole file, once
        found = (
            list(_blocks(lines, 0, min(len(lines), _MOST_LINES_OF_A_FILE), "")) if path not in seen else []
        )
        seen.add(path)
    for title, at, start, end, items in found:
        called = {t for t in word_terms(title) if t[0] != "="}
        named = [item for item in items if noun[-1] in word_terms(item)]
        if len(items) < _FEWEST or (
            noun[-1] not in called and len(named) < max(_FEWEST, _NAMED_SHARE * len(items))
        ):
            continue
        words = called.union(
            *(word_terms(item) for item in named[:_FEWEST]), word_terms(path), word_terms(around)
        )
        of = {w: v for w, v in wanted.values.items() if w in noun} or dict(wanted.values)
        held = wanted.held(wanted.stands.keys() & words)
        share = sum(v * held.get(w, 0.0) for w, v in of.items()) / (sum(of.values()) or 1.0)
        own = called & set(noun)
        if own:  # a list that is called something else besides is hardly the one
            share *= max(len(own) / len(called), _OTHERWISE if len(own) == len(noun) else 0.0) ** _STRICT
        yield Listing(
            path=path,
            unit=unit,
            title=_titled(lines, at, start) + 1,
            first=start + 1,
            last=end + 1,
            items=tuple(items),
            share=share,
            by_own_name=heading == unit.name,
        )


def _titled(lines: list[str], at: int, first: int) -> int:
    """The first line from `at` on that has a letter: a heading may have a rule above it."""
    return next((n for n in range(at, first) if any(c.isalpha() for c in lines[n])), at)


def _items(lines: list[str], first: int, last: int) -> tuple[int, int, list[str]]:
    """(first line, last line, names) of the bullets of least indentation, or of the rows of a table below its
    rule.
    """
    rows = [at for at in range(first, last) if _ROW.match(lines[at][:_LONGEST])]
    ruled = next((at for at in rows if set(lines[at]) <= _OF_A_RULE), None)
    if ruled is not None and len(rest := [at for at in rows if at > ruled]) >= _FEWEST:
        return rest[0], rest[-1], [_name(_row(lines[at])) for at in rest]
    bullets = [(at, m) for at in range(first, last) if (m := _BULLET.match(lines[at][:_LONGEST]))]
    least = min((len(m["indent"]) for _, m in bullets), default=0)
    top = [(at, m) for at, m in bullets if len(m["indent"]) == least]
    if not top:
        return first, first, []
    names: list[str] = []
    for (at, found), end in zip(top, [*(n for n, _ in top[1:]), last], strict=True):
        nested = _BULLET.match(found["text"]) is not None
        names.append(_name_of_row("\n".join(lines[at:end])) if nested else _name(found["text"]))
    end = top[-1][0]
    while (
        end + 1 < last
        and lines[end + 1].strip()
        and len(lines[end + 1]) - len(lines[end + 1].lstrip()) > least
    ):
        end += 1  # what the last item goes on with
    return top[0][0], end, [name for name in names if name]


def _name_of_row(text: str) -> str:
    """Of a row whose cells are items (reStructuredText): the first quoted word with a letter, `` for a head."""
    return next((word for word in _QUOTED.findall(text) if any(c.isalpha() for c in word)), "")


def _row(line: str) -> str:
    found = _ROW.match(line[:_LONGEST])
    return found["text"].strip() if found is not None else ""


def _name(text: str) -> str:
    """What an item is called: its first quoted or marked word, else its first words."""
    quoted = _QUOTED.search(text)
    if quoted is not None and quoted.start() <= _MOST_BARE:
        return quoted[1]
    bare = text.strip("*_` ")
    words = [w for w in re.split(r"\s[-\u2013\u2014:=]\s|:\s|\(|\.\s", bare, maxsplit=1)[0].split() if w]
    return " ".join(words[:_MOST_BARE]).strip("*_`,;:")


def _blocks(
    lines: list[str], first: int, last: int, called: str
) -> Iterator[tuple[str, int, int, int, list[str]]]:
    """(title, its line, first, last, names) of the rows of definitions and the literals over several lines;
    `called` is what the lines are of.
    """
    at = first
    while at < last:
        opened = _OPENS.search(lines[at][:_LONGEST].rstrip())
        if opened is not None:
            end, items = _literal(lines, at, last)
            if len(items) >= _FEWEST:
                yield opened["name"], at, at + 1, end, items
                at = end
        elif _SET.match(lines[at][:_LONGEST]) and (run := _run(lines, at, last))[1]:
            end, names = run
            if len(names) >= _FEWEST:
                yield called, at, at, end, names
                at = end
        at += 1


def _literal(lines: list[str], at: int, last: int) -> tuple[int, list[str]]:
    """(last line, names) of the elements between the line that opens and the one that closes with its
    indentation.
    """
    indent, items = len(lines[at]) - len(lines[at].lstrip()), list[str]()
    inner = -1
    for n in range(at + 1, last):
        line = lines[n][:_LONGEST]
        if not line.strip():
            continue
        here = len(line) - len(line.lstrip())
        if here <= indent:
            return n, items
        inner = here if inner < 0 else inner
        text = line.strip()
        if (
            here == inner
            and (text[0] in "\"'`{[(&" or _WORD.match(text))
            and not text.startswith(("#", "//", "/*", "*"))
        ):
            quoted = _QUOTED.match(text.lstrip("{[(&- "))
            word = _WORD.match(text)
            items.append(quoted[1] if quoted is not None else word[0] if word is not None else text[:40])
    return at, []


def _run(lines: list[str], at: int, last: int) -> tuple[int, list[str]]:
    """(last line, names) of the definitions in a row that begin at a line: capitals, one a line, of one
    indentation.
    """
    names: list[str] = []
    end, indent = at, -1
    for n in range(at, last):
        line = lines[n][:_LONGEST]
        text = line.strip()
        if not text and indent == 0:
            break  # at the top of a file an empty line parts what belongs together
        if not text or (text.startswith(_ASIDE) and not text.startswith("#define")):
            if n - end > _MOST_BARE:
                break
            continue
        found = _SET.match(line)
        here = len(line) - len(line.lstrip())
        if found is None or not found["name"][:1].isupper() or here != (here if indent < 0 else indent):
            break
        indent, end = here, n
        names.append(found["name"])
    return end, names
