"""Where a sentence ends: a table of what is disputed, each with the reason for what is decided, and what must
hold for any text.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.text.prose import sentences as quoted
from helix_lsp.text.positions import Span
from helix_lsp.text.sentences import sentence_spans, sentences
from helix_lsp.verify.reading import segments
from tests.house.source import ROOT

DISPUTED: tuple[tuple[str, str, str], ...] = (  # (why, text, the sentences, one behind each ¦)
    ("the case that six readers cut in six ways", "Use `a.b`, e.g. in v1.2. It calls `Oven.fire()`; then it stops: see Fig. 3. The end",
     "Use `a.b`, e.g. in v1.2.¦It calls `Oven.fire()`; then it stops: see Fig. 3.¦The end"),
    ("a full stop, a blank, a capital", "It fires. It stops.", "It fires.¦It stops."),
    ("`e.g.` always goes on", "An oven, e.g. Bella, is hot.", "An oven, e.g. Bella, is hot."),
    ("`i.e.` always goes on", "One oven, i.e. Bella. It is hot.", "One oven, i.e. Bella.¦It is hot."),
    ("`etc.` ends where a capital follows", "Cakes, pies, etc. The oven bakes them.", "Cakes, pies, etc.¦The oven bakes them."),
    ("`etc.` goes on where a small letter follows", "Cakes, pies, etc. are baked.", "Cakes, pies, etc. are baked."),
    ("`vs.` goes on before a name", "Compare Bella vs. Oscar. Both bake.", "Compare Bella vs. Oscar.¦Both bake."),
    ("`cf.` goes on", "It burns, cf. Oven. It stops.", "It burns, cf. Oven.¦It stops."),
    ("`Fig.` goes on with a number", "See Fig. 3 for it. It burns.", "See Fig. 3 for it.¦It burns."),
    ("`Fig.` goes on with a letter", "See Fig. A for it.", "See Fig. A for it."),
    ("`No.` counts before a number", "It is No. 5 of them. It burns.", "It is No. 5 of them.¦It burns."),
    ("`No.` answers before a word", "Does it burn? No. It is cold.", "Does it burn?¦No.¦It is cold."),
    ("known to be wrong: an answer before a number is taken for a count", "Does it burn? No. 5 ovens are cold.",
     "Does it burn?¦No. 5 ovens are cold."),
    ("`sec.` is a section before a number", "See sec. 4 of it. It burns.", "See sec. 4 of it.¦It burns."),
    ("`sec.` is a second before a word", "It takes 5 sec. Then it burns.", "It takes 5 sec.¦Then it burns."),
    ("a title goes on with a name", "Dr. Oven said so. It burns.", "Dr. Oven said so.¦It burns."),
    ("`ms.` is no title: a length of time ends a sentence", "It takes 5 ms. Then it burns.", "It takes 5 ms.¦Then it burns."),
    ("an initial behind a name goes on", "It is by Donald E. Knuth. It burns.", "It is by Donald E. Knuth.¦It burns."),
    ("initials behind `by` go on", "It is by J. R. Smith. It burns.", "It is by J. R. Smith.¦It burns."),
    ("a language of one letter ends a sentence", "It is written in C. Python calls it.", "It is written in C.¦Python calls it."),
    ("a single letter before a word that begins sentences ends one", "It is plan B. The oven burns.", "It is plan B.¦The oven burns."),
    ("`U.S.` goes on with a name", "The U.S. Government bakes.", "The U.S. Government bakes."),
    ("`U.S.` ends before a word that begins sentences", "It is in the U.S. The oven burns.", "It is in the U.S.¦The oven burns."),
    ("`p.m.` ends before a capital", "It fires at 5 p.m. The oven is hot.", "It fires at 5 p.m.¦The oven is hot."),
    ("`et al.` goes on with a year in brackets", "See Smith et al. (2020) for it. It burns.", "See Smith et al. (2020) for it.¦It burns."),
    ("German `z. B.` goes on, a noun follows", "Ein Ofen, z. B. Bella, ist heiß. Er bäckt.", "Ein Ofen, z. B. Bella, ist heiß.¦Er bäckt."),
    ("a version has no end inside", "It needs 3.11.2 or later. It burns.", "It needs 3.11.2 or later.¦It burns."),
    ("a version ends a sentence as any word does", "It came in v1.2. It burns.", "It came in v1.2.¦It burns."),
    ("a number ends a sentence", "It needs Python 3. It burns.", "It needs Python 3.¦It burns."),
    ("a number may begin one", "It burns. 5 ovens do.", "It burns.¦5 ovens do."),
    ("counted steps in a line belong to what they count", "Do it so: 1. Mix. 2. Bake.", "Do it so: 1. Mix.¦2. Bake."),
    ("a file's name has no end inside", "Read oven.toml and ./a.b. It burns.", "Read oven.toml and ./a.b.¦It burns."),
    ("an address has no end inside", "See https://a.example/b.c?d=e. It burns.", "See https://a.example/b.c?d=e.¦It burns."),
    ("code is not cut", "Call `a. B` now. It burns.", "Call `a. B` now.¦It burns."),
    ("code in two back-ticks that goes over a line end is not cut", "Call ``a. B\nc. D`` now. It burns.", "Call ``a. B\nc. D`` now.¦It burns."),
    ("a back-tick that nothing closes is a letter", "It`s odd. It burns.", "It`s odd.¦It burns."),
    ("a full stop that belongs to the code ends nothing", "It prints `Done.` Then it stops.", "It prints `Done.` Then it stops."),
    ("code may begin a sentence", "It burns. `fire` does it.", "It burns.¦`fire` does it."),
    ("a role of reStructuredText may begin one", "It burns. :func:`fire` does it.", "It burns.¦:func:`fire` does it."),
    ("a small letter begins none", "It burns approx. twice. and so on", "It burns approx. twice. and so on"),
    ("a name of code in small letters begins one", "It burns. fire_oven does it. oven.fire() too.", "It burns.¦fire_oven does it.¦oven.fire() too."),
    ("a camel begins one", "It burns. iPhone too.", "It burns.¦iPhone too."),
    ("a flag begins one", "It burns. --cold stops it? No.", "It burns.¦--cold stops it?¦No."),
    ("the text of a link is not cut", "See [Fire it. Now](a.md) first. It burns.", "See [Fire it. Now](a.md) first.¦It burns."),
    ("the target of a link is not cut", "See [it](a.md 'Fire. Now') first. It burns.", "See [it](a.md 'Fire. Now') first.¦It burns."),
    ("a link may begin a sentence", "It burns. [The guide](a.md) says so.", "It burns.¦[The guide](a.md) says so."),
    ("a footnote behind the stop belongs to the sentence", "It burns.[^1] It stops.[2] So be it.", "It burns.[^1]¦It stops.[2]¦So be it."),
    ("a citation before the stop as well", "It burns [1]. It stops.", "It burns [1].¦It stops."),
    ("a quote mark behind the stop belongs to it", 'It says "Stop." Then it stops.', 'It says "Stop."¦Then it stops.'),
    ("a question that is quoted goes on", '"Is it hot?" asks the cook. It is.', '"Is it hot?" asks the cook.¦It is.'),
    ("a bracket behind the stop belongs to it", "(It burns.) It stops.", "(It burns.)¦It stops."),
    ("a bracket that a sentence goes on behind ends none", "It burns (see Fig. 3.) and stops.", "It burns (see Fig. 3.) and stops."),
    ("bold letters close behind the stop", "**Note.** It burns. _Really._ Yes.", "**Note.**¦It burns.¦_Really._¦Yes."),
    ("an ellipsis goes on with a small letter", "It burns... and burns. It stops.", "It burns... and burns.¦It stops."),
    ("an ellipsis ends before a capital", "It burns… It stops... So be it.", "It burns…¦It stops...¦So be it."),
    ("`!` and `?` end, together too", "Is it hot?! It is! Good.", "Is it hot?!¦It is!¦Good."),
    ("a dot between blanks composes", "Read f . G as one. It burns.", "Read f . G as one.¦It burns."),
    ("a semicolon and a colon part clauses, not sentences", "It burns; it stops: so be it", "It burns; it stops: so be it"),
    ("Chinese and Japanese end without a blank", "烤箱很热。它停了！好", "烤箱很热。¦它停了！¦好"),
    ("Hindi ends with a danda", "ओवन गरम है। वह रुकता है।", "ओवन गरम है।¦वह रुकता है।"),
    ("Spanish begins with its mark", "Está caliente. ¿Quema? ¡Sí!", "Está caliente.¦¿Quema?¦¡Sí!"),
    ("accents are letters", "Der Ofen. Änderungen folgen.", "Der Ofen.¦Änderungen folgen."),
    ("a wrapped line goes on", "It burns\nand stops. It is\ncold.", "It burns\nand stops.¦It is\ncold."),
    ("a blank line ends", "It burns\n\nit stops", "It burns¦it stops"),
    ("list items end each other, their marks are no text", "- it burns\n- it stops. Yes\n  it does\n\n1. one\n2) two",
     "it burns¦it stops.¦Yes\n  it does¦one¦two"),
    ("a number that a wrapped line begins with is no item", "See Fig.\n3. The end is near.", "See Fig.\n3.¦The end is near."),
    ("a year that a wrapped line begins with is no item", "It was built in\n1986. It burns.", "It was built in\n1986.¦It burns."),
    ("a heading ends without a stop, its mark is no text", "# The oven\nIt burns. It stops.", "The oven¦It burns.¦It stops."),
    ("a rule below ends as well", "The oven\n========\nIt burns.", "The oven¦It burns."),
    ("each row of a table stands alone", "| Oven | Heat |\n|---|---|\n| a | 1 |\n| b | 2 |\nIt burns.",
     "| Oven | Heat |¦| a | 1 |¦| b | 2 |¦It burns."),
    ("the fields of a docstring stand alone", "Fire it\n:param heat: How hot.\n:returns: nothing\n@param x the x",
     "Fire it¦:param heat: How hot.¦:returns: nothing¦@param x the x"),
    ("Windows ends its lines otherwise", "It burns.\r\nIt stops\r\n\r\n- yes\r\n- no", "It burns.¦It stops¦yes¦no"),
    ("what has no letter and no digit is no sentence", "It burns.\n\n***\n\n...\n", "It burns."),
)  # fmt: skip


@pytest.mark.parametrize(("why", "text", "expected"), DISPUTED, ids=[case[0] for case in DISPUTED])
def test_disputed(why: str, text: str, expected: str) -> None:
    assert [text[begin:end] for begin, end in sentences(text)] == expected.split("¦"), why


def test_there_are_many_of_them() -> None:
    assert len({text for _, text, _ in DISPUTED}) == len(DISPUTED) >= 40


def test_a_source_that_may_be_code_has_comments_and_no_headings() -> None:
    text = "# Fire the oven\n# and stop it. Then\n#\n# wait.\nx = a\n* b"
    assert [text[a:b] for a, b in sentences(text, source=True)] == [
        "# Fire the oven\n# and stop it.",
        "Then",
        "# wait.\nx = a\n* b",
    ]
    assert len(list(sentences(text))) > 3


def test_a_stretch_of_a_text_is_read_as_if_it_stood_alone() -> None:
    text = "No. It burns. It stops. Yes."
    assert [text[a:b] for a, b in sentences(text, 4, 23)] == ["It burns.", "It stops."]


_PROSE = st.text(st.sampled_from("abÄ zB. .!?…`*_[](){}\"'\n\r\t-#|1239:;,。é\u0301@"), max_size=120)


@given(_PROSE, st.booleans())
def test_places_are_in_order_and_leave_no_letter_out(text: str, source: bool) -> None:
    at = 0
    for begin, end in sentences(text, source=source):
        assert at <= begin < end <= len(text)
        assert text[begin:end].strip() == text[begin:end]
        assert not any(c.isalpha() for c in text[at:begin])
        at = end
    assert not any(c.isalpha() for c in text[at:])


@given(_PROSE)
def test_bytes_and_characters_are_cut_alike(text: str) -> None:
    data = text.encode()
    assert [span.cut(data).decode() for span in sentence_spans(data)] == [
        text[a:b] for a, b in sentences(text)
    ]


@given(st.binary(max_size=60))
def test_broken_bytes_are_read(data: bytes) -> None:
    assert all(span.cut(data).strip(b" ") == span.cut(data) for span in sentence_spans(data))


@pytest.mark.parametrize("text", [case[1] for case in DISPUTED if case[1][0] not in "-#|"])
def test_what_is_quoted_is_what_is_weighed(text: str) -> None:
    """Each sentence that an answer quotes is one piece to verification, which reads it alone."""
    data = text.encode()
    for span in quoted(data, Span(0, len(data))):
        piece = span.cut(data).decode()
        assert segments(piece) in ((piece,), (piece[3:],)), piece  # `2. Bake.` alone is an item


def test_what_our_own_documents_say_is_cut_the_same_when_it_is_read_alone() -> None:
    several: list[str] = []
    count = 0
    for path in sorted((ROOT / "docs").rglob("*.md")):
        text = path.read_text("utf-8")
        for begin, end in sentences(text):
            count += 1
            several += [text[begin:end]] if len(list(sentences(text[begin:end]))) != 1 else []
    assert count > 2_000
    assert several == []
