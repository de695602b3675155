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


CASES = {
    f"src/gate_{n}.py": f"""class Gate{n}:
    def close_in_flood(self, water):
        if water.height > self.height_of_flood + {n}:
            self.log("flood of %d: the gate is closed at %d", {n}, water.height)
            self.ring(water.height)
            raise Closed(water.height)
        return self.open(water.height)
""".encode()
    for n in range(3)
}


def test_code_of_the_same_words_is_shown_once() -> None:
    with indexed(CASES) as world:
        envelope = envelope_to_wire(
            ask(world.view(), Question(text="when is the gate closed in a flood?")).envelope
        )
        assert envelope["answer"].count("raise Closed(water.height)") == 1
        assert len({c["range_ref"]["path"] for c in envelope["citations"]} & CASES.keys()) > 1


TABLE = """# Hook

## Actions

The hook says one of these.

| Key | Description |
|-----|-------------|
| action=admit | Lets the barge in. The gate stays open. |
| action=refuse | Turns the barge away. The gate is closed. |

Most keepers write one of them.
"""


def test_a_row_of_a_table_is_told_whole() -> None:
    with indexed({"docs/hook.md": TABLE.encode()}) as world:
        question = "what happens to the barge when the action of the hook is refuse?"
        told = envelope_to_wire(ask(world.view(), Question(text=question)).envelope)["answer"]
    assert "action=refuse: Turns the barge away. The gate is closed." in told
    assert "Description" not in told
