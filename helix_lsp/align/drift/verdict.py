"""What is said of one reference: what the tree and history witness, and what was decided of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.align.drift.anchors import letters
from helix_lsp.align.drift.history import Gone, Left
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.world import World
from helix_lsp.config.documents import DriftConfig
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.text.regex import regex

# A reason as data: the id of what was found, and the facts that its sentence is made of. The sentence is
# made at the doors (`drift/say.py`).


class Reason(msgspec.Struct, frozen=True):
    """`id` is a check, an evidence or a rule of `drift/say.py`; `facts` are (name, value) in the order in
    which they were given.
    """

    id: str
    facts: tuple[tuple[str, str], ...] = ()

    def fact(self, name: str) -> str:
        """The value of a fact, `` where there is none of that name."""
        return next((value for key, value in self.facts if key == name), "")


def because(id: str, **facts: str) -> Reason:  # noqa: A002  the word that a reader of a rule looks for
    """A reason with its facts by name."""
    return Reason(id, tuple(facts.items()))


Verdict = Literal["live", "stale", "cannot_know"]
Written = Callable[[DocReference, Left], str]
# what `Written` says of a reference, against the commit in which what it names went
BEFORE, AFTER, WHOLE, UNDATED = "written-before", "written-after", "whole-text", "undated"


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """`reasons`: for a live or unknown reference the one that settled it; for a stale one its check, then the
    evidence and the rules that were weighed, in the order in which they are told. `tier` is A for an alarm, B
    for a hint, `` otherwise.

    `last_path` and `last_commit` say where it last stood. `successor` is the name (or path) of today that
    history saw take its place, `` when none is known; `certain`: so surely that it may be written without
    anybody looking.
    """

    verdict: Verdict
    reasons: tuple[Reason, ...]
    confidence: float = 0.0
    tier: str = ""
    suggestions: tuple[str, ...] = ()
    last_path: str = ""
    last_commit: str = ""
    successor: str = ""
    certain: bool = False

    @property
    def check(self) -> str:
        """The id of the first reason: the check that a stale reference failed."""
        return self.reasons[0].id


class Witness(msgspec.Struct, frozen=True, kw_only=True):
    """A reference that the tree, its history or a signature contradicts, before anything that speaks against
    it was asked.

    `check` says what is wrong, `evidence` what bears on how sure that is; `gone` is the removal that history
    saw, None where it saw none.
    """

    check: Reason
    evidence: tuple[Reason, ...] = ()
    gone: Gone | None = None
    suggestions: tuple[str, ...] = ()
    last_path: str = ""
    last_commit: str = ""
    successor: str = ""
    certain: bool = False


def live(id: str, **facts: str) -> Judged:  # noqa: A002
    """The code backs it."""
    return Judged(verdict="live", reasons=(because(id, **facts),))


def cannot(id: str, **facts: str) -> Judged:  # noqa: A002
    """Nobody can tell from this tree: never an alarm."""
    return Judged(verdict="cannot_know", reasons=(because(id, **facts),))


def witnessed(
    ref: DocReference, word: str, seen: tuple[Gone, ...], written: Written, witness: Witness, check: str
) -> Witness:
    """The witness with what history says of `word`, which is in the document as written: then `check` is
    what is wrong.
    """
    if not seen:
        return witness
    gone = seen[0]
    wrong = because(
        check, **dict(witness.check.facts) | {"word": word, "path": gone.path, "commit": gone.commit}
    )
    evidence = (because(written(replace(ref, name=None, target=word), gone)),)
    return replace(
        witness, check=wrong, evidence=evidence, gone=gone, last_path=gone.path, last_commit=gone.commit
    )


def alike(word: str, names: Iterable[str], cfg: DriftConfig) -> tuple[str, ...]:
    """The names that look like the word, best first, as many as the options allow."""
    from rapidfuzz import fuzz  # 4 MB that a session with nothing stale does without

    rated = sorted(((round(fuzz.ratio(word, n), 3), n) for n in names), key=lambda x: (-x[0], x[1]))
    return tuple(n for score, n in rated if score >= cfg.suggest_likeness)[: cfg.suggest_most]


# Labels that pages set, and references to them: a link without a path in MyST and Doxygen, `:ref:` of
# Sphinx.

_LABEL = regex(
    rb"^[ \t]*(?:\(([^()\s]+)\)=|\.\. _([^:\n]+):|:(?:name|label):[ \t]*([\w.:-]+))"
    rb"|[@\\](?:page|(?:sub){0,2}section|anchor|paragraph|defgroup|mainpage)[ \t]+([\w-]+)|\{#([\w-]+)\}",
    re.MULTILINE,
)
_THEIRS = regex(
    r":|\A(?:genindex|modindex|py-modindex|search|sphx_glr_.*)\Z"
)  # Sphinx's own, another project's
_MADE = regex(rb"\.\. _`?(?P<lead>[\w.-]{0,80})(?:\$?\{[^{}\n]{0,80}\}|%s)(?P<tail>[\w.-]{0,80})`?:")
_SET_OUT = regex(rb"\.\. _`?(?=([^\n]{0,300}))")
_BROUGHT = regex(rb"autorefs|mkdocstrings|--8<--|auto_append|\{%|\{\{|\bcref\b")  # labels from elsewhere
_OPEN = regex(rb"\bintersphinx_mapping\b|\bautosectionlabel\b")


def labels_of(data: bytes) -> frozenset[tuple[bytes, ...]]:
    """The labels that a page sets."""
    return frozenset(_LABEL.findall(data))


def is_label(anchor: str, world: World) -> bool:
    """True when some document sets this label: it can be led to from any page."""
    return anchor.lower() in _labels(world)


def judge_page_label(label: str, path: str, world: World) -> Judged | Witness:
    """What is known of a label of Markdown that its page does not define: a site may bring labels, and so may Rust's comments
    that take in a page.
    """
    setups = (
        world.texts(p) or b"" for p in world.snapshot.paths() if p.endswith(("mkdocs.yml", "mkdocs.yaml"))
    )
    brought = any(_BROUGHT.search(one) for one in (world.texts(path) or b"", *setups))
    if (
        brought
        or is_label(label, world)
        or (re.fullmatch(r"[\w:.]+", label) and re.search(r"::|\w\.\w", label))
        or world.snapshot.file("Cargo.toml")
    ):
        return cannot("label-or-term")
    return Witness(check=because("label-missing", label=label), last_path=path)


def judge_label(label: str, world: World) -> Judged | Witness:
    """What is known of the target of a `:ref:`. Where labels of other projects, or titles, can be led to as well,
    only another spelling of a label that is set is told.
    """
    wanted = label.lower()
    if wanted in _labels(world) or _is_set_in_code(label, world):
        return live("label")
    near = tuple(one for one in sorted(_labels(world)) if letters(one) == letters(wanted))
    if _THEIRS.search(wanted) or not (near or _is_closed(world)):
        return cannot("label-or-term")
    return Witness(check=because("label-missing", label=label), suggestions=near[:1])


def _labels(world: World) -> frozenset[str]:
    """All labels of the documents, in lower case."""

    def made() -> frozenset[str]:
        entries = ((path, world.snapshot.file(path)) for path in world.snapshot.paths())
        pages = (path for path, entry in entries if entry is not None and entry.surface.kind == "docs")
        found = (
            next(g for g in groups if g) for path in pages for groups in labels_of(world.texts(path) or b"")
        )
        return frozenset(one.decode("utf-8", "replace").strip("`").lower() for one in found)

    return remembered(world.snapshot, ("drift_labels",), made)


def _is_set_in_code(label: str, world: World) -> bool:
    """True where a docstring or a comment sets it, or a script that writes labels with a hole for a name."""

    def read() -> tuple[tuple[bytes, ...], tuple[tuple[bytes, bytes], ...]]:
        set_out, made = set[bytes](), set[tuple[bytes, bytes]]()
        for data in (world.texts(path) or b"" for path in world.snapshot.paths()):
            if b".. _" in data:
                set_out.update(m[1].lower() for m in _SET_OUT.finditer(data))
                made.update((m["lead"].lower(), m["tail"].lower()) for m in _MADE.finditer(data))
        return tuple(set_out), tuple(made - {(b"", b"")})

    set_out, made = remembered(world.snapshot, ("drift_labels_in_code",), read)
    exact, wanted = label.encode().lower(), label.lower().encode()
    return any(one.startswith((exact + b":", exact + b"`:")) for one in set_out) or any(
        wanted.startswith(lead) and wanted.endswith(tail) for lead, tail in made
    )


def _is_closed(world: World) -> bool:
    """False where a site is set up with labels that no page sets."""
    setups = [path for path in world.snapshot.paths() if path.rpartition("/")[2] == "conf.py"]
    return bool(setups) and not any(_OPEN.search(world.texts(path) or b"") for path in setups)
