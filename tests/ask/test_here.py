"""A question asked at a place that speaks of one of two meanings is answered there, and given back where the
place tells nothing.
"""

from __future__ import annotations

import pytest

from helix_lsp.ask.draft import event, live_line
from helix_lsp.ask.question.question import Choice, Question
from helix_lsp.ide.ask import ask
from tests.e2e.neovim_projects import GUIDE, MAIL, PRINTING, README
from tests.support.check import indexed

NOTES = "# Notes\n\n## Mail\n\nThe `MailQueue` is slow.\n\n## Both\n\nMailQueue and PrintQueue.\n\n## Neither\n\nNothing here.\n"
FILES = {
    "README.md": README,
    "docs/guide.md": GUIDE,
    "docs/notes.md": NOTES,
    "mail/queue.py": MAIL,
    "printing/queue.py": PRINTING,
}
QUESTION = "what does drain do?"


@pytest.mark.parametrize(
    ("path", "at", "said"),
    [
        ("docs/notes.md", "is slow", "oldest first"),
        ("docs/notes.md", "and PrintQueue", None),
        ("docs/notes.md", "Nothing here", None),
        ("README.md", "Things", None),
        ("printing/queue.py", "Pages that wait", "newest first"),
        ("mail/queue.py", "Letters that wait", "oldest first"),
    ],
)
def test_the_place_decides_or_tells_nothing(path: str, at: str, said: str | None):
    with indexed({name: text.encode() for name, text in FILES.items()}) as world:
        events: list[str] = []
        offset = FILES[path].encode().index(at.encode())
        view = world.view()
        envelope = ask(view, Question(text=QUESTION, path=path, offset=offset), events=events.append).envelope
        plain = ask(view, Question(text=QUESTION, path=path)).envelope
    assert plain.mode == "clarify"
    assert envelope.mode == ("clarify" if said is None else "repo_grounded")
    assert any(line.startswith(live_line(event("place_decides"))) for line in events) is (said is not None)
    if said is not None:
        assert any(said in claim.text for passage in envelope.passages for claim in passage.claims)


def test_looking_at_an_option_does_not_take_the_choice_back():
    with indexed({name: text.encode() for name, text in FILES.items()}) as world:
        first = ask(world.view(), Question(text=QUESTION, near=("README.md",))).envelope
        assert first.mode == "clarify"
        choice = Choice(token=first.climbed.verdict.token, option=first.climbed.verdict.options[1].id)
        for near in ((), ("printing/queue.py",), ("mail/queue.py", "README.md")):
            second = ask(world.view(), Question(text=QUESTION, near=near, choice=choice)).envelope
            assert second.mode == "repo_grounded"
            assert any(
                "newest first" in claim.text for passage in second.passages for claim in passage.claims
            )
