"""Endpoints, error codes and commands of the project's own programs: live, an alarm with history as its
witness, a hint, or nobody knows.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import find_drift, judge_one
from helix_lsp.align.drift.history import Dropped, Gone, History, Introduced, Left, NoHistory
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.drift import DriftConfig
from tests.support.check import indexed, read_fixture

CODE = """
//- /pyproject.toml
[project]
name = "kiln"
[project.scripts]
kiln = "kiln.cli:main"
//- /kiln/web.py
from flask import Blueprint

bp = Blueprint("kilns", __name__, url_prefix="/kilns")

@bp.get("/<int:id>")
def one(id): ...

@bp.post("/<int:id>/fire")
def fire(id): ...

@bp.route("/<int:id>/glaze", methods=["GET", "DELETE"])
def glaze(id): ...

@app.get("/static/<path:file>")
def static(file): ...
//- /kiln/cli.py
def main(parsers, parser):
    parsers.add_parser("heat")
    parsers.add_parser("cool-down")
    parsers.add_parser("list")
    parser.add_argument("--degrees")
    parser.add_argument("dry-run")
//- /kiln/faults.py
FAULTS = {"KLN101": "door", "KLN102": "gas", "KLN103": "clay"}
OTHERS = ["HLX-001", "HLX-002", "HLX-003", "ERR_NO_DOOR", "ERR_NO_GAS", "ERR_NO_CLAY"]
//- /tests/test_web.py
@app.get("/orders/<id>")
def order(id): ...
"""


class Past(NoHistory):
    """Words left the code at time 100; what is written was written at time `since`."""

    known = True

    def __init__(self, *words: str, since: int = 50) -> None:
        self._words, self._since = words, since

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (
            (Gone(commit="c" * 40, time=100, path="kiln/old.py", defined=False),)
            if name in self._words
            else ()
        )

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=self._since)


def verdicts(
    text: str, history: History, *, cfg: DriftConfig | None = None, code: str = CODE
) -> list[tuple[str, str, str]]:
    cfg = cfg or DriftConfig()
    files = {**dict(read_fixture(code).files), "docs/guide.md": text.encode()}
    with indexed(files) as world:
        found = find_drift(build_world(world.snapshot, world.texts, cfg), history, cfg, ["docs/guide.md"])
        data = text.encode()
        assert all(f.reference.span.cut(data).decode() == f.reference.text for f in found)
    return [(f.reference.text, f.judged.verdict, f.judged.tier) for f in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`GET /kilns/{id}`", ("live", "")),
        ("`GET /kilns/12`", ("live", "")),
        ("`GET /api/kilns/:id`", ("cannot_know", "")),
        ("`GET https://example.org/kilns/12?full=1`", ("live", "")),
        ("`POST /kilns/{id}/fire`", ("live", "")),
        ("`GET /static/a/b.css`", ("cannot_know", "")),
        ("`GET /kilns/{id}/smoke`", ("stale", "A")),
        ("`GET /kilns/{id}/soot`", ("cannot_know", "")),
        ("`GET /ovens/{id}/smoke`", ("cannot_know", "")),
        ("`GET /orders/{id}/smoke`", ("cannot_know", "")),
        ("`GET /kilns/{id}/example`", ("cannot_know", "")),
    ],
)
def test_endpoints(text: str, expected: tuple[str, str]) -> None:
    assert [v[1:] for v in verdicts(f"# API\n\n{text}\n", Past("smoke"))] == [expected]


def test_endpoints_outside_of_code() -> None:
    text = "# API\n\n## GET /kilns/{id}/smoke\n\n| POST | `/kilns/{id}/fire` |\n|---|---|\n\n**DELETE** /kilns/3/glaze.\n"
    assert verdicts(text, Past("smoke")) == [
        ("GET /kilns/{id}/smoke", "stale", "A"),
        ("POST | `/kilns/{id}/fire", "live", ""),
        ("DELETE** /kilns/3/glaze", "live", ""),
    ]


def test_requests_in_blocks() -> None:
    text = "# API\n\n```http\nGET /kilns/3/smoke HTTP/1.1\nHost: POST /kilns/3/smoke\n```\n\n```sh\nGET /kilns/3/smoke\n```\n"
    assert verdicts(text, Past("smoke")) == [("GET /kilns/3/smoke", "stale", "A")]


def test_an_endpoint_written_after_it_went_speaks_of_the_past() -> None:
    assert verdicts("# API\n\n`GET /kilns/{id}/smoke`\n", Past("smoke", since=200))[0][1] == "cannot_know"
    assert (
        verdicts("# API\n\nThe endpoint `GET /kilns/{id}/smoke` was removed.\n", Past("smoke"))[0][2] != "A"
    )


def test_a_project_without_routes_judges_no_endpoint() -> None:
    assert (
        verdicts("`GET /kilns/{id}/smoke`\n", Past("smoke"), code="//- /a.py\nx = 1\n")[0][1] == "cannot_know"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`KLN101`", ("live", "")),
        ("`KLN104`", ("stale", "A")),
        ("`KLN105`", ("stale", "B")),
        ("`HLX-001`", ("live", "")),
        ("`HLX-004`", ("stale", "B")),
        ("`ERR_NO_GAS`", ("live", "")),
        ("`ERR_NO_FIRE`", ("stale", "A")),
        ("`SHA-256`", ("cannot_know", "")),
        ("`ZZZ-123`", ("cannot_know", "")),
    ],
)
def test_error_codes(text: str, expected: tuple[str, str]) -> None:
    assert [v[1:] for v in verdicts(f"# Faults\n\n{text}\n", Past("KLN104", "ERR_NO_FIRE"))] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```sh\n$ kiln heat --degrees 900\n```", [("heat", "live", ""), ("--degrees", "live", "")]),
        ("```sh\nkiln cool-down --dry-run=1 && other thing --nope\n```", [("cool-down", "live", ""), ("--dry-run", "live", "")]),
        ("```sh\nkiln \\\n  vent --degrees 3\n```", [("vent", "stale", "A"), ("--degrees", "live", "")]),
        ("`kiln vent`", [("vent", "stale", "A")]),
        ("`kiln vapour`", [("vapour", "stale", "B")]),
        ("`kiln main`", [("main", "cannot_know", "")]),
        ("`oven vent --soot`", []),
        ("```\nkiln vent\n```", []),
        ("```\n$ kiln vent\nkiln smoke\n```", [("vent", "stale", "A")]),
        ("```sh\nkiln run other --soot\n```", [("run", "cannot_know", "")]),
        ("```sh\nkiln heat -- --soot\n```", [("heat", "live", "")]),
        ("```sh\nkiln heat é --soot\n```", [("heat", "live", ""), ("--soot", "stale", "B")]),
    ],
)  # fmt: skip
def test_commands_of_own_programs(text: str, expected: list[tuple[str, str, str]]) -> None:
    code = CODE + "//- /kiln/more.py\nrun = 1\n"
    assert verdicts(f"# Use\n\n{text}\n", Past("vent"), code=code) == expected


def test_the_bars_are_options() -> None:
    assert (
        verdicts("# Use\n\n`kiln vent`\n", Past("vent"), cfg=DriftConfig(command_subs=99))[0][1]
        == "cannot_know"
    )
    assert (
        verdicts("# Faults\n\n`HLX-009`\n", Past(), cfg=DriftConfig(code_siblings=99))[0][1] == "cannot_know"
    )


def test_one_reference_that_somebody_names() -> None:
    files = {**dict(read_fixture(CODE).files), "docs/guide.md": b"# API\n\nSee `GET /kilns/{id}/smoke`.\n"}
    with indexed(files) as world:
        told = judge_one(
            build_world(world.snapshot, world.texts, DriftConfig()),
            Past("smoke"),
            "docs/guide.md",
            3,
            "GET /kilns/{id}/smoke",
        )
    assert (told.verdict, told.tier, told.last_path) == ("stale", "A", "kiln/old.py")


def test_names_of_projects_that_sphinx_links_to_are_another_projects() -> None:
    conf = 'intersphinx_mapping = {\n    "clayworks": ("https://clay.example/", None),\n}\n'
    text = "# Guide\n\n`clayworks.Wheel_x`\n"
    assert verdicts(text, Past(), code=f"//- /docs/conf.py\n{conf}//- /a.py\nx = 1\n")[0][1:] == (
        "cannot_know",
        "",
    )
    assert verdicts(text, Past(), code="//- /a.py\nx = 1\n")[0][1:] == ("stale", "B")


def test_fields_of_a_struct_in_an_example_are_the_examples() -> None:
    fence = '```go\ntype Login struct {\n\tVentHole string `json:"v"`\n}\n```\n'
    past = Past("VentHole")
    assert verdicts(f"# Use\n\n`VentHole` is told.\n\n{fence}", past)[0][1] == "cannot_know"
    assert verdicts("# Use\n\n`VentHole` is told.\n", past)[0][1] == "stale"


@pytest.mark.parametrize(
    ("place", "verdict"),
    [("kiln/door-hinge.py", "live"), ("kiln/door-hinge/a.py", "live"), ("kiln/a.py", "stale")],
)
def test_a_name_with_hyphens_that_a_file_or_folder_has_is_no_key_that_went(place: str, verdict: str) -> None:
    class Keys(Past):
        def dropped(self, thing: str) -> Dropped | None:
            gone = Dropped(commit="c" * 40, time=100, path="kiln/old.py", defined=True)
            return gone if thing == "key door-hinge" else None

    found = verdicts("# A\n\nUse `door-hinge`.\n", Keys(), code=CODE + f"//- /{place}\nx = 1\n")
    assert [row[1] for row in found] == [verdict]
