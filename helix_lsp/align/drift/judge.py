"""One reference -> live, cannot know, or a witness: what the tree and its history say of it, before anything
that speaks against it is asked.

Precision first: an alarm needs an owner of ours that certainly lost the name, or history that saw a
definition of this very name go, or a path that history saw go. A bare name that is merely nowhere is a hint.
What the text around says, who else may own the name and how sure history is are rules and evidence, weighed
in `drift/decide.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.decide import decide
from helix_lsp.align.drift.declared_tasks import spelt
from helix_lsp.align.drift.history import Gone, History, Introduced, Left, is_argument, is_holder, is_variable
from helix_lsp.align.drift.judge_declared import judge_command, judge_link
from helix_lsp.align.drift.judge_owned import judge_imported, judge_owned, judge_shown
from helix_lsp.align.drift.judge_path import judge_path
from helix_lsp.align.drift.judge_word import is_linked, judge_key, judge_word, seen_going
from helix_lsp.align.drift.listing import is_odd
from helix_lsp.align.drift.neighbours import inflected, misspelt
from helix_lsp.align.drift.reference import DOC_LINK, IMPORTED, KEY, OWN, SET_OUT, SHORT, SHOWN, DocReference
from helix_lsp.align.drift.shown import is_asked_of_ours, is_out_of_company
from helix_lsp.align.drift.verdict import (
    AFTER,
    BEFORE,
    UNDATED,
    WHOLE,
    Judged,
    Reason,
    Witness,
    Written,
    because,
    live,
)
from helix_lsp.align.drift.world import World
from helix_lsp.text.words import lower_parts

_GONE = frozenset({"name-gone", "key-gone", "flag-gone"})
_LONG = 12  # letters of a name whose other ending is a slip, even if the document does not write that one
_FAMILY = 3  # names of the tree with the same beginning
NEVER = frozenset(  # what is said of a name that history never saw
    {"name-unknown", "name-unused", "owner-unknown", "member-missing", "plain-word", "language"}
)


def judge(ref: DocReference, world: World, history: History, written: Written) -> Judged:
    """`written` tells when the reference was first written (asked with what went)."""
    said = _never_there(ref, _witness(ref, world, history, written), world)
    return said if isinstance(said, Judged) else decide(Case(ref, world, history, said))


def _never_there(ref: DocReference, said: Judged | Witness, world: World) -> Judged | Witness:
    """A name or a path that was never there, with the one of which it is a slip, or as the odd one among others. A plain word
    has to be beside the other in code.
    """
    check = said.check.id if isinstance(said, Witness) else said.check
    if (check == "never-a-path" and ref.kind == "path") or check in _GONE:
        data, outline = world.texts(ref.path) or b"", world.snapshot.outline(ref.path)
        if outline is None or not is_odd(ref, data, outline, world):
            return said
        missing = Witness(check=because("link-missing", path=ref.target), last_path=ref.target)
        found = said if isinstance(said, Witness) else missing
        return replace(found, evidence=(*found.evidence, because("odd-one")))
    word = ref.target if ref.kind == "flag" else ref.name.last if ref.name is not None else ""
    several = len(lower_parts(word)) > 1
    key = check == "nothing-to-check" and ref.role in (KEY, SHOWN, SHORT) and (several or ref.role == SHOWN)
    if not word or not (key or check in NEVER) or word in world.words:
        return said
    found = said if isinstance(said, Witness) else Witness(check=because("name-unknown", word=word))
    data = world.texts(ref.path) or b""
    if re.search(rb"\[`{0,2}%b`{0,2}\]\(https?://" % re.escape(word.encode()), data):
        return said  # of another project, which the document leads to
    forms = dict.fromkeys((word, *spelt(word))) if ref.role in (KEY, SHOWN) else (word,)
    name = next((one for form in forms if (one := misspelt(form, data, world, own=ref.role == OWN))), "")
    plain = check == "plain-word" and not re.search(rb"`\.?%b`" % re.escape(name.encode()), data)
    if name and not plain:
        name = f"--{name}" if ref.kind == "flag" else name
        evidence = (*found.evidence, because("misspelt", new=name))
        return replace(found, evidence=evidence, suggestions=(name,))
    name = _with_another_ending(ref, word, forms, data, world, several=several)
    if name:
        name = f"--{name}" if ref.kind == "flag" else name
        evidence = (*found.evidence, because("inflected", new=name))
        return replace(found, evidence=evidence, suggestions=(name,))
    if ref.role == SET_OUT and several:
        return replace(found, evidence=(*found.evidence, because("set-out")))
    if _is_of_family(ref, word, world):
        return replace(found, evidence=(*found.evidence, because("own-family", lead=word.partition("_")[0])))
    outline = world.snapshot.outline(ref.path)
    if outline is None:
        return said
    odd = (check != "plain-word" or not word.islower()) and is_odd(ref, data, outline, world)
    odd = odd or (ref.role == SHOWN and several and is_out_of_company(ref, data, outline, world))
    if not odd:
        return said
    anybodys = ref.role in (KEY, SHOWN) and not is_asked_of_ours(ref, data, outline, world)
    evidence = (because("odd-one"), *((because("open-company"),) if anybodys else ()))
    return replace(found, evidence=(*found.evidence, *evidence))


def _with_another_ending(
    ref: DocReference, word: str, forms: Iterable[str], data: bytes, world: World, *, several: bool
) -> str:
    """The name of the tree of which the word is another form; `` for none, and where the word may be anybody's."""
    shown = ref.role == SHOWN
    if shown:
        meant = (several and not _is_of_others(ref, world)) or _is_owned(ref, world)
    else:
        linked = ref.name is not None and ref.name.role != ""
        meant = several and (ref.role == OWN or linked or _is_coded(ref, world))
    if not meant:
        return ""
    of = forms if ref.role == KEY else (word,)
    name = next(
        (one for form in of if (one := inflected(form, world, joined=not shown and form == word))), ""
    )
    tails = (word[at:] for at, letter in enumerate(word) if letter == "_")
    if name in (f"{word}s", f"{word}es", f"{word[:-1]}ies") and not word.isupper():
        return ""  # one of several, unless it is a setting
    if shown or not name:
        return name
    if any(tail in world.words or f"s{tail}" in world.words for tail in tails):
        return ""  # `"%s_SAVE_AS"` makes names
    if word[:1].isupper() and word == f"{name}s":
        return ""  # several of a type
    written = re.search(rb"(?<!\w)%b(?!\w)" % re.escape(name.encode()), data)
    if ref.role == KEY and written:
        return ""  # two keys of one kind of settings
    return name if len(word) >= _LONG or name == word.replace("_", "") or written else ""


