"""A text that stands in two files is shown once, with both places."""

from __future__ import annotations

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed

WATCH = """
## Watching the tide

The tide is watched while the gate is open. The watcher looks at the water
every ten minutes, and closes the gate when the water has risen by a foot.
"""
FILES = {
    "docs/latest/gate.md": f"# Gate\n\nThe guide of this year.\n{WATCH}".encode(),
    "docs/next/gate.md": f"# Gate\n\nThe guide of the year to come, with more pages.\n{WATCH}\n## More\n\nPages.\n".encode(),
    "src/gate.py": b'class Watcher:\n    """Looks at the water."""\n\n    def look(self, water):\n        return water > self.gate\n',
}


def test_one_excerpt_with_two_places() -> None:
    with indexed(FILES) as world:
        question = "when does the watcher of the tide close the gate?"
        envelope = envelope_to_wire(ask(world.view(), Question(text=question)).envelope)
        assert envelope["answer"].count("every ten minutes") == 1
        cited = {c["range_ref"]["path"] for c in envelope["citations"]}
        assert {"docs/latest/gate.md", "docs/next/gate.md"} <= cited
