"""What stands around a mention in a document, and around a reference in code."""

from __future__ import annotations

from helix_lsp.align.candidate import code_context, document_context
from helix_lsp.syntax.extract import extract

PAGE = b"""\
Guide
=====

.. currentmodule:: web.views

The ``route`` method of :class:`Scaffold` and ``url_for``.

.. code-block:: python

    from web import Web, url_for as link
    import web.helpers as tools
    from .db import get_db

    site = Web(__name__)

    def hello():
        return link("x")

Later
-----

.. module:: web.later

``other``
"""


def test_a_document_says_module_imports_instances_and_neighbours() -> None:
    outline = extract("docs/guide.rst", PAGE)
    context = document_context(outline, PAGE, PAGE.index(b"route"))
    assert context.module == "web.views"
    assert context.imports == {
        "Web": "web.Web",
        "link": "web.url_for",
        "tools": "web.helpers",
        "get_db": ".db.get_db",
    }
    assert context.instances == {"site": "Web"}
    assert context.defines == {"hello"}
    assert {"Scaffold", "url_for"} <= context.named
    assert context.noun == "method"
    assert document_context(outline, PAGE, PAGE.index(b"other")).module == "web.later"


def test_code_says_imports_and_enclosing_class() -> None:
    source = b"import os.path\nfrom .app import App as Base\n\nclass Shop(Base):\n    def open(self):\n        self.close()\n"
    outline = extract("src/shop.py", source)
    reference = next(r for r in outline.references if r.name == "close")
    context = code_context(outline, reference.scope)
    assert context.owner == "Shop"
    assert context.imports == {"os": "os", "Base": ".app.App"}
    assert context.closed
    assert not code_context(extract("a.py", b"from x import *\n"), -1).closed
