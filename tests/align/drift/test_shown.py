"""Names in code blocks that the tree does not have are told where something beside them says whose they are."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from tests.support.drifted import drifted

TREE = """
//- /kiln/oven.py
class Oven:
    def open_door(self, door_width, max_heat): ...
    def close_door(self): ...
    def ring_bell(self): ...
    def lock_door(self, bolt_side, **rest): ...
heat_level = retention_seconds = front_door = plain_endpoint = 1
"""
ASKED = "oven.open_door(1)\noven.close_door()\noven.ring_bell()\n"


def told(block: str, language: str = "python") -> list[tuple[str, str]]:
    text = f"# G\n\n```{language}\n{block}```\n"
    return [row for row in drifted(TREE, text, NoHistory(), "docs/guide.md") if row[1]]


@pytest.mark.parametrize(
    ("block", "word"),
    [
        ("oven.open(retension_seconds=3)\n", "retension_seconds"),
        ("oven.open({ heat_levels: 3 })\n", "heat_levels"),
        ("plugin :front_doors\n", "front_doors"),
        ("heat_it(plain_endpoints=3)\n", "plain_endpoints"),
        (ASKED + "oven.melt_glass()\n", "melt_glass"),
        ("oven.open_door(door_width=1, cold_side=3)\n", "cold_side"),  # nor does the function take it
        ("oven.open_door(dour_widht=1)\n", "dour_widht"),
        ("oven.start(door_width=1, max_heat=2, cold_side=3)\n", "cold_side"),
        ("Oven.melt_glass()\n", "melt_glass"),
        ("made = Oven(door_width=1, max_heat=2, cold_side=3)\n", "cold_side"),
    ],
)
def test_a_strange_name_of_a_block(block: str, word: str) -> None:
    assert told(block) == [(word, "A")]
    assert told(block, "") == [(word, "A")]


def test_what_the_reader_adds_is_no_alarm() -> None:
    assert told(ASKED.replace("oven", "pot") + "pot.melt_glass()\n") == [("melt_glass", "B")]
    text = "# G\n\nBy monkey-patching, you can add a helper:\n\n```python\nOven.melt_glass()\n```\n"
    assert ("melt_glass", "B") in drifted(TREE, text, NoHistory(), "docs/guide.md")


def test_a_class_that_makes_its_methods_may_have_any() -> None:
    tree = "//- /lib/bell.rb\nclass Bell\n  define_method(:ring_it) { 1 }\n  def ring; end\nend\n"
    rows = drifted(f"\n{tree}", "# G\n\n```ruby\nBell.melt_glass\n```\n", NoHistory(), "docs/guide.md")
    assert [row for row in rows if row[1] == "A"] == []


@pytest.mark.parametrize(
    "block",
    [
        "heat_levels = oven.read()\nprint(heat_levels)\n",  # made here
        "oven.open(retention_second=3)\n",  # one of several
        "def heat_levels(): ...\n",
        "my_own.melt_glass()\n",  # nobody says whose it is
        "oven.open_door(1)\noven.melt_glass()\n",  # too little company
        ASKED + "oven.melt_glass()\noven.melt_iron()\n",  # nor is another of the tree
        "oven.start(door_width=1, max_heat=2, cold_side=3, warm_side=4)\n",
        'print("all heat_levels: 3")\n',  # words of a text
        "# all heat_levels\n",
        "bake()  # Handle FrontDoors: or heat_levels(3)\n",
        "oven.close_door(cold_side=3)\n",
        "oven.lock_door(bolt_side=1, cold_side=3)\n",
        "made = &http.Server{door_width: 1, max_heat: 2, cold_side: 3}\n",  # of a type that is not of the tree
        "made = Kettle(door_width=1, max_heat=2, cold_side=3)\n",
        "heat_it(heatLevels=3)\n",  # another spelling
        "def on_heat({:heat_levels, count}):\n  pass\n",  # what a function of the example takes
        "Bakery.start(door_width=1, max_heat=2, cold_side=3)\n",  # given to another project's type
    ],
)
def test_a_name_that_may_be_the_readers(block: str) -> None:
    assert told(block) == []


@pytest.mark.parametrize("language", ["text", "diff", "console"])
def test_a_block_that_is_not_code(language: str) -> None:
    assert told("oven.open(retension_seconds=3)\n", language) == []


def test_a_script_that_a_page_of_html_runs() -> None:
    call = (
        "<p>Doors.</p><{0}>oven.open_door(1); oven.close_door(); oven.ring_bell(); oven.melt_glass();</{0}>"
    )
    page = "docs/header.html"
    assert [row for row in drifted(TREE, call.format("script"), NoHistory(), page) if row[1]] == []
    assert drifted(TREE, call.format("pre"), NoHistory(), page) == [("melt_glass", "A")]


@pytest.mark.parametrize("elsewhere", ['METRIC = named(Oven, "melting")', "glass.melting()"])
def test_a_member_that_the_code_has_elsewhere_may_be_of_something_else(elsewhere: str) -> None:
    """Without history: a name of a metric (`kiln.Oven.melting`), or a member of another project's type of that name."""
    text = "# G\n\nRead `kiln.oven.Oven.melting`.\n"
    assert ("kiln.oven.Oven.melting", "A") in drifted(TREE, text, NoHistory(), "docs/guide.md")
    tree = f"{TREE}//- /kiln/metrics.py\n{elsewhere}\n"
    assert ("kiln.oven.Oven.melting", "B") in drifted(tree, text, NoHistory(), "docs/guide.md")


