"""reStructuredText: exact bytes of titles, literals, roles, links and code blocks; what must not be read;
hostile input.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.syntax.documents.restructuredtext import read_restructuredtext
from helix_lsp.syntax.outline import Outline
from tests.support.outlines import check_outline


def read(text: str | bytes) -> tuple[bytes, Outline]:
    data = text.encode() if isinstance(text, str) else text
    outline = read_restructuredtext(data)
    check_outline(data, outline)
    for mention in outline.mentions:
        cut = mention.span.cut(data).decode("utf-8", "replace")
        assert mention.text == cut or mention.text == " ".join(cut.split())
    return data, outline


def mentions(text: str | bytes) -> list[tuple[str, str]]:
    return [(m.role if m.kind == "role" else "``", m.text) for m in read(text)[1].mentions]


GUIDE = """\
.. currentmodule:: flask

.. _guide:

The ``Flask`` guide
===================

Call :py:meth:`~flask.Flask.route` or :class:`the app <flask.Flask>` and :meth:`!run`. See `the docs
<https://docs.example/a>`_, Flask_ or `back <guide_>`__, and https://x.y/z.

.. _Flask: https://flask.example/

Signing
-------

.. code-block:: python
    :caption: ``no``

    def f():
        return ``no``

Then::

    $ run `no`

>>> app = 1
>>> app
1

.. autofunction:: flask.url_for

.. py:method:: Flask.route(rule, **options) -> int
               Flask.get(rule)
   :no-index:

   Adds a `rule`.

   .. note:: With :func:`url_for` too.

.. a comment with ``no``

   and :class:`no` more

More
~~~~

- item ``one``
- .. code:: sh

     ls

* `name`:attr: here

