"""One reference -> live, cannot know, or a witness: what the tree and its history say of it, before anything
that speaks against it is asked.

Precision first: an alarm needs an owner of ours that certainly lost the name, or history that saw a
definition of this very name go, or a path that history saw go. A bare name that is merely nowhere is a hint.
What the text around says, who else may own the name and how sure history is are rules and evidence, weighed
in `drift/decide.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.decide import decide
from helix_lsp.align.drift.declared_settings import spelt
from helix_lsp.align.drift.history import Gone, History
from helix_lsp.align.drift.judge_declared import judge_command
from helix_lsp.align.drift.judge_link import judge_link
from helix_lsp.align.drift.judge_owned import judge_owned, judge_shown
from helix_lsp.align.drift.judge_path import judge_path
from helix_lsp.align.drift.judge_word import is_linked, judge_key, judge_word, seen_going
from helix_lsp.align.drift.neighbours import inflected, misspelt
from helix_lsp.align.drift.reason import Reason, because
from helix_lsp.align.drift.reference import DOC_LINK, KEY, OWN, SET_OUT, SHORT, SHOWN, DocReference
from helix_lsp.align.drift.shown import is_out_of_company
from helix_lsp.align.drift.stage import is_argument, is_holder, is_variable
from helix_lsp.align.drift.verdict import Judged, Witness, Written, live
from helix_lsp.align.drift.world import World
from helix_lsp.text.identifiers import lower_parts

# A name that is nowhere, among names that are all there: the one row of a table or item of a list that the
# code does not have.
#
# A table or list of names is made from the code of its day, so that the odd one is not another project's.

_FIRST = re.compile(r"[\s*_]{0,6}(?:<[^<>]{0,300}>)?`{1,2}(?P<name>[^`\n]{1,100})`{1,2}")
_NAMED = re.compile(r"[-.$@]{0,2}(?P<name>[A-Za-z_][\w.-]*)")
_CELL = re.compile(r"(?<!\\)\|")
_MARKUP = re.compile(r"`{1,2}[^`\n]{1,200}`{1,2}|<[^<>\n]{1,300}>|\{\{[^{}\n]{1,200}\}\}")
_WORDS = re.compile(r"[A-Za-z]{2}")
_REACH = 20_000  # bytes of a table to either side
_SHAPED = 3  # names of several words that have to be there
_MOST_ODD = 10  # of so many names one may be missing beside


def is_odd(case: Case) -> bool:
    """True where the reference is the one of its column or list that is not there."""
    others = [name for name in (_name(text) for text in _beside(case)) if name and name != case.word]
    there = [name for name in others if name in case.world.words]
    shaped = {name for name in there if len(lower_parts(name)) > 1}
    return len(shaped) >= _SHAPED and _MOST_ODD * (len(others) - len(there)) <= len(others)


def _beside(case: Case) -> tuple[str, ...]:
    """The rows' cells of the column, or the items of the list, at whose beginning the reference stands."""
    at = case.ref.span.start
    start = case.data.rfind(b"\n", 0, at) + 1
    row = case.data[start:].partition(b"\n")[0].decode("utf-8", "replace")
    if row.lstrip().startswith("|"):
        column = len(_CELL.findall(case.data[start:at].decode("utf-8", "replace")))
        above = case.data[max(0, start - _REACH) : start].decode("utf-8", "replace").split("\n")[-2::-1]
        below = case.data[start : start + _REACH].decode("utf-8", "replace").split("\n")
        rows = [_CELL.split(line) for side in (above, below) for line in takewhile(_is_row, side)]
        cells = tuple(cells[column] for cells in rows if len(cells) > column)
        mine = _CELL.split(row)[column]
        if _WORDS.search(_MARKUP.sub("", mine)):
            return ()  # a sentence, so that the column is not one of names
    else:
        mine, cells = case.items
    return cells if _name(mine) == case.word else ()


def _is_row(line: str) -> bool:
    return line.lstrip().startswith(("|", "+"))


def _name(text: str) -> str:
    first = _FIRST.match(text)
    named = _NAMED.match(first["name"]) if first is not None else None
    return named["name"].rpartition(".")[2] if named is not None else ""


_FAMILY = 3  # names of the tree with the same beginning
NEVER = frozenset(  # what is said of a name that history never saw
    {"name-unknown", "name-unused", "owner-unknown", "member-missing", "plain-word", "language"}
)


def judge(ref: DocReference, world: World, history: History, written: Written) -> Judged:
    """`written` tells when the reference was first written (asked with what went)."""
    said = _never_there(ref, _witness(ref, world, history, written), world, history)
    return said if isinstance(said, Judged) else decide(Case(ref, world, history, said))


