"""What a name in a fixture means to the judge of edges, and what uses it."""

from __future__ import annotations

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.live import Live
from helix_lsp.align.uses.every_use import every_use
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.config.documents import AlignConfig
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


def used(text: str, name: str) -> list[str]:
    """Uses of a definition in a fixture as `path:line`, with `?` behind those that are not certain. The list with
    the imports has each of them, too.
    """
    fixture = read_fixture(text)
    with indexed(fixture.files) as world:
        live = Live(world.snapshot, world.texts)
        same = [
            d
            for d in world.snapshot.defined(name)
            if d.symbol.qualified == name or d.symbol.qualified.endswith(f".{name}")
        ]
        uses = usages_of(same[0], live, AlignConfig())
        every, _ = every_use(same[:1], live, AlignConfig(), lambda: None)
        listed = [u for u in every if u.usage.kind != "import"]
        assert len(listed) == len(uses.code) + len(uses.tests)
        return sorted(
            {
                f"{u.path}:{live.lines(u.path).line_of(u.span.start) + 1}{'' if u.certain else '?'}"
                for u in (*uses.code, *uses.tests)
            }
        )
