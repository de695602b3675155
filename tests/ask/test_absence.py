"""Nobody says that nothing uses a definition unless every name of it was followed and stands nowhere else."""

from __future__ import annotations

import pytest

from tests.ask.world import answer, asked, asking

NONE = "No use of it was found in the indexed files."
KILN = """
//- /kiln.py
def fire_kiln(hours):
    '''Fires the kiln; fire_kiln is slow.'''
    return hours

def open_door():
    return 1
"""
ELSEWHERE = {
    "a string": "//- /late.py\nimport kiln\n\ndef run():\n    return getattr(kiln, 'fire_kiln')(3)\n",
    "a template that has no grammar": "//- /page.vue\n<script>fire_kiln(1)</script>\n",
    "a document": "//- /README.md\n# Kiln\n\nCall `fire_kiln` at night.\n",
    "a comment": "//- /other.py\n# fire_kiln comes later\nx = 1\n",
    "a configuration": "//- /tasks.toml\n[tasks]\nburn = 'kiln:fire_kiln'\n",
    "the same name of another thing": "//- /old/kiln.py\ndef fire_kiln(): return 2\nfire_kiln()\n",
}


def test_none_is_said_where_the_name_stands_nowhere() -> None:
    with asking(KILN) as world:
        assert NONE in answer(world, "who calls fire_kiln?")


@pytest.mark.parametrize("more", ELSEWHERE.values(), ids=ELSEWHERE)
def test_none_is_not_said_where_the_name_stands(more: str) -> None:
    with asking(KILN + more) as world:
        envelope = asked(world, "who calls fire_kiln?").envelope
        told = answer(world, "who calls fire_kiln?")
    path = more.split("\n", maxsplit=1)[0].removeprefix("//- /")
    assert NONE not in told
    assert path in told
    assert "No use of `fire_kiln` is certain" in told or "old/kiln.py" in told
    assert envelope.answer_verdict.answers != "strong" or "is called at" in told


def test_an_import_alone_is_told() -> None:
    with asking(KILN + "//- /shop.py\nfrom kiln import fire_kiln as fire\n") as world:
        told = answer(world, "who calls fire_kiln?")
    assert "it is imported or exported at 1 place in 1 file" in told
    assert "shop.py:1" in told


def test_users_under_another_name_are_named() -> None:
    shop = "//- /shop.py\nfrom kiln import fire_kiln as burn\n\ndef bake():\n    return burn(3)\n"
    with asking(KILN + shop) as world:
        told = answer(world, "who calls fire_kiln?")
    assert "`fire_kiln` is called at 1 place in 1 file." in told
    assert "- `bake`: `return burn(3)` (shop.py:4)" in told


@pytest.mark.parametrize("place", ["src/lib/db.ts", "lib/db.ts", "src/lib"])
def test_a_file_in_the_question_decides_which_definition_is_meant(place: str) -> None:
    text = """
    //- /tsconfig.json
    {"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}
    //- /src/lib/db.ts
    export function openPool() { return 1 }
    //- /src/app/a.ts
    import { openPool } from "@/lib/db"
    export const first = () => openPool()
    //- /other/db.ts
    export function openPool() { return 2 }
    //- /other/z.ts
    import { openPool } from "./db"
    export const second = () => openPool()
    """
    with asking(text) as world:
        told = answer(world, f"who calls openPool in {place}?")
    assert "src/app/a.ts:2" in told
    assert "other/" not in told


POND = """
//- /src/Pond.cs
namespace Salt.Water.FishesOfTheSea.DeepestOfAllPonds;
public class EveryPondOfTheNeighbourhood
{
    public int SwimInTheDeepestOfAllPonds() { return 3; }
    public int Dive() { return SwimInTheDeepestOfAllPonds(); }
}
//- /src/All.cs
global using Salt.Water.FishesOfTheSea.DeepestOfAllPonds;
"""


def test_a_namespace_that_a_file_takes_in_is_not_told_as_unused() -> None:
    with asking(POND) as world:
        told = answer(world, "who uses `Salt.Water.FishesOfTheSea.DeepestOfAllPonds`?")
    assert NONE not in told
    assert "src/All.cs:1" in told


def test_a_name_with_many_owners_is_read_whole() -> None:
    place = "Salt.Water.FishesOfTheSea.DeepestOfAllPonds.EveryPondOfTheNeighbourhood"
    with asking(POND) as world:
        told = answer(world, f"who calls `{place}.SwimInTheDeepestOfAllPonds`?")
    assert "`SwimInTheDeepestOfAllPonds` is called at 1 place in 1 file." in told


MARKED = {
    "a route of python": ("show", "`@app.route(\"/kiln\")` may use it", '@app.route("/kiln")\ndef show(): return 1\n', "app.py"),
    "a test of rust": ("burns", "`#[test]` may use it", "#[test]\nfn burns() { assert!(true); }\n", "src/lib.rs"),
    "a bean of java": ("kiln", "`@Bean` may use it", "class A {\n  @Bean\n  Kiln kiln() { return null; }\n}\n", "A.java"),
    "a test of c#": ("Burns", "`[Fact]` may use it", "class A\n{\n    [Fact]\n    public void Burns() { }\n}\n", "A.cs"),
    "a test of go": ("TestBurns", "a test runner may use it", "package a\n\nfunc TestBurns() {}\n", "a_test.go"),
    "what the language calls": ("__len__", "the language may use it", "class A:\n    def __len__(self): return 1\n", "a.py"),
    "a member that is only static": ("dry", NONE, "class A:\n    @staticmethod\n    def dry(): return 1\n", "a.py"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "said", "text", "path"), MARKED.values(), ids=MARKED)
def test_what_may_use_it_without_its_name_is_told(name: str, said: str, text: str, path: str) -> None:
    with asking(f"//- /{path}\n{text}") as world:
        told = answer(world, f"who calls `{name}`?")
    assert said in told
    assert (NONE in told) == (said == NONE)


def test_a_name_whose_last_part_is_a_number_is_looked_for_as_text() -> None:
    scala = (
        "//- /media.scala\nobject audio {\n  lazy val `rhetorex.32kadpcm`: Int = 1\n"
        "  lazy val all: List[Int] =\n    List(\n      `rhetorex.32kadpcm`\n    )\n}\n"
    )
    with asking(KILN + scala) as world:
        told = answer(world, "who calls `audio.rhetorex.32kadpcm`?")
    assert NONE not in told
    assert "media.scala:5" in told
