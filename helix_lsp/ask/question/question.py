"""What is asked, from where, and by whom: one record from the door to the ladder.

`wire/answer_envelope.py` sends it to another process.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

import msgspec

from helix_lsp.config.ask import AskConfig

Verbosity = Literal["brief", "normal", "extended"]
VERBOSITIES: tuple[Verbosity, ...] = get_args(Verbosity)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Which option of an earlier clarification was picked; `token` is that clarification's."""

    token: str
    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The session that a question belongs to; no rung reads it. After a `silent` question (a preview) nothing
    is remembered and nothing counted. One that is not `traced` (a line of a batch) is counted, and its trace
    is not kept.
    """

    session_id: str = "editor"
    silent: bool = False
    traced: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`path` and `offset` (bytes) are the place of the cursor when the question came from an editor.

    `slots` are what the asker insists on; `choice` picks an option of an earlier clarification of the same
    text; `may_clarify` is False right after a clarification, which is never given twice in a row; `near` are
    paths that are open or just were, the latest first; a `dry` run calls no model; `explain` asks for the
    counterfactual run and what it says; with `hypothetical` the one call of the model writes a passage that is
    searched with, and the answer is made of quotations.
    """

    text: str
    path: str | None = None
    offset: int | None = None
    verbosity: Verbosity = "normal"
    slots: tuple[str, ...] = ()
    choice: Choice | None = None
    may_clarify: bool = True
    near: tuple[str, ...] = ()
    dry: bool = False
    explain: bool = False
    hypothetical: bool = False
    asker: Asker = Asker()


def sized(cfg: AskConfig, verbosity: Verbosity) -> AskConfig:
    """How much of everything an answer of this verbosity shows: brief halves the limits, extended doubles
    them.
    """
    if verbosity == "normal":
        return cfg

    def scaled(limit: int) -> int:
        return max(1, limit // 2) if verbosity == "brief" else 2 * limit

    return replace(
        cfg,
        places=scaled(cfg.places),
        steps=scaled(cfg.steps),
        entry_points=scaled(cfg.entry_points),
        documents=scaled(cfg.documents),
        quote_chars=scaled(cfg.quote_chars),
    )