Signing
-------
"""


def test_a_guide_gives_sections_mentions_links_and_fences():
    data, outline = read(GUIDE)
    assert [(s.title, s.anchor, s.level, s.parent, s.heading.cut(data)) for s in outline.sections] == [
        ("The Flask guide", "guide", 1, -1, b"The ``Flask`` guide\n==================="),
        ("Signing", "signing", 2, 0, b"Signing\n-------"),
        ("More", "more", 3, 1, b"More\n~~~~"),
        ("Signing", "signing-1", 2, 0, b"Signing\n-------"),
    ]
    assert outline.sections[1].extent.end == outline.sections[3].span.start
    assert [(m.kind, m.role, m.text, m.outer.cut(data).decode(), m.section) for m in outline.mentions] == [
        ("role", "currentmodule", "flask", ".. currentmodule:: flask", -1),
        ("code_span", "", "Flask", "``Flask``", 0),
        ("role", "meth", "flask.Flask.route", ":py:meth:`~flask.Flask.route`", 0),
        ("role", "class", "flask.Flask", ":class:`the app <flask.Flask>`", 0),
        ("role", "meth", "run", ":meth:`!run`", 0),
        ("role", "autofunction", "flask.url_for", ".. autofunction:: flask.url_for", 1),
        ("role", "method", "Flask.route", ".. py:method:: Flask.route(rule, **options) -> int", 1),
        ("role", "method", "Flask.get", "Flask.get(rule)", 1),
        ("role", "", "rule", "`rule`", 1),
        ("role", "func", "url_for", ":func:`url_for`", 1),
        ("code_span", "", "one", "``one``", 2),
        ("role", "attr", "name", "`name`:attr:", 2),
    ]
    assert [(k.target, k.span.cut(data), k.text.cut(data)) for k in outline.links] == [
        ("https://docs.example/a", b"https://docs.example/a", b"the docs"),
        ("https://flask.example/", b"Flask", b"Flask"),
        ("#guide", b"guide_", b"back"),
        ("https://x.y/z", b"https://x.y/z", b"https://x.y/z"),
    ]
    assert [(f.language, f.span.cut(data), f.section) for f in outline.fences] == [
        ("python", b"def f():\n        return ``no``\n", 1),
        ("", b"$ run `no`\n", 1),
        ("pycon", b">>> app = 1\n>>> app\n1\n", 1),
        ("sh", b"ls\n", 2),
    ]
    assert outline.problems == ()


def test_titles_by_underline_overline_and_order_of_first_use():
    data, outline = read(
        "====\nTop\n====\n\nA\n=\n\n  not\n  ---\n\nB\n-\n\n----\n\nC\n=\n\n====\nAgain\n====\n"
    )
    assert [(s.title, s.level) for s in outline.sections] == [
        ("Top", 1),
        ("A", 2),
        ("B", 3),
        ("C", 2),
        ("Again", 1),
    ]
    assert outline.sections[0].heading.cut(data) == b"====\nTop\n===="
    wide = read("日本語\n======\n\nx\n\nlong title here\n--\n\n1. One\n------\n")[1]
    assert [s.title for s in wide.sections] == ["日本語", "1. One"]


def test_inline_markup_needs_its_surroundings():
    assert mentions('a``b`` x``y`` ``c``d `` e`` ``f`` (``g``) "``" ``h``, ``i\\`` ``j``s ``k``\\ s') == [
        ("``", "c``d `` e"),
        ("``", "f"),
        ("``", "g"),
        ("``", "h"),
        ("``", "i\\"),
        ("``", "j``s ``k"),
    ]
    assert mentions("*``no``* **``no``** |no| \\``no\\`` `no`_ _`no` [1]_ ``yes``") == [("``", "yes")]
    assert mentions("«``a``» — ``b``。 é``no`` ``c``é ``d``") == [
        ("``", "a"),
        ("``", "b"),
        ("``", "c``é ``d"),
    ]


def test_roles_titles_marks_and_several_lines():
    text = ":any:`A <~a.b.C>` :code:`x <y>` :c:func:`f()` :meth:`~.Flask.run` :ref:`a\nb <label name>` `int` `f`:func:"
    assert mentions(text) == [
        ("any", "a.b.C"),
        ("code", "x <y>"),
        ("func", "f()"),
        ("meth", ".Flask.run"),
        ("ref", "label name"),
        ("", "int"),
        ("func", "f"),
    ]
    _, outline = read(text)
    assert [k.target for k in outline.links] == ["label name"]


def test_a_literal_over_two_lines_is_one_mention():
    data, outline = read("- start ``a\n  b`` end\n")
    assert [(m.text, m.span.cut(data)) for m in outline.mentions] == [("a b", b"a\n  b")]


def test_literal_blocks_end_where_the_indentation_does():
    data, outline = read(
        "- item::\n\n    a\n\n      b\n\n  after ``x``\n\nQuoted::\n\n> q\n> r\n\n::\n\n  bare\n\nnone::\n\ntext ``y``\n"
    )
    assert [f.span.cut(data) for f in outline.fences] == [b"a\n\n      b\n", b"> q\n> r\n", b"bare\n"]
    assert [m.text for m in outline.mentions] == ["x", "y"]


def test_highlight_sets_the_language_of_blocks_without_one():
    _, outline = read(
        ".. highlight:: sh\n\nx::\n\n  a\n\n.. code-block::\n   :linenos:\n\n   b\n\n.. code:: py\n\n   c\n"
    )
    assert [f.language for f in outline.fences] == ["sh", "sh", "py"]


def test_comments_and_opaque_directives_hold_nothing():
    assert mentions(
        "..\n   ``no``\n\n.. raw:: html\n\n   ``no``\n\n.. math::\n\n   `no`\n\n..\n\n   ``quote``\n"
    ) == [("``", "quote")]


def test_targets_notes_and_substitutions():
    text = (
        ".. _a b: https://x/\n   y\n.. _other: `a b`_\n.. __: https://anon/\n.. |s| image:: img.png\n.. [1] note ``n``\n\n"
        "`a b`_ other_ `t`__ missing_ |s|\n\n.. image:: pic.png\n   :alt: x\n\n"
        ".. toctree::\n   :maxdepth: 1\n\n   intro\n   Title <guide/x>\n"
    )
    data, outline = read(text)
    assert [(k.target, k.span.cut(data)) for k in outline.links] == [
        ("img.png", b"img.png"),
        ("https://x/y", b"a b"),
        ("https://x/y", b"other"),
        ("https://anon/", b"t"),
        ("pic.png", b"pic.png"),
        ("intro", b"intro"),
        ("guide/x", b"guide/x"),
    ]
    assert [m.text for m in outline.mentions] == ["n"]


def test_object_directives_name_their_objects():
    text = (
        ".. module:: a.b\n.. class:: Flask(name)\n.. class:: small\n.. c:function:: int *run_it(int x)\n.. cpp:class:: n::Thing\n"
        ".. py:function:: async load(x)\n.. autosummary::\n   :toctree: gen\n\n   ~a.one\n   two\n.. data:: X\n   :type: int\n"
    )
    assert mentions(text) == [
        ("module", "a.b"),
        ("class", "Flask"),
        ("function", "run_it"),
        ("class", "n::Thing"),
        ("function", "load"),
        ("autosummary", "a.one"),
        ("autosummary", "two"),
        ("data", "X"),
    ]


def test_tables_are_read_cell_by_cell():
    text = (
        "===== =====\n``a`` ``b\n===== =====\n``c`` d\n\n``e`` f\n===== =====\n\n"
        "+-----+-----+\n| `x  | y`  |\n+-----+-----+\n| `z` | ``w``|\n+-----+-----+\n"
    )
    assert mentions(text) == [("``", "a"), ("``", "c"), ("``", "e"), ("", "z"), ("``", "w")]


def test_crlf_tabs_odd_bytes_and_no_last_line_end():
    data, outline = read(
        b"\xef\xbb\xbfT\r\n=\r\n\r\n\t``a``\xff\x0c ``b`` \xe2\x80\xa8 ``c``\r\n\r\nx::\r\n\r\n\ty\r\n\t  z\r\n\r\n:meth:`q`"
    )
    assert [s.title for s in outline.sections] == ["T"]
    assert [m.text for m in outline.mentions] == ["a", "b", "c", "q"]
    assert [f.span.cut(data) for f in outline.fences] == [b"y\r\n\t  z\r\n"]


HOSTILE = [
    b"`" * 50_000,
    b"``a" * 20_000,
    b"`a " * 20_000,
    b":a:`" * 15_000,
    b":a" * 25_000,
    b"*a " * 20_000,
    b"|a " * 20_000,
    b"a_ " * 20_000,
    b"a-" * 25_000 + b"_",
    b"- " * 25_000,
    b"[" * 50_000,
    b">" * 50_000,
    b".. x::\n" * 7_000,
    b".. _a: b_\n" * 5_000,
    b"a::\n\n b\n\n" * 5_000,
    b"== ==\na\n" * 6_000,
    b"`<b>`_ `a <c" * 5_000,
    b"=\na\n=\n" * 8_000,
    b"\n" * 50_000,
    b"..\n a\n" * 8_000,
    b"".join(b" " * i + b"a\n" for i in range(400)),
    b"word " * 190_000 + b"``x`` " * 5_000,
    b"http://a" + b")" * 50_000,
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_input_takes_linear_time(number: int):
    """A reader that takes quadratic time would run into the time limit of the whole test run."""
    assert read_restructuredtext(HOSTILE[number]).language == "restructuredtext"


PIECES = st.sampled_from(
    [
        "`",
        "``",
        "..",
        ".. ",
        "::",
        ":",
        "_",
        "__",
        "*",
        "**",
        "|",
        ":a:`x`",
        ".. |x| ",
        ".. _a: ",
        ">>> ",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "   ",
        " ",
        "===",
        "---",
        "== ==",
        "+--+",
        "- ",
        "1. ",
        "(",
        "<u>",
        "\\",
        "a",
        "é",
        "\U0001d11e",
        "\u2028",
        "\f",
        "’",
        "https://a.b",
        "x::",
        ".. code:: py",
        ".. toctree::",
        ":o:",
        "[1]_",
        "\0",
    ]
)
DOCUMENTS = st.one_of(
    st.binary(max_size=200), st.lists(PIECES, max_size=60).map(lambda pieces: "".join(pieces).encode())
)


@settings(max_examples=250, deadline=None)
@given(DOCUMENTS)
def test_any_bytes_give_a_valid_outline(data: bytes):
    """Law I2: extraction never fails."""
    check_outline(data, read_restructuredtext(data))
