"""What a text between back-ticks spells."""

from __future__ import annotations

import pytest

from helix_lsp.align.mention import read_name, read_path


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Flask.route", ("Flask", "route")),
        ("app.route()", ("app", "route")),
        ("flask.helpers.url_for", ("flask", "helpers", "url_for")),
        ("url_for(endpoint, **values)", ("url_for",)),
        ("session", ("session",)),
        ("Session::get", ("Session", "get")),
        ("crate::module::fn_name", ("module", "fn_name")),
        ("obj->field", ("obj", "field")),
        ("#method", ("method",)),
        (".route", ("route",)),
        ("~flask.Flask.route", ("flask", "Flask", "route")),
        ("@app.route('/x')", ("app", "route")),
        ('app.config["KEY"]', ("app", "config")),
        ("Vec<Option<T>>::push(x)", ("Vec", "push")),
        ("Flask(__name__).route(f(1), (2))", ("Flask", "route")),
        ("self.make_response", ("make_response",)),
        ("println!", ("println",)),
        ("def wsgi_app(self, environ)", ("wsgi_app",)),
        (r"App\Models\User", ("App", "Models", "User")),
        ("a?.b", ("a", "b")),
        ("dumps(value, **kwargs) -> str", ("dumps",)),
    ],
)
def test_a_name_is_read_in_parts(text: str, parts: tuple[str, ...]) -> None:
    name = read_name(text)
    assert name is not None
    assert name.parts == parts


@pytest.mark.parametrize(
    "text",
    [
        "None",
        "true",
        "GET",
        "pip install",
        "--flag",
        "-x",
        "/users/<id>",
        "Content-Type",
        "a b c",
        "",
        "   ",
        "200 OK",
        "{% block %}",
        "'dev'",
        "0.0.0.0",
        "flask run",
        "*args",
        "x" * 201,
        "OSError: [Errno 98]",
        "|safe",
        "$ ls",
        "a..b",
        "((((",
        "application/json",
        "async def",
    ],
)
def test_what_is_no_name_is_nothing(text: str) -> None:
    assert read_name(text) is None


def test_a_role_that_never_names_code_is_nothing() -> None:
    assert read_name("installation", "doc") is None
    assert read_name("FLASK_APP", "envvar") is None
    meth = read_name("Flask.route", "py:meth")
    assert meth is not None
    assert meth.role == "meth"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("src/flask/app.py", "src/flask/app.py"),
        ("app.py", "app.py"),
        ("./a/b.ts", "a/b.ts"),
        ("src/app.py:12", "src/app.py"),
        ("src/flask/", "src/flask"),
        ("Makefile", None),
        ("/etc/hosts", None),
        ("../x.py", None),
        ("a b.py", None),
        ("flask run", None),
        (".env", ".env"),
    ],
)
def test_a_path_is_read(text: str, path: str | None) -> None:
    assert read_path(text) == path
