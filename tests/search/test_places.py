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
    text = (
        "//- /a.py\n"
        + "".join(f"def prune_{i}():\n    # prune expired cookies\n    return {i}\n\n\n" for i in range(9))
        + CLASS.lstrip()
    )
    with world_of(text) as world:
        long = [h.place.path for h in ask(world, "prune expired cookies", k=50, neighbour_lines=0).hits]
        short = [h.place.path for h in ask(world, "prune expired cookies", k=10).hits]
        three = [
            h.place.path
            for h in ask(world, "prune expired cookies", k=50, neighbour_lines=0, per_file=3).hits
        ]
    assert long.count("a.py") == 5
    assert three.count("a.py") == 3
    assert short.count("a.py") == 1


ROWS = (
    "//- /a.py\n"
    + "".join(f"def prune_{i}():\n    # prune expired cookies\n    return {i}\n\n\n" for i in range(4))
    + "//- /b.py\n"
    + (
        "class Jar:\n    def prune(self):\n        # prune expired cookies\n        return 1\n\n"
        "class Box:\n    def prune(self):\n        # prune expired cookies\n        return 2\n"
    )
)


def test_neighbours_are_one_place_of_a_long_list_that_covers_them_and_nothing_else() -> None:
    with world_of(ROWS) as world:
        joined = ask(world, "prune expired cookies", k=50).hits
        apart = ask(world, "prune expired cookies", k=50, neighbour_lines=0).hits
        short = ask(world, "prune expired cookies", k=10).hits
    mine = [h.place for h in joined if h.place.path == "a.py"]
    parts = [h.place for h in apart if h.place.path == "a.py"]
    assert len(parts) == 4
    assert [(p.start_line, p.end_line) for p in mine] == [
        (min(p.start_line for p in parts), max(p.end_line for p in parts))
    ]
    assert (mine[0].span.start, mine[0].span.end) == (
        min(p.span.start for p in parts),
        max(p.span.end for p in parts),
    )
    assert mine[0].qualified == parts[0].qualified
    assert next(h.terms for h in joined if h.place.path == "a.py") >= frozenset().union(
        *(h.terms for h in apart if h.place.path == "a.py")
    )
    assert all(h.place.end_line - h.place.start_line < 3 for h in short if h.place.path == "a.py")


def test_members_of_two_classes_and_what_is_too_long_together_stay_apart() -> None:
    with world_of(ROWS) as world:
        found = [
            h.place.qualified
            for h in ask(world, "prune expired cookies", k=50).hits
            if h.place.path == "b.py"
        ]
        bounded = [
            h.place
            for h in ask(world, "prune expired cookies", k=50, neighbour_lines=8).hits
            if h.place.path == "a.py"
        ]
    assert {"Jar.prune", "Box.prune"} <= set(found)
    assert len(bounded) == 2
    assert all(p.end_line - p.start_line < 8 for p in bounded)
