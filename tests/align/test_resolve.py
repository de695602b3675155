"""Which definitions a mention means, and why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.align.candidate import Context
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.index.overlay.snapshot import Snapshot
from tests.support.check import indexed, read_fixture

SITE = """
    //- /src/web/__init__.py
    from .app import Web as Web
    from .helpers import url_for as url_for

    //- /src/web/scaffold.py
    class Scaffold:
        def route(self, rule): ...
        def get(self, rule): ...
        @property
        def name(self): ...

    //- /src/web/app.py
    import click
    from foreign import Outer
    from .scaffold import Scaffold

    class App(Scaffold):
        def __init__(self):
            self.config = {}
        def dispatch(self): ...
        def command(self): ...

    class Web(App):
        def run(self): ...

    class Request(Outer):
        def json_body(self): ...

    //- /src/web/helpers.py
    def url_for(endpoint, **values): ...
    def get(url): ...
    def outer_one():
        def inner_one(): ...
        return inner_one

    //- /src/web/sessions.py
    class SessionMixin:
        @property
        def permanent(self): ...

    //- /src/web/globals.py
    session = None

    //- /vendor/web/helpers.py
    def url_for(x): ...

    //- /examples/tour/tour/__init__.py
    def create_app(): ...

    //- /examples/tour/tour/blog.py
    def update(id): ...
    app = 1

    //- /tests/test_app.py
    app = 1
    def only_here(): ...
    class TestWeb:
        def route(self): ...

    //- /docs/api.rst
    Api
    ===

    //- /docs/tour/index.rst
    Tour
    ====
