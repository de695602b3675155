"""Two states of files -> which name took the place of which, how likely, and whether so surely that it may be
written.
"""

from __future__ import annotations

import pytest

from helix_lsp.history.successor import Successor, sides_of, successor_of, successors

KILN = """
class Oven:
    def preheat(self, degrees):
        self.door.close()
        self.burner.start(degrees)
        return self.gauge.read()

    def cool(self):
        self.burner.stop()


def burn(door, hours):
    door.open()
    door.heat(hours)
    return door.close()


def main():
    burn(1, 2)
    burn(3, 4)
"""
OTHER = """def parse_invoice(text):
    rows = text.splitlines()
    return [row.split(";") for row in rows if row]
"""
BURN = KILN[KILN.index("def burn") : KILN.index("\n\ndef main")]


def told(before: dict[str, str], after: dict[str, str]) -> dict[str, Successor]:
    """Old name -> what took its place."""
    paths = sorted(before.keys() | after.keys())
    sides = [sides_of(p, p, *(s[p].encode() if p in s else None for s in (before, after))) for p in paths]
    return {one.old: one for one in successors(sides)}


def became(before: str, after: str, path: str = "kiln.py") -> dict[str, tuple[str, bool]]:
    return {old: (one.new, one.certain) for old, one in told({path: before}, {path: after}).items()}


def test_what_is_equal_but_for_its_name_is_certain_whether_or_not_its_uses_followed() -> None:
    assert became(KILN, KILN.replace("burn", "ignite")) == {"burn": ("ignite", True)}
    assert became(KILN, KILN.replace("def burn", "def ignite")) == {"burn": ("ignite", True)}


def test_an_unrelated_definition_in_its_place_is_nothing() -> None:
    assert became(KILN, KILN.replace(BURN, OTHER)) == {}


def test_one_that_is_used_where_the_other_was_is_likely_and_never_certain() -> None:
    """Whoever used the one uses the other now: worth a suggestion, and no proof of anything."""
    assert became(KILN, KILN.replace(BURN, OTHER).replace("burn(", "parse_invoice(")) == {
        "burn": ("parse_invoice", False)
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    door.heat(hours)\n", "    door.heat(hours * 2)\n    log.info(hours)\n"),
        ("door, hours", "door, hours, rate=1"),
    ],
)
def test_a_rename_with_other_changes_is_found(old: str, new: str) -> None:
    assert became(KILN, KILN.replace(old, new).replace("burn", "ignite"))["burn"][0] == "ignite"


def test_much_alike_with_its_uses_is_certain_and_without_them_is_not() -> None:
    before = KILN.replace(
        "door.open()",
        "door.open()\n    door.watch(lamp, glass)\n    lamp.show(hours, door)\n    glass.wipe(cloth)",
    )
    after = before.replace("door.heat(hours)", "door.heat(hours + 1)").replace("burn", "ignite")
    assert became(before, after) == {"burn": ("ignite", True)}
    assert became(before, after.replace("ignite(", "burn(").replace("def burn", "def ignite")) == {
        "burn": ("ignite", False)
    }


def test_two_that_are_equal_but_for_their_names_are_told_apart_by_nothing() -> None:
    """Of twins that both got another name nobody knows which is which."""
    twins = "".join(
        f"def ring_{n}(rope, bell):\n    rope.pull(bell)\n    bell.wait(rope)\n    return rope\n\n\n"
        for n in ("high", "deep")
    )
    found = became(twins, twins.replace("ring_high", "toll_first").replace("ring_deep", "toll_second"))
    assert not any(certain for _, certain in found.values())


def test_short_ones_are_equal_by_chance() -> None:
    before = "class Kiln:\n    def is_wet(self):\n        pass\n"
    assert not any(certain for _, certain in became(before, before.replace("is_wet", "detach")).values())
    getter = "class Kiln:\n    def is_wet(self):\n        return self.clay\n"
    assert became(getter, getter.replace("is_wet", "detach").replace("clay", "door")) == {}


def test_a_renamed_class_takes_its_members_with_it() -> None:
    found = became(KILN, KILN.replace("class Oven", "class Furnace"))
    assert found == {"Oven": ("Furnace", True)}
    assert became(KILN, KILN.replace("class Oven", "class Furnace").replace("preheat", "warm_up")) == {
        "Oven": ("Furnace", True),
        "preheat": ("warm_up", True),
    }


def test_methods_outside_of_the_block_of_their_type_belong_to_it() -> None:
    go = (
        "package gin\n\ntype Engine struct {\n\tlist []string\n}\n\nfunc (e *Engine) SetProxies(list []string) error {\n\te.list = list\n"
        "\treturn e.parse(list, 3)\n}\n\nfunc (c *Context) SetProxies(list []string) error {\n\tc.list = list\n\treturn c.check(list, 4)\n}\n"
    )
    found = told({"gin.go": go}, {"gin.go": go.replace("(e *Engine) SetProxies", "(e *Engine) SetAllowList")})
    assert {
        (old, one.new, one.certain, one.was.qualified if one.was is not None else "")
        for old, one in found.items()
    } == {("SetProxies", "SetAllowList", True, "Engine.SetProxies")}