def test_a_key_of_settings_in_a_table() -> None:
    keys = ("heat_level", "door_width", "max_heat", "cold_side")
    text = "# G\n\n| Key | What |\n|---|---|\n" + "".join(f"| app.oven.{key} | It is. |\n" for key in keys)
    assert ("app.oven.cold_side", "A") in drifted(TREE, text, NoHistory(), "docs/guide.md")
    more = text + "| app.oven.warm_side | It is. |\n"
    assert ("app.oven.cold_side", "A") not in drifted(TREE, more, NoHistory(), "docs/guide.md")


def test_a_task_that_is_written_with_other_joints() -> None:
    tree = '//- /package.json\n{"name": "kiln", "scripts": {"build:glass": "x", "test": "y"}}\n'
    text = "# G\n\n```bash\nnpm run build-glass\n```\n"
    assert ("build-glass", "A") in drifted(tree, text, NoHistory(), "docs/guide.md")


@pytest.mark.parametrize(
    ("tree", "text", "word"),
    [
        (
            "//- /oven/door.go\npackage oven\nfunc OpenDoor() {}\n",
            "Call `oven.RingBell()`.",
            "oven.RingBell()",
        ),
        (
            "//- /lib/kiln.rb\nmodule Kiln\n  def self.open_door\n  end\nend\n",
            "Call `Kiln.ring_bell`.",
            "Kiln.ring_bell",
        ),
        (
            '//- /setup.py\nsetup(name="kiln")\n//- /kiln/a.py\nKILN_HEAT_LEVEL = KILN_DOOR_WIDTH = KILN_MAX_HEAT = 1\n',
            "Set KILN_COLD_SIDE to 3",
            "KILN_COLD_SIDE",
        ),
        (
            "//- /meson.build\noption('door_retention_time')\n",
            "```bash\nmeson setup -Ddoor_retension_time=3\n```",
            "door_retension_time",
        ),
    ],
)
def test_a_name_whose_owner_is_of_the_tree(tree: str, text: str, word: str) -> None:
    assert (word, "A") in drifted(tree, f"# G\n\n{text}\n", NoHistory(), "docs/guide.md")


@pytest.mark.parametrize(
    ("target", "tier"),
    [
        ("kiln/plugis/door.md", ""),
        ("kiln/plugis", "A"),
        ("kiln/plugins", ""),
        ("kiln/windows", ""),
        ("kiln/oven1.py", ""),
        ("other/plugis", ""),
    ],
)
def test_a_slip_of_a_path(target: str, tier: str) -> None:
    tree = "//- /kiln/plugins/door.py\n//- /kiln/oven2.py\n"
    assert (target, tier) in drifted(tree, f"# G\n\nSee `{target}`.\n", NoHistory(), "guide.md")


def test_an_address_of_the_repository_that_its_front_page_shows() -> None:
    tree = "//- /kiln/oven.py\n//- /kiln/door.py\n"
    host = "https://github.com/acme/kiln/blob/main/kiln"
    text = f"# G\n\n[a]({host}/oven.py) [b]({host}/door.py) [c]({host}/bell.py)\n"
    assert (f"{host}/bell.py", "A") in drifted(tree, text, NoHistory(), "README.md")
    other = text.replace("door.py", "ring.py")
    assert (f"{host}/bell.py", "A") not in drifted(tree, other, NoHistory(), "README.md")
