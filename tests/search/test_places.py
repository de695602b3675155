"""Which place of a file is shown, and how many of a file a long list shows."""

from __future__ import annotations

from tests.search.world import ask, world_of

CLASS = '''
//- /jar.py
class CookieJar:
    """Keeps cookies of a visited host."""

    def prune(self):
        # prune expired cookies
        return 1

    def count(self):
        return 2


def prune():
    # prune expired trees
    return 3
'''


def test_a_member_of_the_class_that_matches_is_shown_before_its_namesake() -> None:
    with world_of(CLASS) as world:
        first = ask(world, "cookies of a host prune expired").hits[0].place
        named = ask(world, "CookieJar").hits[0].place
    assert first.qualified == "CookieJar.prune"
    assert named.qualified == "CookieJar"


def test_a_long_list_shows_more_places_of_a_file_and_a_short_one_each_file_once() -> None:
    text = "//- /a.py\n" + "".join(f"def prune_{i}():\n    # prune expired cookies\n    return {i}\n\n\n" for i in range(9)) + CLASS.lstrip()
    with world_of(text) as world:
        long = [h.place.path for h in ask(world, "prune expired cookies", k=50).hits]
        short = [h.place.path for h in ask(world, "prune expired cookies", k=10).hits]
        three = [h.place.path for h in ask(world, "prune expired cookies", k=50, per_file=3).hits]
    assert long.count("a.py") == 5
    assert three.count("a.py") == 3
    assert short.count("a.py") == 1
