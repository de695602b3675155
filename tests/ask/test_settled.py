"""The line that gives the value stands first, in several languages and kinds of file; a false premise is
corrected and a right one left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from helix_lsp.ask.compose import settled
from helix_lsp.tuning.questions import COMPOSE
from tests.ask.world import answer, asked, asking
from tests.support.check import World, indexed

WORLD = """
//- /README.md
# Ferry

Ferry carries parcels between two harbours. Parcels are sent over a link; a link that hangs is closed.

## Parcels

The sorter does not accept frozen parcels. Every parcel is weighed before it is loaded on a link.

## Requirements

Ferry requires Python 3.9 or newer.

//- /ferry/link.py
DEFAULT_MAX_CROSSINGS = 20

class Link:
    \"\"\"A link between two harbours.\"\"\"

    def __init__(self, harbour, max_crossings=DEFAULT_MAX_CROSSINGS):
        self.harbour = harbour
        self.max_crossings = max_crossings

    def carry(self, parcel):
        \"\"\"Carry a parcel over the link, with at most max_crossings crossings.\"\"\"
        for crossing in range(self.max_crossings):
            self.harbour.send(parcel, crossing)

//- /ferry/buoy.go
package ferry

import "time"

// buoyTimeout is how long a buoy waits for a lamp to be lit.
const buoyTimeout = 90 * time.Second

// defaultCargoMemory is how much of an uploaded cargo is kept in memory.
const defaultCargoMemory = 32 << 20 // 32 MB

// Light lights the lamp of a buoy.
func Light(name string) string {
	return name
}

//- /ferry/pier.go
package ferry

// Tie ties a ship to the pier with the ropes that are kept there.
func (p *Pier) Tie(ship Ship) {
	for keptRopes := 7; keptRopes > 0; keptRopes-- {
		ship.throw(p)
	}
	if ship.length == 3 {
		p.keptRopes = 2
	}
	if p.keptRopes == 0 {
		p.keptRopes = 12
	}
}

//- /ferry/siren.rs
/// A siren that warns ships.
pub struct Siren {
    pause: Duration,
}

impl Default for Siren {
    fn default() -> Self {
        Siren {
            // The pause between two warnings of the siren.
            pause: Duration::from_secs(15),
        }
    }
}

//- /.github/workflows/tides.yml
jobs:
  dredge:
    runs-on: ubuntu
    timeout-minutes: 5
  moor:
    runs-on: ubuntu
    timeout-minutes: 15

//- /.github/workflows/harbour.yml
jobs:
  test:
    strategy:
      matrix:
        platform: [ubuntu-latest, macos-latest]
        lamp: ["3.9", "3.12", "3.14"]
    runs-on: ${{ matrix.platform }}
    steps:
      - uses: actions/setup-lamp@v5
        with:
          lamp-version: ${{ matrix.lamp }}
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with asking(WORLD) as made:
        yield made


def _first(world: World, question: str) -> str:
    """The answer below what it says of words that the repository does not know."""
    told = answer(world, question).lstrip()
    return told.partition("\n\n")[2] if told.startswith("Not found in this repository") else told


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("which lamp versions does the CI test on?", '`lamp: ["3.9", "3.12", "3.14"]`'),
        ("what operating systems are the tests run on?", "`platform: [ubuntu-latest, macos-latest]`"),
        ("how long does a buoy wait for its lamp to be lit?", "`const buoyTimeout = 90 * time.Second`: 90 s"),
        (
            "how much of an uploaded cargo is kept in memory?",
            "`const defaultCargoMemory = 32 << 20 // 32 MB`: 33,554,432",
        ),
        (
            "how many seconds is the pause between two warnings of the siren?",
            "`pause: Duration::from_secs(15),`: 15 s",
        ),
        ("after how many minutes is the dredge job killed?", "`timeout-minutes: 5`"),
        ("how many crossings does a link make at most by default?", "`DEFAULT_MAX_CROSSINGS = 20`"),
        (
            "how many ropes are kept at the pier by default?",
            "`p.keptRopes = 12`",
        ),  # no loop's counter, no case's value, but what stands for unset
    ],
)
def test_the_value_stands_first(world: World, question: str, first: str) -> None:
    assert _first(world, question).startswith(first)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        (
            "why does a link carry a parcel over at most 50 crossings by default?",
            "No: `DEFAULT_MAX_CROSSINGS = 20`",
        ),
        (
            "why is only 10 MB of an uploaded cargo kept in memory by default?",
            "No: `const defaultCargoMemory = 32 << 20 // 32 MB`",
        ),
        (
            "why does the siren pause for a minute between two warnings by default?",
            "No: `pause: Duration::from_secs(15),`",
        ),
        ("does the sorter accept frozen parcels?", "No: The sorter does not accept frozen parcels."),
    ],
)
def test_what_is_not_so_is_said_first(world: World, question: str, first: str) -> None:
    assert _first(world, question).startswith(first)


