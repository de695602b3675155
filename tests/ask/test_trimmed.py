"""Documents are told in sentences and code in lines that say something."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helix_lsp.align.live import Live
from helix_lsp.ask.claims.claims import MODEL, claims_of
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.text.excerpt import block
from helix_lsp.ask.text.quote import LiveFiles, Quote
from helix_lsp.ask.text.trimmed import IDLE_LINES, IdleLine, idle, trimmed
from helix_lsp.text.positions import Span
from tests.ask.world import answer, asking
from tests.support.check import World, indexed

WORLD = """
//- /docs/weir.md
# The weir

The weir was built by hand in a dry summer, and nobody wrote down who paid for it. Every visitor asks for the lamp.

## Lowering it

The weir is [lowered at dusk](dusk.md) by **two keepers**, who sign the book. The book lies in the boathouse.
Otters are counted in spring. Swallows are counted in autumn. Herons are counted by somebody else who lives across
the bay and comes over when the ferry runs, which it does on every second day but not in fog.

## Is it OK to drain it twice? What if nobody signs?

Nobody drains the weir twice in a year unless the ferry is out of service, which it never is when the tide is high
and the keepers either sign or do nothing at all to stop it from being drained. Draining `weir(2)` twice is not logged.

## The boathouse

The lantern of the boathouse is lit by the keeper of the boathouse, and the keeper of the lantern trims the lantern.
Fog is announced by a bell, which hangs above the door of the shed where the nets are dried and mended by the children.
Oil for the lantern in the boathouse comes by cart, and the keeper of the boathouse carries the oil to the lantern.
The keeper lights the lantern in the boathouse with a match that the widow of the last keeper leaves in the boathouse.
It is left dark unless the ferry runs.

## Painting it

To paint the weir, mix the tar with the brush:

```python
from weir import Brush

brush = Brush(tar=True)
brush.paint_weir()
```

## Rotten planks

Planks below the tide line rot first, and are replaced with this wood:

```text
larch of the north slope
```

//- /src/buoy.rb
class Buoy
  # Drops the anchor of the buoy. Will stop when a
  # diver returns nil or false. Hoists it otherwise.
  def drop_anchor
    divers.each { |diver| break if diver.call.nil? }
  end
end

//- /src/ferry.php
<?php
class Ferry
{
    /**
     * Sounds the ferry horn before it leaves the pier.
     *
     * @param int $times how often
     * @author Somebody
     */
    public function soundHorn(int $times): void
    {
        $this->horn->blow($times);
    }
}
"""


@pytest.fixture(scope="module")
def world() -> object:
    with asking(WORLD) as one:
        yield one


def test_prose_is_read_and_not_shown_in_a_code_box(world: World) -> None:
    told = answer(world, "who lowers the weir at dusk?")
    first = told.split("\n\n")[0].splitlines()[0]
    assert "The weir is lowered at dusk by two keepers, who sign the book." in first
    assert "```" not in told
    assert "#" not in first


def test_a_document_is_told_in_the_sentences_that_have_a_part_in_it(world: World) -> None:
    assert "comes over when the ferry runs" not in answer(world, "who lowers the weir at dusk?")


def test_how_to_do_it_has_the_code_of_the_document(world: World) -> None:
    told = answer(world, "how do I paint the weir?")
    assert "To paint the weir, mix the tar with the brush:" in told
    assert "```python" in told
    assert "brush.paint_weir()" in told
    assert "````" not in told


def test_a_sentence_that_ends_in_a_colon_has_the_block_below_it(world: World) -> None:
    told = answer(world, "which planks rot first?")
    assert "Planks below the tide line rot first, and are replaced with this wood:" in told
    assert "larch of the north slope" in told


def test_a_condition_over_two_lines_of_a_comment_is_carried(world: World) -> None:
    told = answer(world, "what if a diver of the buoy returns nil?")
    assert "Will stop when a diver returns nil or false." in told


def test_a_sentence_that_only_quotes_is_carried_whatever_it_denies(world: World) -> None:
    told = answer(world, "can the keepers drain the weir twice in a year?")
    assert "Nobody drains the weir twice in a year unless the ferry is out of service" in told


@pytest.mark.parametrize(
    ("text", "verbatim"),
    [
        ("*Is it? What then?* in `a.md`: It never is.", True),
        ("`a.md`: It never is. …", True),
        ("`Mill.grind` is a method of `Mill`: It never is.", True),
        ("`Mill.grind` is slow: It never is.", False),
        ("`a.md`: It is. It never is.", False),
        ("No: It never is.", False),
        ("It never is.", False),
    ],
)
def test_only_a_quotation_behind_the_name_of_its_place_is_verbatim(text: str, verbatim: bool) -> None:
    span = Span(0, 12)
    one = Quote(
        path="a.md", span=span, start_line=1, end_line=1, raw=b"It never is.", text="It never is.", prose=True
    )
    with indexed({"a.md": b"It never is.\n"}) as world:
        view = world.view()
        live = LiveFiles(Live(view.snapshot, view.texts))
        draft = Draft(
            shape="reading", parts=(Part(title="", sentences=(Sentence(text=text, quotes=(one,)),)),)
        )
        assert claims_of(draft, live)[0].claim.verbatim is verbatim
        assert not claims_of(replace(draft, shape=MODEL), live)[0].claim.verbatim


def test_the_sentence_that_has_the_form_asked_for_is_not_cut(world: World) -> None:
    told = answer(world, "what if the keeper of the boathouse lights no lantern?")
    assert "It is left dark unless the ferry runs." in told


def test_fields_that_nobody_asked_for_are_left_out(world: World) -> None:
    told = answer(world, "when is the horn of the ferry sounded before it leaves?")
    assert "Sounds the ferry horn before it leaves the pier." in told
    assert "@author" not in told
    assert "/**" not in told


@pytest.mark.parametrize("rule", IDLE_LINES, ids=lambda rule: rule.id)
def test_an_idle_line_is_known_by_its_rule(rule: IdleLine) -> None:
    assert all(rule.pattern.match(line) for line in rule.fires)
    assert not any(rule.pattern.match(line) for line in rule.silent)
    assert not any(idle(line) for line in rule.silent)


COOKIE = b'''class CookieKeeper(Keeper):
    """Keeps cookies in a tin
    that is locked.
    """

    #: the salt that is put on top of the key for the
    #: signing of cookies.
    salt = "cookie"


def bake(oven):
    /* an oven
     */
    return oven
'''


@pytest.mark.parametrize(
    ("first", "last", "kept", "expected"),
    [
        (
            2,
            8,
            (2, 3, 6, 7),
            ['"""Keeps cookies in a tin', "that is locked.", '"""', "#: the salt", "#: sig"],
        ),
        (3, 8, (3, 7), ["that is locked.", "#: the salt", "#: sig"]),
        (12, 14, (12, 14), ["/* an oven", "*/", "return oven"]),
    ],
)
def test_what_ends_a_comment_that_is_shown_is_shown(
    first: int, last: int, kept: tuple[int, ...], expected: list[str]
) -> None:
    with indexed({"tin.py": COOKIE}) as world:
        view = world.view()
        file = LiveFiles(Live(view.snapshot, view.texts, view.oracle)).file("tin.py")
        assert file is not None
        shown = block(file, first, last)
        assert shown is not None
        lines = [line.strip() for line in COOKIE.decode().split("\n")]
        _, text, _ = trimmed(
            file, shown, lambda line: line.strip() in {lines[n - 1] for n in kept}, document=False, marked=0
        )
    told = [line.strip() for line in text.split("\n")]
    assert all(line.startswith(start) for line, start in zip(told, expected, strict=True)), told
