"""Labels that pages set, and references to them: a link without a path in MyST and Doxygen, `:ref:` of Sphinx."""

from __future__ import annotations

import re

from helix_lsp.align.drift.anchors import letters
from helix_lsp.align.drift.reason import because
from helix_lsp.align.drift.verdict import Judged, Witness, cannot, live
from helix_lsp.align.drift.world import World
from helix_lsp.index.overlay.memo import remembered

_LABEL = re.compile(
    rb"^[ \t]*(?:\(([^()\s]+)\)=|\.\. _([^:\n]+):|:(?:name|label):[ \t]*([\w.:-]+))"
    rb"|[@\\](?:page|(?:sub){0,2}section|anchor|paragraph|defgroup|mainpage)[ \t]+([\w-]+)|\{#([\w-]+)\}",
    re.MULTILINE,
)
_THEIRS = re.compile(
    r":|\A(?:genindex|modindex|py-modindex|search|sphx_glr_.*)\Z"
)  # Sphinx's own, another project's
_MADE = re.compile(rb"\.\. _`?(?P<lead>[\w.-]{0,80})(?:\$?\{[^{}\n]{0,80}\}|%s)(?P<tail>[\w.-]{0,80})`?:")
_BROUGHT = re.compile(rb"autorefs|mkdocstrings|--8<--|auto_append|\{%|\{\{|\bcref\b")  # labels from elsewhere
_OPEN = re.compile(rb"\bintersphinx_mapping\b|\bautosectionlabel\b")


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
    mark = re.compile(rb"\.\. _`?" + re.escape(label.encode()) + rb"`?:", re.IGNORECASE)
    wanted = label.lower().encode()
    for data in (world.texts(path) or b"" for path in world.snapshot.paths()):
        if b".. _" in data and (
            mark.search(data)
            or any(
                (m["lead"] or m["tail"])
                and wanted.startswith(m["lead"].lower())
                and wanted.endswith(m["tail"].lower())
                for m in _MADE.finditer(data)
            )
        ):
            return True
    return False


def _is_closed(world: World) -> bool:
    """False where a site is set up with labels that no page sets."""
    setups = [path for path in world.snapshot.paths() if path.rpartition("/")[2] == "conf.py"]
    return bool(setups) and not any(_OPEN.search(world.texts(path) or b"") for path in setups)
