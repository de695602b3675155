"""A documentation comment is weighed without its tags and shown with them."""

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


def test_a_comment_with_links_is_shown_as_it_stands():
    with asking(JAVA) as world:
        text = answer(world, "how can i save diesel while the cars drive on board?")
    assert "{@link Engine#idle() idle()}" in text
    assert "No answer" not in text
