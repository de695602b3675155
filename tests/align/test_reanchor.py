"""A cited range after its file changed."""

from __future__ import annotations

from helix_lsp.align.reanchor import reanchor
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from tests.support.check import World, indexed

BEFORE = b"def one():\n    return 1\n\n\ndef two():\n    return 2\n"
PATH = "src/a.py"


def moved(world: World, span: Span, qualified: str | None, after: bytes | None) -> bytes | None:
    """The bytes that the range finds after the change, None when it finds none."""
    world.files[PATH] = after
    found = reanchor(PATH, span, sha256_hex(span.cut(BEFORE)), qualified, world.snapshot, world.texts)
    return found.cut(after) if found is not None and after is not None else None


def test_a_range_is_found_again_or_dropped() -> None:
    two = Span(BEFORE.index(b"def two"), len(BEFORE) - 1)
    body = Span(BEFORE.index(b"return 2"), len(BEFORE) - 1)
    with indexed({PATH: BEFORE}) as world:
        assert moved(world, two, "two", BEFORE) == b"def two():\n    return 2"
        assert moved(world, two, "two", b"# x\n" * 40 + BEFORE) == b"def two():\n    return 2"
        assert (
            moved(world, two, "two", BEFORE.replace(b"return 2", b"return 7")) == b"def two():\n    return 7"
        )
        assert moved(world, two, "two", BEFORE.replace(b"def two", b"def three")) is None
        assert moved(world, body, None, b"\r\n\r\n" + BEFORE) == b"return 2"
        assert moved(world, body, None, BEFORE + b"    return 2\n") == b"return 2"
        assert moved(world, body, None, b"#\n" + BEFORE + b"    return 2\n") is None
        assert moved(world, two, "two", None) is None
        assert moved(world, two, None, b"") is None


def test_of_two_with_one_name_the_unchanged_one_wins() -> None:
    two = Span(BEFORE.index(b"def two"), len(BEFORE) - 1)
    with indexed({PATH: BEFORE}) as world:
        assert (
            moved(world, two, "two", b"def two():\n    return 0\n\n" + b"#" * 60 + b"\n" + BEFORE)
            == b"def two():\n    return 2"
        )
