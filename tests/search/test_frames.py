"""A pasted stack trace finds its frames: own ones, innermost first, whatever the machine they come from."""

from __future__ import annotations

from tests.search.world import ask, paths, world_of

FILES = """
//- /src/kiln/fire.py
import json


def load(path):
    with open(path) as file:
        return json.load(file)


class Kiln:
    def heat(self, degrees):
        '''Heat up.'''
        raise ValueError(degrees)

    def cool(self):
        return 0
//- /src/kiln/cli.py
from kiln.fire import Kiln


def main():
    Kiln().heat(1)
//- /src/kiln/json/decoder.py
def decode(text):
    return text
//- /tests/test_fire.py
def test_heat():
    '''ValueError when the kiln heats up.'''
    assert True
//- /server/main.go
package main

func handle(n int) int {
	return n
}

func main() {
	handle(1)
}
//- /app/src/main/java/org/pots/Glaze.java
package org.pots;

class Glaze {
    int mix(int water) {
        return water / 0;
    }
}
"""
PYTHON = """Traceback (most recent call last):
  File "/srv/other/venv/lib/python3.12/site-packages/kiln/cli.py", line 5, in main
    Kiln().heat(1)
  File "/srv/other/venv/lib/python3.12/site-packages/kiln/fire.py", line 99, in heat
    raise ValueError(degrees)
  File "/usr/lib/python3.12/json/decoder.py", line 337, in decode
ValueError: 1
"""


def test_the_innermost_own_frame_is_first_and_shows_its_function_though_the_line_moved() -> None:
    with world_of(FILES) as world:
        found = ask(world, PYTHON)
        assert paths(found)[:2] == ["src/kiln/fire.py", "src/kiln/cli.py"]
        assert found.hits[0].place.qualified == "Kiln.heat"
        assert found.hits[1].place.qualified == "main"
        assert found.hits[0].why.held == (("stack frame 1: heat", 99),)


def test_frames_of_libraries_find_nothing() -> None:
    with world_of(FILES) as world:
        assert [o.path for o in ask(world, PYTHON).frames] == ["src/kiln/fire.py", "src/kiln/cli.py"]


def test_paths_of_other_runtimes_are_compared_from_their_end() -> None:
    with world_of(FILES) as world:
        go = ask(
            world,
            "goroutine 1 [running]:\nmain.handle(0x1)\n\t/build/x/server/main.go:4 +0x1\nmain.main()\n\t/build/x/server/main.go:8 +0x2\n",
        )
        assert (paths(go)[0], go.hits[0].place.name) == ("server/main.go", "handle")
        java = ask(world, "java.lang.ArithmeticException: / by zero\n\tat org.pots.Glaze.mix(Glaze.java:5)\n")
        assert (paths(java)[0], java.hits[0].place.name) == ("app/src/main/java/org/pots/Glaze.java", "mix")
        win = ask(
            world,
            'Traceback (most recent call last):\n  File "D:\\work\\kiln\\cli.py", line 5, in main\nKeyError: 1\n',
        )
        assert paths(win)[0] == "src/kiln/cli.py"


def test_off_is_the_ranking_without_frames() -> None:
    with world_of(FILES) as world:
        off = ask(world, PYTHON, most_frames=0)
        assert off.frames == ()
        assert all(f.name != "frame" for hit in off.hits for f in hit.why.features)