"""


@pytest.fixture(scope="module")
def snapshot() -> Iterator[Snapshot]:
    with indexed(read_fixture(SITE).files) as world:
        yield world.snapshot


def shown(found: object) -> list[str]:
    """`path qualified` of each candidate."""
    assert isinstance(found, tuple)
    return [
        f"{r.defined.path} {r.defined.symbol.qualified if r.defined.ordinal >= 0 else '*'}" for r in found
    ]


@pytest.mark.parametrize(
    ("text", "role", "expected"),
    [
        ("Scaffold.route", "", ["src/web/scaffold.py Scaffold.route"]),
        ("Web.route", "", ["src/web/scaffold.py Scaffold.route"]),
        ("web.Web.route", "meth", ["src/web/scaffold.py Scaffold.route"]),
        ("web.Web", "class", ["src/web/app.py Web"]),
        ("web.url_for", "func", ["src/web/helpers.py url_for"]),
        ("web.helpers.url_for", "", ["src/web/helpers.py url_for"]),
        ("url_for(endpoint, **values)", "", ["src/web/helpers.py url_for"]),
        ("crate::helpers::url_for", "", ["src/web/helpers.py url_for"]),
        ("Web::run", "", ["src/web/app.py Web.run"]),
        ("app->dispatch", "", ["src/web/app.py App.dispatch"]),
        ("app.route()", "", ["src/web/scaffold.py Scaffold.route"]),
        ("session.permanent", "", ["src/web/sessions.py SessionMixin.permanent"]),
        ("session", "data", ["src/web/globals.py session"]),
        ("session", "", ["src/web/globals.py session"]),
        ("#dispatch", "", ["src/web/app.py App.dispatch"]),
        ("App.config", "attr", ["src/web/app.py App.config"]),
        ("web", "", ["src/web/__init__.py *"]),
        ("web.helpers", "mod", ["src/web/helpers.py *"]),
        ("helpers", "mod", ["src/web/helpers.py *"]),
        ("tour", "", ["examples/tour/tour/__init__.py *"]),
        ("src/web/app.py", "", ["src/web/app.py *"]),
        ("app.py", "", ["src/web/app.py *"]),
        ("src/web/", "", ["src/web/__init__.py *"]),
        ("tour/blog.py", "", ["examples/tour/tour/blog.py *"]),
        ("only_here", "", ["tests/test_app.py only_here"]),
        ("create_app", "", ["examples/tour/tour/__init__.py create_app"]),
        ("inner_one", "", ["src/web/helpers.py outer_one.inner_one"]),
        # not ours, not a name, or a word that says too little
        ("foreign.thing.Map", "", []),
        ("click.command()", "", []),
        ("web.nothing", "", []),
        ("Web.nothing", "meth", []),
        ("Request.form", "attr", []),
        ("os.path.dispatch", "", []),
        ("json.dispatch", "", []),
        ("app", "", []),
        ("only_here", "func", []),
        ("missing/app.py", "", []),
        ("None", "", []),
        ("GET", "", []),
        ("WEB", "", []),
        ("pip install", "", []),
        ("--app", "", []),
    ],
)
def test_a_mention_means(text: str, role: str, expected: list[str], snapshot: Snapshot) -> None:
    assert shown(resolve(text, "docs/api.rst", snapshot, role=role)) == expected


def test_ambiguity_is_kept_and_ranked(snapshot: Snapshot) -> None:
    found = resolve("get()", "docs/api.rst", snapshot)
    assert shown(found) == ["src/web/helpers.py get", "src/web/scaffold.py Scaffold.get"]
    assert found[0].score > found[1].score
    assert found[0].why == "name; called"


def test_the_role_chooses_between_function_and_method(snapshot: Snapshot) -> None:
    assert shown(resolve("Scaffold.get", "docs/api.rst", snapshot, role="meth")) == [
        "src/web/scaffold.py Scaffold.get"
    ]


def test_a_document_about_an_example_is_near_it(snapshot: Snapshot) -> None:
    found = resolve("update", "docs/tour/index.rst", snapshot)
    assert shown(found) == ["examples/tour/tour/blog.py update"]
    assert found[0].why == "name; in examples; near"


def test_an_import_of_the_document_decides(snapshot: Snapshot) -> None:
    ours = Context(imports={"get": "web.helpers.get"})
    theirs = Context(imports={"url_for": "otherweb.url_for"})
    assert shown(resolve("get", "docs/api.rst", snapshot, context=ours)) == ["src/web/helpers.py get"]
    assert resolve("url_for", "docs/api.rst", snapshot, context=theirs) == ()


def test_a_variable_built_in_the_document_has_its_class(snapshot: Snapshot) -> None:
    context = Context(instances={"site": "Web"})
    assert shown(resolve("site.route", "docs/api.rst", snapshot, context=context)) == [
        "src/web/scaffold.py Scaffold.route"
    ]
    assert resolve("site.route", "docs/api.rst", snapshot, context=context)[0].why == (
        "site is a Web here; Web inherits it from Scaffold"
    )


def test_the_answer_is_the_same_for_every_order_of_commits() -> None:
    files = read_fixture(SITE).files
    with indexed(files) as one, indexed(dict(reversed(list(files.items())))) as other:
        for text in ("get", "url_for", "route", "app.route()", "web"):
            assert resolve(text, "docs/api.rst", one.snapshot) == resolve(
                text, "docs/api.rst", other.snapshot
            )


def test_the_word_behind_a_mention_says_what_it_is(snapshot: Snapshot) -> None:
    assert shown(resolve("get", "docs/api.rst", snapshot, context=Context(noun="function"))) == [
        "src/web/helpers.py get"
    ]
    assert shown(resolve("session", "docs/api.rst", snapshot, context=Context(noun="variable"))) == [
        "src/web/globals.py session"
    ]
    assert resolve("session", "docs/api.rst", snapshot, context=Context(noun="argument")) == ()
    assert resolve("web", "docs/api.rst", snapshot, context=Context(noun="command")) == ()


def test_a_name_that_the_document_defines_itself_is_its_own(snapshot: Snapshot) -> None:
    assert resolve("url_for", "docs/api.rst", snapshot, context=Context(defines=frozenset({"url_for"}))) == ()
    assert shown(
        resolve("update", "docs/tour/index.rst", snapshot, context=Context(defines=frozenset({"update"})))
    ) == ["examples/tour/tour/blog.py update"]


def test_a_member_with_a_word_of_prose_for_a_name_needs_its_class_nearby(snapshot: Snapshot) -> None:
    assert resolve("name", "docs/api.rst", snapshot) == ()
    assert shown(
        resolve("name", "docs/api.rst", snapshot, context=Context(named=frozenset({"Scaffold"})))
    ) == ["src/web/scaffold.py Scaffold.name"]


ROUTER = """
    //- /mux.go
    package mux

    // Router finds the handler of a path.
    type Router struct{}

    func (r *Router) ServeHTTP(w ResponseWriter, req *Request) {}

    func (r *Router) StrictSlash(value bool) *Router { return r }
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("router.ServeHTTP()", ["mux.go Router.ServeHTTP"]),
        ("Router.ServeHTTP", ["mux.go Router.ServeHTTP"]),
        ("next.ServeHTTP()", []),  # each handler of the standard library has one
        ("gate.StrictSlash()", ["mux.go Router.StrictSlash"]),
    ],
)
def test_a_member_that_a_library_has_too_needs_an_owner_that_speaks_of_it(
    text: str, expected: list[str]
) -> None:
    fixture = read_fixture(ROUTER)
    with indexed(fixture.files) as world:
        assert shown(resolve(text, "README.md", world.snapshot)) == expected


def test_modules_of_python_are_strangers_only_where_python_is_written() -> None:
    """`queue` is a module of Python's library; in a project of Go it is whatever the project calls so."""
    go = {
        "q.go": b"package work\n\ntype Queue struct{}\n\nfunc (q *Queue) Push() {}\n",
        "s.go": b"package work\n\ntype SelectorLoop struct{}\n\nfunc (s *SelectorLoop) Drain() {}\n",
        "README.md": b"Call `queue.Push()`.\n",
    }
    with indexed(go) as world:
        assert shown(resolve("queue.Drain()", "README.md", world.snapshot)) == []
        assert shown(resolve("select.Drain()", "README.md", world.snapshot)) != []
    with indexed({**go, "setup.py": b"from setuptools import setup\nsetup()\n"}) as world:
        assert shown(resolve("select.Drain()", "README.md", world.snapshot)) == []
