"""Which drift rules apply to a reference of a small document, with nothing but a small project and the
removal that history tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.history import Gone, NoHistory
from helix_lsp.align.drift.reference import references
from helix_lsp.align.drift.rules import RULES
from helix_lsp.align.drift.verdict import Reason, Witness, because
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from tests.support.check import indexed

PROJECT = {
    "pyproject.toml": b'[project]\nname = "kiln"\n[project.urls]\nsource = "https://github.com/potters/kiln"\n',
    "kiln/__init__.py": b"",
    "kiln/oven.py": b"class Oven:\n    pass\n\ndef fire():\n    pass\n\ndef open_door():\n    pass\n",
}


def applies(
    text: str, name: str = "grill_it", path: str = "docs/guide.md", foreign: frozenset[str] = frozenset()
) -> list[str]:
    """Ids of the rules that apply to the last reference to `name`, which left `kiln/oven.py`, in the order of
    `RULES`.
    """
    with case_of(text, name, path, foreign) as case:
        return [rule.id for rule in RULES if case.ref.kind in rule.kinds and rule.examine(case) is not None]


@contextmanager
def case_of(
    text: str,
    name: str = "grill_it",
    path: str = "docs/guide.md",
    foreign: frozenset[str] = frozenset(),
    cfg: DriftConfig | None = None,
) -> Iterator[Case]:
    """The last reference to `name` of a document, with the witness that `name` left `kiln/oven.py` and certainly became
    `fire`.
    """
    files = PROJECT | {path: text.encode()}
    with indexed(files) as tree:
        world = build_world(tree.snapshot, tree.texts, cfg or DriftConfig())
        world = replace(world, foreign=world.foreign | foreign)
        outline = tree.snapshot.outline(path)
        assert outline is not None
        ref = [r for r in references(path, files[path], outline, document=True) if name in r.text][-1]
        gone = Gone(commit="c" * 40, time=100, path="kiln/oven.py", defined=True)
        witness = Witness(
            check=because("name-gone", word=name, path=gone.path, commit=gone.commit),
            gone=gone,
            last_path=gone.path,
            evidence=(because("written-before"), because("renamed", new="fire")),
            suggestions=("fire",),
            successor="fire",
            certain=True,
        )
        yield Case(ref, world, NoHistory(), witness)


def as_ids(reason: Reason | None) -> str:
    """The id of a reason and its facts, as a test compares them: `parameter-unknown fire heat`. `` for none. How the
    sentences of the ids read is for the tests of `say`.
    """
    return "" if reason is None else " ".join((reason.id, *(value for _, value in reason.facts)))
