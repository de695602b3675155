"""What an answer shows: the line that matters is marked, a further excerpt has what speaks of the question,
places add to those above.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from helix_lsp.cli.ask import print_answer
from helix_lsp.cli.screen import Screen
from tests.ask.world import answer, asked, asking
from tests.support.check import World

_FILLER = "\n".join(f"        step_{n} = {n}" for n in range(12))
WORLD = f"""
//- /ferry/link.py
class Link:
    \"\"\"A link between two harbours.\"\"\"

    def carry(self, parcel):
        \"\"\"Carry a parcel over the link.\"\"\"
        if parcel.frozen:
            raise FrozenParcel("a frozen parcel is refused by the link")
        return self.harbour.send(parcel)

//- /ferry/sorter.py
class Sorter:
    \"\"\"Sorts.\"\"\"

    def sort(self, boxes):
        total = 0
        for box in boxes:
            total += box.weight
        if total > 9:
            total = 9
        if any(box.parcel.frozen for box in boxes):
            self.refuse(boxes)
        self.done = total
        self.rest = 0
        self.turn = 1
        self.left = 2
{_FILLER}
        return total

//- /ferry/gauge.py
def tide_gauge_scale():
    \"\"\"The scale of the tide gauge.\"\"\"
    return 4

def tide():
    \"\"\"The tide.\"\"\"
    return 2
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with asking(WORLD) as made:
        yield made


QUESTION = "what happens when a frozen parcel is refused?"


def _fences(text: str) -> list[list[str]]:
    """The lines of each quotation, the first is its fence."""
    out: list[list[str]] = []
    inside = False
    for line in text.split("\n"):
        if line.startswith("```"):
            inside = not inside
            if inside:
                out.append([line])
        elif inside:
            out[-1].append(line)
    return out


def test_one_line_of_each_excerpt_is_marked_in_its_gutter_and_named_by_its_fence(world: World) -> None:
    fences = _fences(answer(world, QUESTION))
    assert fences
    for fence, *lines in fences:
        marked = [n for n, line in enumerate(lines, 1) if line.startswith("> ")]
        assert len(marked) == 1
        assert fence == f"```python {{{marked[0]}}}"
        assert all(line[:2].strip() == "" for n, line in enumerate(lines, 1) if n not in marked)


def test_the_terminal_marks_the_same_line_without_colour(world: World) -> None:
    envelope = asked(world, QUESTION).envelope
    out = io.BytesIO()
    print_answer(envelope, "", Screen(out, io.StringIO()))
    shown = [line for line in out.getvalue().decode().split("\n") if line.startswith("  > ")]
    claims = [claim for passage in envelope.passages for claim in passage.claims if claim.code]
    assert shown == [f"  > {claim.code.split(chr(10))[claim.marked - 1]}" for claim in claims]


def test_a_further_excerpt_has_the_lines_that_speak_of_the_question(world: World) -> None:
    first, *others = _fences(answer(world, "why is a frozen parcel refused?"))
    assert any("frozen parcel is refused" in line for line in first)
    sorter = next(lines for lines in others if any("self.refuse" in line for line in lines))
    assert not any("total +=" in line or "self.left" in line for line in sorter)


def test_an_item_that_adds_nothing_to_those_above_is_not_shown(world: World) -> None:
    told = answer(world, "tide gauge scale")
    assert "tide_gauge_scale" in told
    assert "`tide` is" not in told


def test_a_word_alone_has_all_that_it_may_mean(world: World) -> None:
    told = answer(world, "what does tide do?")
    assert "tide" in told


def test_a_comparison_shows_no_uses_of_one_side() -> None:
    text = (
        '//- /ferry/kiln.py\nclass Kiln:\n    """Heats the ware."""\n\n'
        "//- /ferry/main.py\nfrom ferry.kiln import Kiln\n\noven = Kiln()\n"
    )
    with asking(text) as world:
        assert "oven = Kiln()" in answer(world, "what is Kiln?")
        assert "oven = Kiln()" not in answer(world, "difference between Kiln and a stove")