def test_a_function_does_not_become_a_value_of_like_name_nor_a_class() -> None:
    before = "class A:\n    def auto_headers(self):\n        return self.given\n"
    after = (
        "class A:\n    auto_headers_of = 3\n    def build(self, given):\n        x = []\n        return x\n"
    )
    assert became(before, after).get("auto_headers") is None
    assert became(KILN, KILN.replace(BURN, "class burner:\n    door = 1\n")).get("burn") is None


def test_a_value_is_its_successor_only_with_its_name_or_its_users() -> None:
    before = "LIMIT = 5\n\n\ndef a(x):\n    return x + LIMIT\n\n\ndef b(x):\n    return x * LIMIT\n"
    assert became(before, before.replace("LIMIT", "BOUND"))["LIMIT"][0] == "BOUND"
    assert became(before, before.replace("LIMIT = 5", "WIDTH = 7")) == {}


def test_a_removed_alias_or_warning_names_its_successor_and_is_not_certain() -> None:
    assert became("burn = fire\n", "") == {"burn": ("fire", False)}
    warned = 'def burn(kiln):\n    warn("burn is deprecated, use `light_fire` instead")\n    return light_fire(kiln)\n'
    assert became(warned, "") == {"burn": ("light_fire", False)}
    assert became("        self._burn = burn\n", "") == {}


def test_a_deprecated_class_that_calls_its_parent_was_not_renamed_to_it() -> None:
    before = (
        "class Filter(kilns.Filter):\n    def __init__(self, *args):\n        warn('deprecated, install kilns')\n"
        "        return super(Filter, self).__init__(*args)\n"
    )
    assert became(before, "") == {}


def test_a_body_that_moved_to_another_file_under_another_name_is_followed() -> None:
    found = told(
        {"a.py": BURN, "b.py": "x = 1\n"},
        {"a.py": "\n", "b.py": "x = 1\n\n\n" + BURN.replace("burn", "ignite_door")},
    )
    assert (found["burn"].new, found["burn"].path) == ("ignite_door", "a.py")


def test_one_that_takes_the_place_of_many_is_the_new_name_of_none() -> None:
    def folded(times: int) -> dict[str, tuple[str, bool]]:
        body = "    pull(rope)\n    wait(1)\n    return rope\n\n\n"
        return became(
            "".join(f"def ring_bell_{n}(rope):\n{body}" for n in range(times)),
            f"def ring_bell_all(rope):\n{body}",
        )

    assert folded(2) == {"ring_bell_0": ("ring_bell_all", False), "ring_bell_1": ("ring_bell_all", False)}
    assert folded(6) == {}


def test_a_generated_file_is_not_compared_with_itself() -> None:
    def generated(times: int, name: str) -> str:
        return "".join(
            f"def {name}_{n}(stack):\n    a = stack.pop({n})\n    push({n})\n" for n in range(times)
        )

    for times, found in ((3, True), (900, False)):
        assert bool(became(generated(times, "reduce"), generated(times, "action"))) is found


def test_options_and_variables_are_told_by_the_line_that_changed_in_nothing_else() -> None:
    before = 'def options(parser):\n    parser.add_argument("--dry-run", help="look, and do not touch the kiln or its door")\n'
    assert became(before, before.replace("--dry-run", "--look-only"))["--dry-run"] == ("--look-only", True)
    bare = 'def options(parser):\n    parser.add_argument("--fast")\n'
    assert became(bare, bare.replace("--fast", "--slow"))["--fast"] == ("--slow", False)


def test_tests_are_witnesses_and_define_nothing() -> None:
    test = "def test_burn():\n    assert burn(1, 2)\n"
    before = {"kiln.py": KILN, "tests/test_kiln.py": test}
    found = told(before, {path: text.replace("burn", "ignite") for path, text in before.items()})
    assert set(found) == {"burn"}


def test_the_place_that_is_asked_for_comes_before_others() -> None:
    rows = (
        Successor(old="a", new="b", path="x.py", score=0.9),
        Successor(old="a", new="c", path="y.py", score=0.6),
    )
    assert [
        one.new for path in ("x.py", "y.py", "z.py") if (one := successor_of("a", path, rows)) is not None
    ] == ["b", "c", "b"]
    assert successor_of("b", "x.py", rows) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"def (((((:\n" * 50,
        b"class A:\n" * 3_000,
        "def ünï(): pass\n".encode(),
        b"\r\r\r\n",
    ],
)
def test_no_content_fails(data: bytes) -> None:
    for before, after in ((data, KILN.encode()), (KILN.encode(), data), (data, None), (None, data)):
        assert isinstance(successors([sides_of("a.py", "a.py", before, after)]), tuple)


def test_line_ends_are_no_difference() -> None:
    assert became(KILN, KILN.replace("burn", "ignite").replace("\n", "\r\n"))["burn"] == ("ignite", True)
