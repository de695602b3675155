"""Files of one operating system and files that only declare yield, unless the question says otherwise."""

from __future__ import annotations

import pytest

from helix_lsp.search.ranking.rank import systems_in, systems_of
from tests.search.world import ask, paths, world_of

TWINS = """
//- /src/unix/pipe.c
int pipe_open(int fd) { return fd; }
//- /src/win/pipe.c
int pipe_open(int fd) { return fd; }
"""
PROMISE = """
//- /a_store.ts
export interface SessionStore { save(id: string): void }
//- /b_store.ts
export class MemoryStore { save(id: string): void { sessionStore(id) } }
"""


@pytest.mark.parametrize(
    ("path", "systems"),
    [
        ("src/win/pipe.c", {"win"}),
        ("net/dial_windows.go", {"windows"}),
        ("src/unix/pipe.c", set()),
        ("ui/window.py", set()),
        ("darwin.c", {"darwin"}),
    ],
)
def test_systems_of_a_path(path: str, systems: set[str]) -> None:
    assert systems_of(path) == systems


def test_a_question_about_windows_on_a_screen_names_no_system_in_the_singular() -> None:
    assert systems_in("how is a window drawn") == frozenset()
    assert systems_in("pipes on Windows") == {"windows"}


def test_the_general_twin_comes_first_unless_the_system_is_named() -> None:
    with world_of(TWINS) as world:
        assert paths(ask(world, "open a pipe"))[0] == "src/unix/pipe.c"
        assert not [d for hit in ask(world, "open a pipe on windows").hits for d in hit.why.demotions]


def test_a_file_that_only_declares_says_so_and_an_implementation_does_not() -> None:
    with world_of(PROMISE) as world:
        reasons = {hit.place.path: dict(hit.why.demotions) for hit in ask(world, "save session store").hits}
    assert reasons["a_store.ts"] == {"declares only": 0.8}
    assert reasons["b_store.ts"] == {}