def _never_there(
    ref: DocReference, said: Judged | Witness, world: World, history: History
) -> Judged | Witness:
    """A name that was never there, with the one of which it is a slip, or as the odd one among others. A plain word has
    to be beside the other in code.
    """
    check = said.check.id if isinstance(said, Witness) else said.check
    word = ref.target if ref.kind == "flag" else ref.name.last if ref.name is not None else ""
    several = len(lower_parts(word)) > 1
    key = check == "nothing-to-check" and ref.role in (KEY, SHOWN, SHORT) and (several or ref.role == SHOWN)
    if not word or not (key or check in NEVER) or word in world.words:
        return said
    found = said if isinstance(said, Witness) else Witness(check=because("name-unknown", word=word))
    data = world.texts(ref.path) or b""
    forms = dict.fromkeys((word, *spelt(word))) if ref.role in (KEY, SHOWN) else (word,)
    name = next((one for form in forms if (one := misspelt(form, data, world, own=ref.role == OWN))), "")
    plain = check == "plain-word" and not re.search(rb"`\.?%b`" % re.escape(name.encode()), data)
    if name and not plain:
        name = f"--{name}" if ref.kind == "flag" else name
        evidence = (*found.evidence, because("misspelt", new=name))
        return replace(found, evidence=evidence, suggestions=(name,))
    meant = ref.role == SHOWN or (ref.name is not None and ref.name.role != "")
    name = inflected(word, world) if meant and (several or _is_owned(ref, world)) else ""
    if name:
        evidence = (*found.evidence, because("inflected", new=name))
        return replace(found, evidence=evidence, suggestions=(name,))
    if ref.role == SET_OUT and several:
        return replace(found, evidence=(*found.evidence, because("set-out")))
    if _is_of_family(ref, word, world):
        return replace(found, evidence=(*found.evidence, because("own-family", lead=word.partition("_")[0])))
    case = Case(ref, world, history, found)
    if ref.role == SHOWN:
        odd = several and case.outline is not None and is_out_of_company(ref, data, case.outline, world)
    else:
        odd = (check != "plain-word" or not word.islower()) and is_odd(case)
    return replace(found, evidence=(*found.evidence, because("odd-one"))) if odd else said


def _is_owned(ref: DocReference, world: World) -> bool:
    """True for a name in a code block behind the name of a package or type of ours."""
    owner = ref.name.parts[0] if ref.role == SHOWN and ref.name is not None and ref.name.member else ""
    return owner != "" and (
        owner in world.packages or (owner[0].isupper() and bool(world.snapshot.defined(owner)))
    )


def _is_of_family(ref: DocReference, word: str, world: World) -> bool:
    """True for a name in capitals of the text itself that begins with the project's own name, as others of the tree do."""
    lead = word.partition("_")[0]
    if (
        ref.kind != "name"
        or not re.fullmatch(r"[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+", word)
        or lead.lower() not in world.own
    ):
        return False
    outline = world.snapshot.outline(ref.path)
    if outline is None or any(fence.span.covers(ref.span) for fence in outline.fences):
        return False  # a script of the reader's may set its own
    return sum(other.startswith(f"{lead}_") and other.isupper() for other in world.words) >= _FAMILY


def _witness(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    if ref.kind == "command":
        return judge_command(ref, world, history, written)
    if ref.kind == "flag":
        return judge_word(ref, ref.target, world, history, written)
    if ref.kind in ("path", "link"):
        return judge_path(ref, world, history, written)
    if ref.name is None:
        return live("not-a-name")
    parts, last = ref.name.parts, ref.name.last
    if re.fullmatch(r"__\w+__", last):
        return live("language")
    if ref.role == KEY:
        return judge_key(ref, world, history, written)
    if ref.role == SHOWN:
        return judge_shown(ref, parts, world, history, written)
    if ref.role == DOC_LINK:

        def going(gone: Gone, check: Reason) -> Witness:
            return seen_going(ref, gone, check, world, history, written)

        return judge_link(ref, parts, world, history, going)
    if (
        len(parts) > 1
        and last.lower() in world.suffixes
        and not ref.name.call
        and parts[0] not in world.packages
    ):
        return live("file-name")
    data = world.texts(ref.path) or b""
    if (
        is_holder(last)
        or is_variable(ref, data)
        or (len(parts) == 1 and not is_linked(ref) and is_argument(ref, data))
    ):
        return live("placeholder")
    return (
        judge_word(ref, last, world, history, written)
        if len(parts) == 1
        else judge_owned(ref, parts, world, history, written)
    )
