"""One claim with its verdict: what sort it is and whether its citations carry it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.verify.claim_type import ClaimType, claim_type
from helix_lsp.verify.premise import carried, led
from helix_lsp.verify.support import Support, support, unsupported

LABELLED = re.compile(r"^(?:Not verified|Hypothesis|Assumption|Inference): ")
"""How a statement is marked that is not carried; what is read again may bear it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A cited place. `text` are its bytes decoded, `raw` the same with the tags of a documentation comment
    that `text` leaves out, `around` what stands about it (the path first, `qualified name\\nkind` of the
    definitions that it lies in, titles of its sections), `heads` the signatures of those definitions,
    `called` the sentence's words for the whole project.
    """

    path: str
    start_line: int
    end_line: int
    text: str
    around: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    raw: str = ""

    @property
    def ref(self) -> str:
        """`path:12-14`, or `path:12` for one line."""
        return f"{self.path}:{self.start_line}" + (
            f"-{self.end_line}" if self.end_line > self.start_line else ""
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence as the answer has it. `code` is the block shown under it. `note` marks what states nothing
    about the repository. `verbatim`: behind the name of its place it is the reading of what it cites, and no more.
    """

    id: str
    text: str
    cited: tuple[Cited, ...]
    code: str = ""
    note: bool = False
    verbatim: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A claim, its type, and its support. A note is supported by being one."""

    claim: Claim
    type: ClaimType
    support: Support


def weigh(claim: Claim, cfg: VerifyConfig, asked: str = "") -> Weighed:
    """The text by `support`, a yes or no in front of it by whether what follows settles the question `asked`,
    and a code block by its words: all of them are in what is cited or in a signature about it.

    The word before a statement that says how it was shown (`Not verified: `) is none of its own.
    """
    if claim.note:
        return Weighed(
            claim=claim, type="fact", support=Support(supported=True, covered=1.0, missing=(), reason="")
        )
    texts = tuple(c.text for c in claim.cited)
    text = LABELLED.sub("", claim.text)
    text = led(text)[1] if asked and carried(asked, text) else text
    found = support(
        text, texts, tuple(dict.fromkeys(a for c in claim.cited for a in (*c.around, *c.called))), cfg
    )
    if claim.verbatim and claim.cited and not found.supported:
        found = Support(supported=True, covered=1.0, missing=(), reason="", carrier=claim.cited[0].text)
    if not claim.cited:
        found = unsupported("cites-nothing", "cites nothing")
    elif found.supported and claim.code and not shows(claim):
        found = unsupported("quotation", "the code shown is not what is cited", found.covered)
    return Weighed(claim=claim, type=claim_type(claim.text, texts), support=found)


def shows(claim: Claim) -> bool:
    """White space aside, every line of the block is in a cited text or in a signature; a signature may be
    cut short.
    """
    texts = ["".join(t.split()) for c in claim.cited for t in (c.text, c.raw, *c.heads)]
    lines = ["".join(line.split()).removesuffix("…") for line in claim.code.splitlines()]
    return all(any(line in text for text in texts) for line in lines if line)