@pytest.mark.parametrize(
    "question",
    [
        "why does a link carry a parcel over at most 20 crossings by default?",
        "why is only 32 MB of an uploaded cargo kept in memory by default?",
        "why does the siren pause 15 seconds between two warnings by default?",
        "why does a buoy wait 90 seconds for its lamp to be lit by default?",
        "is a frozen parcel weighed before it is loaded?",
        "why does a harbour hold 7 ships by default?",
    ],
)
def test_a_right_premise_is_not_denied(world: World, question: str) -> None:
    assert not _first(world, question).startswith(("No:", "Yes:"))


def test_a_value_with_little_of_the_question_around_it_is_not_strong(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, said = "how many crossings does a link make at most by default?", []
    for least in (0.0, 0.99):
        monkeypatch.setattr(settled, "COMPOSE", replace(COMPOSE, value_share_sure=least))
        made = asked(world, question).envelope.answer_verdict
        said.append((made.answers, made.capped))
    assert said == [("strong", False), ("weak", True)]


def test_a_neighbours_value_corrects_nothing() -> None:
    """What is asked about has a line of its own without a value; another item of the list has one."""
    manual = "# Limits\n\n* Keep the lamp lit. Defaults to 5 seconds.\n* Mooring: seconds to wait for a graceful mooring, none by default.\n"
    with indexed({"limits.md": manual.encode()}) as world:
        said = answer(world, "why is the default wait for a graceful mooring 30 seconds?")
    assert "graceful mooring" in said
    assert not said.startswith("No")


OWNERS = """
//- /ferry/boat.py
class Boat:
    def load(self, cargo, *, unknown=None):
        return self.hold(cargo, unknown)
//- /ferry/dock.py
class Dock:
    def land(self, cargo, unknown="raise"):
        return self.crane(cargo, unknown)
//- /ferry/schema.py
class Schema:
    messages = {
        "type": "Invalid input.",
        "unknown": "Unknown field.",
    }

    @property
    def default(self):
        return self.messages
"""


def test_values_of_several_owners_stand_alone_each_with_its_owner() -> None:
    with asking(OWNERS) as world:
        told = answer(world, "what is the default of unknown?")
    assert "`Boat.load`: `def load(self, cargo, *, unknown=None):`" in told
    assert '`Dock.land`: `def land(self, cargo, unknown="raise"):`' in told
    assert "Unknown field" not in told
    assert "Schema" not in told


RESOLVED = """
//- /ferry/crew.py
DEFAULT_WATCH = 600000
DEFAULT_REST = LONG_REST
LONG_REST = 40
EXIT_OK = 0  # The crossing ended well.
EXIT_FOG = 2  # The ferry was stopped by fog.
EXIT_ICE = 4  # The harbour was closed by ice.

class Crew:
    def __init__(self, watch_length=None, max_retries: int = 20):
        self.watch_length = watch_length or DEFAULT_WATCH
        self.max_retries = max_retries

    def sleep(self, rest_length=None):
        return rest_length or DEFAULT_REST

//- /ferry/port.py
DEFAULT_BERTH = 1

class Port:
    def moor(self, berth_length=None):
        return berth_length or DEFAULT_BERTH

//- /ferry/dock.py
DEFAULT_BERTH = 2
RETRY_DELAY_SECS = 5

//- /docs/options.md
# Options

The crew retries a crossing that failed.

| Option | Default | Meaning |
| --- | --- | --- |
| `fogs` | none | A list of fogs in which the ferry never leaves the harbour. |

## Labels

You can use the special `org.ferry.tows` label with names of tugs, separated by a comma.
"""


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("default watch length?", "with `DEFAULT_WATCH = 600000`"),
        ("default rest length?", "with `LONG_REST = 40`"),  # followed from one constant to the next
        ("what does exit code 4 mean?", "`EXIT_ICE = 4  # The harbour was closed by ice.`"),
        ("a crossing of the crew is retried 10 times by default, isn't it?", "No: `def __init__("),
        ("what is the fogs option?", "A list of fogs in which the ferry never leaves"),
        ("what is the tows label for?", "with names of tugs, separated by a comma"),
    ],
)
def test_a_name_is_followed_to_what_it_says(question: str, held: str) -> None:
    with asking(RESOLVED) as made:
        assert held in answer(made, question).partition("\n\n")[0]


def test_a_constant_that_two_files_set_otherwise_is_not_followed() -> None:
    with asking(RESOLVED) as made:
        assert ", with `DEFAULT_BERTH" not in answer(made, "default berth length?")
