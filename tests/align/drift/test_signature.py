"""Docstrings against signatures: what is documented and is not there, and what cannot be told."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.say import say
from helix_lsp.align.drift.signature import Told, told_parameters
from helix_lsp.align.drift.verdict import because
from helix_lsp.syntax.extract import extract
from tests.support.drift_rules import as_ids


def told(text: str) -> list[tuple[str, str, bool]]:
    data = text.encode()
    found: list[Told] = list(told_parameters(data, extract("kiln.py", data)))
    assert all(t.span.cut(data).decode() == t.name for t in found)
    return [(t.name, as_ids(t.wrong), t.known) for t in found]


def function(head: str, doc: str) -> str:
    body = doc.strip("\n").replace("\n", "\n    ")
    return f'{head}\n    """Heats.\n\n    {body}\n    """\n'


SPHINX, GOOGLE = ":param heat: degrees", "Args:\n    heat (int): degrees\n        more: words"
NUMPY = "Parameters\n----------\nheat : int\n    degrees: many\n\nReturns\n-------\nx : int\n    no parameter"


@pytest.mark.parametrize("doc", [SPHINX, GOOGLE, NUMPY])
def test_three_ways_of_writing_parameters(doc: str) -> None:
    assert told(function("def fire(heat):", doc)) == [("heat", "", True)]
    assert told(function("def fire(hours):", doc)) == [("heat", "parameter-unknown fire heat", True)]
    assert told(function("async def fire(self, *, heat):", doc)) == [("heat", "", True)]


@pytest.mark.parametrize("head", ["def fire(options):", "def fire(self, door, config=None):"])
def test_what_a_parameter_holds_may_be_told_in_its_place(head: str) -> None:
    assert told(function(head, SPHINX)) == [("heat", "", False)]


@pytest.mark.parametrize(
    "head", ["def fire(**more):", "def fire(*more):", "@wraps(other)\ndef fire(hours):", "def fire(hours: "]
)
def test_what_may_take_more_is_not_judged(head: str) -> None:
    assert all(not known or not why for _, why, known in told(function(head, SPHINX)))


def test_a_second_way_to_call_a_constructor_is_shown_with_its_class() -> None:
    doc = "Heats. It may be called as Kiln(start, end).\n\n        :param start: first\n"
    text = 'class Kiln:\n    def __init__(self, places, end=None):\n        """' + doc + '        """\n'
    assert told(text) == [("start", "", False)]


def test_a_decorator_leaves_the_default_as_it_is() -> None:
    text = function("@dispatched(3)\ndef fire(heat=3):", ":param heat: defaults to 4")
    assert [(name, why.partition(" ")[0]) for name, why, _ in told(text)] == [("heat", "default-differs")]


def test_a_plain_decorator_changes_nothing() -> None:
    text = function("@staticmethod\ndef fire(hours):", SPHINX)
    assert told(text) == [("heat", "parameter-unknown fire heat", True)]


def test_a_class_documents_its_own_constructor_only() -> None:
    head = 'class Kiln:\n    """Heats.\n\n    :param heat: degrees\n    """\n'
    assert told(head + "    def __init__(self, heat):\n        pass\n") == [("heat", "", True)]
    assert told(head + "    def __init__(self, door):\n        pass\n") == [
        ("heat", "parameter-unknown Kiln heat", True)
    ]
    assert told(head) == [("heat", "", False)]


@pytest.mark.parametrize(
    ("head", "doc", "wrong"),
    [
        ("def fire(heat=3):", ":param heat: degrees, defaults to 4", True),
        ("def fire(heat=3):", ":param heat: degrees (default: 3)", False),
        (
            "def fire(mode=0o600):",
            ":param mode: of the file, defaults to 0600",
            False,
        ),  # a file mode is told in octal digits
        ("def fire(heat=3):", ":param heat: degrees (default: 0)", True),
        ("def fire(heat=3):", "Parameters\n----------\nheat : int, default 4\n    degrees", True),
        ("def fire(heat=True):", ":param heat: defaults to ``False``", True),
        ('def fire(heat="low"):', ":param heat: defaults to 'high'", True),
        ("def fire(heat=None):", ":param heat: defaults to 4", False),
        ('def fire(heat=""):', ":param heat: defaults to 'high'", False),
        ("def fire(heat=LOW):", ":param heat: defaults to 4", False),
        ("def fire(heat=60):", ":param heat: defaults to 1 * MINUTE", False),
        ("def fire(heat=3):", ":param heat: defaults to 3 when cold, defaults to 4 when warm", False),
        ("def fire(heat=3):", ":param heat: defaults to 4. Once more: the default is 4.", True),
        ("def fire(heat=3):", ":param heat: defaults to True", False),
        ("def fire(heat=600):", ":param heat: defaults to 10 minutes (600 seconds)", False),
        ("def fire(heat=600000):", ":param heat: defaults to 600,000", False),
        ("def fire(heat=False):", ":param heat: defaults to True on Windows", False),
        ("def fire(heat=3):", "Args:\n    heat: degrees. Defaults to 4.\n    more: words", True),
        ("def fire(heat=3):", "Args:\n    heat: degrees. Defaults to 4\n        minutes.", False),
        ('def fire(end="\\n"):', r":param end: defaults to '\\n'", False),
    ],
)
def test_defaults_are_compared_where_both_are_plain(head: str, doc: str, wrong: bool) -> None:
    assert bool(told(function(head, doc))[0][1]) is wrong


def test_a_parameter_without_a_name_may_have_any() -> None:
    assert told(function("def fire(_):", SPHINX)) == [("heat", "", False)]
    assert told(function("def fire(_hours):", SPHINX)) == [("heat", "parameter-unknown fire heat", True)]


def test_words_in_another_order_and_makers_of_functions_are_left_alone() -> None:
    assert told(function("def fire(heat):", ":param heat degrees: high")) == [("degrees", "", False)]
    maker = (
        function("def maker(hours):", SPHINX) + "    def fire(heat):\n        return heat\n    return fire\n"
    )
    assert told(maker) == [("heat", "", False)]
    assert told(function("def fire(hours):", "Parameters\n----------\nNone\n")) == []


def test_one_docstring_may_speak_for_all_overloads() -> None:
    overload = "@overload\ndef fire(heat): ...\n"
    assert told(overload + function("def fire(hours):", SPHINX)) == [("heat", "", False)]


@pytest.mark.parametrize(
    ("doc", "known"),
    [
        ("fire(heat, hours) is another way to call it.\n\n:param heat: degrees", False),
        ("fire(door) and heat(door) are called.\n\n:param heat: degrees", True),
        (
            "fire(heat=3) was the old way.\n\n:param heat: degrees",
            True,
        ),  # by keyword: an example that went stale with it
        ("refire(heat) is something else.\n\n:param heat: degrees", True),
    ],
)
def test_a_second_way_to_call_that_the_text_shows(doc: str, known: bool) -> None:
    (one,) = told(function("def fire(door):", doc))
    assert one == ("heat", "parameter-unknown fire heat" if known else "", known)


def test_the_head_of_the_next_section_is_no_parameter() -> None:
    assert told(
        function("def fire(heat):", "Parameters\n----------\nheat : int\n    degrees\n\nReturns : None")
    ) == [("heat", "", True)]


def test_the_parameter_that_nothing_is_said_of_is_kept_for_a_suggestion() -> None:
    data = function("def fire(self, degrees, hours):", ":param heat: it\n    :param hours: it").encode()
    assert [
        (t.name, t.left) for t in told_parameters(data, extract("kiln.py", data)) if t.wrong is not None
    ] == [("heat", ("degrees",))]
    data = function("def fire(self, degrees, hours, clay):", ":param heat: it\n    :param door: it").encode()
    assert {t.left for t in told_parameters(data, extract("kiln.py", data)) if t.wrong is not None} == {
        ()
    }  # two strange ones, three that it may be
    data = function("def fire(self, degrees, clay):", ":param heat: it\n    :param clay: it").encode()
    assert [t.left for t in told_parameters(data, extract("kiln.py", data)) if t.wrong is not None] == [
        ("degrees",)
    ]
    data = function("def fire(self, _degrees, clay):", ":param heat: it\n    :param clay: it").encode()
    assert [t.left for t in told_parameters(data, extract("kiln.py", data)) if t.wrong is not None] == [
        ()
    ]  # what is private is told of nowhere


def test_a_parameter_may_be_named_like_a_keyword_of_another_language() -> None:
    text = function("def fire(func):", "Args:\n        func: called\n        heat: degrees")
    assert told(text) == [("func", "", True), ("heat", "parameter-unknown fire heat", True)]
    assert told(function("def fire():", "Args:\n        None: nothing")) == []


def test_what_is_told_of_a_parameter_is_one_sentence() -> None:
    assert (
        say(because("parameter-unknown", owner="fire", word="heat")) == "fire does not have a parameter heat"
    )


def test_a_stub_may_spell_out_what_its_text_calls_the_rest() -> None:
    doc = "Args:\n    **options: more of it"
    assert told(function("def fire(hours):", doc) + "    ...\n") == [("options", "", False)]
    assert told(function("def fire(hours):", doc) + "    return hours\n") == [
        ("options", "parameter-unknown fire options", True)
    ]
