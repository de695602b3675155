"""What a hover worked out is let go with it: the collector of garbage has next to nothing to find, and need not stop
another request for it.
"""

from __future__ import annotations

import gc

from helix_lsp.ide.hover import hover
from tests.support.check import indexed

USERS = 40
FILES = {"pond.py": b"def fill(level):\n    return level\n"} | {
    f"user_{n}.py": f"from pond import fill as top_up\n\n\ndef run_{n}(x):\n    return top_up(x) + {n}\n".encode()
    for n in range(USERS)
}


def test_a_hover_leaves_next_to_nothing_to_the_collector() -> None:
    with indexed(FILES) as world:
        view = world.view()
        first = hover(view, "pond.py", 5)
        assert first is not None
        assert f"{USERS} places" in first.markdown
        gc.collect()
        gc.disable()
        try:
            assert hover(view, "pond.py", 5) == first
            left = gc.collect()
        finally:
            gc.enable()
    assert left < 2 * USERS
