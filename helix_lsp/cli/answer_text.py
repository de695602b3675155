"""An answer for a person: sentences with their `path:line`, quoted code, what was looked at, how fresh it is.

On a terminal the citations are links; in a pipe they are the same words without any escape.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from helix_lsp.ask.rungs.envelope import Citation, Claim, Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.cli.place import freshness_words, link
from helix_lsp.cli.screen import Screen, clean

_WIDTH = 100


def print_answer(envelope: Envelope, root: str, screen: Screen) -> None:
    """The whole answer; citations are named relative to `root`."""
    cited = {citation.id: citation for citation in envelope.citations}
    for passage in envelope.passages:
        if passage.title:
            screen.styled(screen.strong(clean(passage.title)))
        for claim in passage.claims:
            for line in _claim(claim, cited, root, screen):
                screen.styled(line)
        screen.text("")
    screen.text(_footer(envelope))


def print_trace(trace: Trace, screen: Screen) -> None:
    """What each rung did: its status, how long it took, the facts it recorded."""
    screen.styled("\n" + screen.strong("Trace"))
    for step in trace.steps:
        screen.text(f"{step.number:>3} {step.name:<12} {step.status:<10} {step.elapsed_us / 1_000:8.2f} ms  {step.digest}")
        for event in step.events:
            screen.text(f"      {event}")
        for name, value in step.facts:
            screen.text(f"      {name}: {value}")


def _claim(claim: Claim, cited: dict[int, Citation], root: str, screen: Screen) -> Iterator[str]:
    bullet = "- " if claim.item else ""
    yield (
        fill(
            clean(claim.text),
            _WIDTH,
            initial_indent=bullet,
            subsequent_indent=" " * len(bullet),
            break_long_words=False,
            break_on_hyphens=False,
        )
        if claim.text
        else bullet.rstrip()
    )
    for number in claim.refs:
        place = cited[number]
        yield " " * len(bullet) + "  " + link(place.path, place.start_line, place.end_line, root, screen)
    if claim.code:
        for line in claim.code.splitlines():
            yield " " * len(bullet) + "    " + clean(line)


def _footer(envelope: Envelope) -> str:
    count = len(envelope.citations)
    files = len({citation.path for citation in envelope.citations})
    cites = f"{count} cited place{'s' * (count != 1)} in {files} file{'s' * (files != 1)}" if count else "nothing cited"
    dropped = f", {envelope.dropped} dropped because the file changed" if envelope.dropped else ""
    return f"({cites}{dropped}; {freshness_words(envelope.freshness)})"
