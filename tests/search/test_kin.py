"""Names count only between languages that can share them."""

from __future__ import annotations

from helix_lsp.search.ranking.votes import can_use, kin_of
from helix_lsp.search.search import Results
from helix_lsp.syntax.language import language_of
from tests.search.world import ask, world_of

TREE = """
//- /routes.py
class RouteTable:
    def match_request(self):
        return None
//- /engine.py
from routes import RouteTable

def match_request_now():
    return RouteTable()
//- /page.css
.routeTable { color: red; /* match request */ }
//- /schema.proto
syntax = "proto3";
// match request
message RequestRow { string match = 1; }
//- /reader.py
def match_request_row(row):
    # match request
    return RequestRow(row)
//- /guide.md
# Match request

The `RouteTable` and the `RequestRow` match a request.
"""


def _features(results: Results, path: str) -> set[str]:
    return {f.name for hit in results.hits if hit.place.path == path for f in hit.why.features}


def test_a_style_sheet_is_not_used_by_a_program_or_a_document() -> None:
    with world_of(TREE) as world:
        guarded = ask(world, "match request")
        loose = ask(world, "match request", guard_names=0)
    assert "used" in _features(guarded, "routes.py")
    assert "used" not in _features(guarded, "page.css")
    assert "used" in _features(loose, "page.css")


def test_a_schema_is_used_by_a_program_and_a_document_speaks_of_both() -> None:
    with world_of(TREE) as world:
        results = ask(world, "match request")
    assert "used" in _features(results, "schema.proto")
    assert "uses" in _features(results, "reader.py")
    assert "uses" in _features(results, "guide.md")


def test_relatives_share_names_and_strangers_do_not() -> None:
    def shares(user: str, definer: str) -> bool:
        return can_use(kin_of(language_of(user)), kin_of(language_of(definer)))

    assert shares("a.kt", "b.java")
    assert shares("a.tsx", "b.js")
    assert shares("a.cpp", "b.c")
    assert shares("index.html", "site.scss")
    assert shares("readme.md", "main.rs")
    assert shares("main.go", "api.proto")
    assert not shares("main.py", "main.ts")
    assert not shares("main.ts", "site.css")
    assert not shares("readme.md", "site.css")
