"""Files count by what they use and by what uses them; collaborators stand at the end of the first ten."""

from __future__ import annotations

from helix_lsp.search.search import Results
from tests.search.world import ask, paths, world_of

TREE = """
//- /routes.py
class RouteTable:
    def match_request(self):
        return None
//- /engine.py
from routes import RouteTable

def match_request_now():
    return RouteTable()
//- /aside.py
def match_request_later():
    return None
"""


def _features(results: Results, path: str) -> dict[str, float]:
    hits = {hit.place.path: hit for hit in results.hits}
    return {feature.name: feature.value for feature in hits[path].why.features}


def test_a_file_that_is_used_and_one_that_uses_are_credited_and_a_bystander_is_not() -> None:
    with world_of(TREE) as world:
        results = ask(world, "match request")
    assert _features(results, "routes.py")["used"] == 1.0
    assert _features(results, "engine.py")["uses"] == 1.0
    assert "uses" not in _features(results, "aside.py")
    assert "used" not in _features(results, "aside.py")


def test_both_votes_can_be_switched_off() -> None:
    with world_of(TREE) as world:
        results = ask(world, "match request", rank_used_short=0.0, rank_uses_short=0.0)
    assert not {"used", "uses"} & {f.name for hit in results.hits for f in hit.why.features}


CROWD = "".join(
    f"//- /crowd{i}.py\ndef convert_invoice_{i}():\n    # convert every invoice total currency rounding customer address\n    return {i}\n"
    for i in range(12)
)
ASKED = "How does the invoice conversion turn every customer address and currency total with rounding into a printed ledger page"
COLLABORATOR = """
//- /invoice.py
from money import MoneyTable

def convert_invoice():
    # convert every invoice total currency rounding customer address into a printed ledger page
    return MoneyTable()
//- /money.py
class MoneyTable:
    total = 1
"""


def test_a_sentence_lifts_what_its_best_place_uses_to_the_end_of_the_first_ten() -> None:
    with world_of(COLLABORATOR + CROWD) as world:
        lifted = ask(world, ASKED)
        plain = ask(world, ASKED, collaborators=0)
    assert lifted.query.shape == "sentence"
    assert "money.py" not in paths(plain)
    assert paths(lifted)[:8] == paths(plain)[:8]
    assert paths(lifted)[8] == "money.py"
    scores = [hit.score for hit in lifted.hits]
    assert scores == sorted(scores, reverse=True)
    assert "collaborator" in _features(lifted, "money.py")


def test_what_is_hardly_used_is_not_lifted() -> None:
    with world_of(COLLABORATOR + CROWD) as world:
        plain = ask(world, ASKED, collaborators=0)
        strict = ask(world, ASKED, collaborators_least=5.0)
    assert paths(strict) == paths(plain)
