"""A documentation comment is weighed and told without its tags."""

from __future__ import annotations

from tests.ask.world import answer, asking

JAVA = """
//- /src/Ferry.java
/**
 * Carries cars over the river. To save diesel you can {@link Engine#idle() idle()} the engine while the cars drive on board,
 * which {@code Ferry} does by itself in winter.
 */
public class Ferry {
    public void cross() {
    }
}
"""


def test_a_comment_with_links_is_told_as_it_reads():
    with asking(JAVA) as world:
        text = answer(world, "how can i save diesel while the cars drive on board?")
    assert (
        "To save diesel you can idle() the engine while the cars drive on board, which `Ferry` does by itself"
        in text
    )
    assert "{@" not in text
    assert "No answer" not in text
