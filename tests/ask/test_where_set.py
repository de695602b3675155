"""`Where is the port set?` is led by the variable of that name, before a stranger's field and what only mentions it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ask.world import answer, asked
from tests.support.check import World, indexed

GO = (
    'package main\n\nimport "flag"\n\nvar (\n\tip   = flag.String("ip", "0.0.0.0", "ip to serve hooks on")\n'
    '\tport = flag.Int("port", 9000, "port to serve hooks on")\n)\n\nfunc main() {\n\tflag.Parse()\n\tserve(*ip, *port)\n}\n'
)
FLAGS = (
    'package main\n\nfunc platformFlags() {\n\tflag.StringVar(&socket, "socket", "", "path to a socket to use instead of listening on a port")\n'
    '\tflag.IntVar(&setGID, "setgid", 0, "set group after opening listening port; must be used with setuid")\n'
    '\tflag.IntVar(&setUID, "setuid", 0, "set user after opening listening port; must be used with setgid")\n}\n'
)
VENDORED = "package fen\n\ntype Watcher struct {\n\tport *EventPort\n}\n\nvar port = 1\n"


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    files = {
        "serve.go": GO,
        "platform.go": FLAGS,
        "vendor/x.org/fen/watcher.go": VENDORED,
        "go.mod": "module x.org/m\n",
    }
    with indexed({path: text.encode() for path, text in files.items()}) as made:
        yield made


@pytest.mark.parametrize(
    "question", ["Where is the port set?", "where is the port configured", "Where is port defined?"]
)
def test_the_declaration_leads(world: World, question: str) -> None:
    done = asked(world, question)
    first = done.envelope.citations[0]
    assert (first.path, first.start_line) == ("serve.go", 7), answer(world, question)
