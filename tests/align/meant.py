"""What a name in a fixture means to the judge of edges."""

from __future__ import annotations

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.live import Live
from tests.support.check import indexed, read_fixture


def meant(text: str) -> str:
    """What the name at `$0` means: `known <kind> <qualified> <path>`, `module`, `foreign` or `unknown`."""
    fixture = read_fixture(text)
    with indexed(fixture.files) as world:
        live = Live(world.snapshot, world.texts)
        outline = live.outline(fixture.path)
        assert outline is not None
        reference = next(r for r in outline.references if r.span.start == fixture.offset)
        found = judge_of(live).meant(fixture.path, reference)
    return " ".join(
        [found.kind, *(f"{d.symbol.kind} {d.symbol.qualified} {d.path}" for d in found.defined[:1])]
    )
