"""What one interface or base has in several classes is one meaning; unrelated things of one name are several."""

from __future__ import annotations

import pytest

from tests.ask.world import answer, asking, wire

_BODY = "        self.rope.run(chain)\n        return self.rope.length\n"
BASES = f"""
//- /port/tool.py
class Tool:
    '''What moves cargo.'''

    def lower(self, chain):
        '''Let it down by the chain.'''
{_BODY}
//- /port/crane.py
from port.tool import Tool

class Crane(Tool):
    def lower(self, chain):
{_BODY}
//- /port/davit.py
from port.crane import Crane

class Davit(Crane):
    def lower(self, chain):
{_BODY}
"""
INTERFACE = """
//- /src/main/java/port/Tool.java
package port;

/** What moves cargo. */
public interface Tool {
    /** Lets the tool down by its chain. */
    int lower(Chain chain);
}
//- /src/main/java/port/Crane.java
package port;

public class Crane implements Tool {
    public int lower(Chain chain) {
        return chain.run(this.rope, this.brake);
    }
}
//- /src/main/java/port/Davit.java
package port;

public class Davit implements Tool {
    public int lower(Chain chain) {
        return chain.run(this.boom, this.hook);
    }
}
"""
STRUCTURAL = """
//- /go.mod
module port
//- /tool.go
package port

// Tool moves cargo.
type Tool interface {
	// Lower lets the tool down.
	Lower(chain int) int
	Raise() int
}
//- /crane.go
package port

type Crane struct{ rope int }

func (c *Crane) Lower(chain int) int {
	return c.rope + chain
}

func (c *Crane) Raise() int {
	return c.rope
}
//- /davit.go
package port

type Davit struct{ boom int }

func (d *Davit) Lower(chain int) int {
	return d.boom - chain
}

func (d *Davit) Raise() int {
	return d.boom
}
"""
TRAIT = """
//- /src/tool.rs
/// What moves cargo.
pub trait Tool {
    /// Lets the tool down.
    fn lower(&self, chain: u32) -> u32;
}

pub struct Crane { rope: u32 }
pub struct Davit { boom: u32 }

impl Tool for Crane {
    fn lower(&self, chain: u32) -> u32 {
        self.rope + chain
    }
}

impl Tool for Davit {
    fn lower(&self, chain: u32) -> u32 {
        self.boom - chain
    }
}
"""
UNRELATED = f"""
//- /port/crane.py
class Crane:
    '''A crane.'''

    def lower(self, chain):
        '''Let the crane down.'''
{_BODY}
//- /port/price.py
class Price:
    '''A price.'''

    def lower(self, chain):
        '''Make the price less.'''
{_BODY}
"""


@pytest.mark.parametrize(
    "world", [BASES, INTERFACE, STRUCTURAL, TRAIT], ids=["bases", "interface", "structural", "trait"]
)
@pytest.mark.parametrize("question", ["what does `lower` do?", "who calls `lower`?"])
def test_one_interface_is_one_meaning(world: str, question: str):
    if world is STRUCTURAL:
        question = question.replace("lower", "Lower")
    with asking(world) as made:
        assert wire(made, question)["mode"] != "clarify"


def test_what_implements_it_stands_in_the_answer():
    with asking(INTERFACE) as made:
        text = answer(made, "what does `lower` do?")
    assert (
        text.index("Lets the tool down")
        < text.index("The same member in other classes")
        < text.index("`Crane.lower`")
    )
    assert "`Davit.lower`" in text


def test_unrelated_things_are_offered():
    with asking(UNRELATED) as made:
        found = wire(made, "what does `lower` do?")
    assert found["mode"] == "clarify"


USED = (
    UNRELATED
    + """
//- /port/dock.py
from port.crane import Crane

def berth(chain):
    crane = Crane()
    return crane.lower(chain)
"""
)
BOTH = (
    USED
    + """
//- /port/sale.py
from port.price import Price

def sell(chain):
    price = Price()
    return price.lower(chain)
"""
)


def test_who_uses_a_name_is_told_where_one_of_its_meanings_is_used():
    with asking(USED) as made:
        found = wire(made, "who calls `lower`?")
    assert found["mode"] != "clarify"
    assert "`Crane.lower` is used in `berth`" in str(found["answer"])
    assert "`Price.lower` is used in" not in str(found["answer"])


def test_who_uses_each_of_a_few_is_one_answer():
    with asking(BOTH) as made:
        text = answer(made, "who calls `lower`?")
    assert "`Crane.lower` is used in `berth`" in text
    assert "`Price.lower` is used in `sell`" in text


def test_the_meaning_that_documents_name_comes_first():
    documents = "//- /docs/price.md\n# Prices\n\nTo make one less, call `Price.lower` with the chain.\n"
    with asking(UNRELATED + documents) as made:
        clarify = wire(made, "what does `lower` do?")["clarify"]
    assert isinstance(clarify, dict)
    assert clarify["options"][0]["label"] == "Price.lower"


def test_a_short_word_alone_is_a_name():
    with asking(UNRELATED.replace("def lower", "def put")) as made:
        assert wire(made, "what does put do?")["mode"] == "clarify"


def test_two_names_tell_each_other_apart():
    more = (
        UNRELATED
        + "//- /port/raise.py\ndef raise_by(chain):\n    '''Raise by the chain.'''\n    return chain.length\n"
    )
    with asking(more.replace("def lower", "def lower_by")) as made:
        assert wire(made, "what is different between lower_by and raise_by?")["mode"] != "clarify"