def _is_of_others(ref: DocReference, world: World) -> bool:
    """True for a name in a code block behind the name of a type that the project does not define."""
    owner = ref.name.parts[0] if ref.name is not None and ref.name.member else ""
    return owner[:1].isupper() and not world.snapshot.defined(owner) and owner not in world.packages


def _is_coded(ref: DocReference, world: World) -> bool:
    """True for what the document writes as code of its own: an inline code, or a line of a block."""
    outline = world.snapshot.outline(ref.path)
    if outline is None:
        return False
    return any(m.outer.covers(ref.span) for m in outline.mentions) or any(
        fence.span.covers(ref.span) for fence in outline.fences
    )


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
    if ref.role == IMPORTED:
        return judge_imported(ref, parts, world, history, written)
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


# When references were first written: asked of history once each, and at most so many in a run.


class Asked:
    """Mutable, for one run. Beyond `most` questions the answer is UNDATED, which no rule takes for a witness."""

    def __init__(self, history: History, most: int) -> None:
        self._history, self._left = history, most
        self._known: dict[tuple[str, str], Introduced | None] = {}

    def written(self, ref: DocReference, gone: Left) -> str:
        """When the name (else the target) of a reference came into its document, against the commit in which
        what it names went: BEFORE, AFTER, UNDATED, or WHOLE where it came with its whole document, whose text
        may be older.
        """
        key = (ref.path, ref.name.last if ref.name is not None else ref.target)
        if key not in self._known:
            self._left -= 1
            self._known[key] = self._history.introduced(*key, gone) if self._left >= 0 else None
        since = self._known[key]
        if since is None:
            return UNDATED
        if self._history.is_before(since, gone):
            return BEFORE
        return WHOLE if since.whole and since.commit != gone.commit else AFTER
