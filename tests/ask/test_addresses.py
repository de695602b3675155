"""A path, a place in a file or a folder that a question writes is looked up first, and the answer is made from
there. What merely looks like an address is none.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.question.address import addresses, asked_address
from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import World, indexed

SENTENCES = "".join(f"    # Sentence {n} on how the shuttle is thrown through the warp.\n" for n in range(20))
BIG = f"# A long file.\nmodule Loom\n  class Shuttle\n{SENTENCES}    def throw_shuttle(yarn)\n      yarn * 2\n    end\n  end\nend\n"
FILES = {
    "src/mill/grind.ts": (
        "import { Grain } from './grain'\n\n/** Grinds grain into flour. */\nexport function grind(g: Grain): number {\n"
        "  const speed = 4\n  return g.weight * speed\n}\n\nexport class Stone {\n  turn() {\n    return 1\n  }\n}\n"
    ),
    "src/mill/grain.ts": "export interface Grain { weight: number }\n",
    "src/app.ts": "import { grind } from './mill/grind.js'\nimport { Grain } from '@/mill/grain'\nexport const run = () => grind({ weight: 2 })\n",
    "src/mill/grind.test.ts": "import { grind } from './grind'\ntest('grinds', () => { expect(grind({ weight: 1 })).toBe(4) })\n",
    "left/util.py": "def left_side():\n    return 1\n",
    "right/util.py": "def right_side():\n    return 2\n",
    "docs/mill.md": "# The mill\n\nThe mill grinds.\n\n## Retries\n\nThe mill retries 4 times when a stone is stuck.\n",
    "docs/press.md": "# The press\n\nThe press retries 9 times.\n",
    "Makefile": "all:\n\tmill build\n",
    "notes.txt": "one\ntwo\nthree\n",
    "k/Shape.kt": "package k\n\nclass Shape(val w: Int) {\n    fun widen(): Int = w * 2\n}\n",
    "k/Main.kt": "package k.main\n\nimport k.Shape\n\nfun main() { println(Shape(2).widen()) }\n",
    "test/k/ShapeTest.kt": "package k\n\nimport org.junit.Test\n\nclass ShapeTest {\n    @Test fun widens() { check(Shape(1).widen() == 2) }\n}\n",
    "go.mod": "module x.org/m\n",
    "go/pond/pond.go": "package pond\n\n// Fill fills.\nfunc Fill() int { return 1 }\n",
    "go/pond/pond_test.go": 'package pond\n\nimport "testing"\n\nfunc TestFill(t *testing.T) { Fill() }\n',
    "go/cmd/main.go": 'package main\n\nimport "x.org/m/go/pond"\n\nfunc main() { pond.Fill() }\n',
    "c/shape.h": "int stretch(int x);\n",
    "c/main.c": '#include "shape.h"\n#include <stdio.h>\nint main(void) { return stretch(2); }\n',
    "rs/src/shape.rs": "pub fn lengthen(x: i32) -> i32 { x }\n",
    "rs/src/main.rs": "mod shape;\nuse crate::shape::lengthen;\nfn main() { lengthen(1); }\n",
    "lib/loom.rb": BIG,
    "mac/old.md": "# Old\rThe forge burns coke.\r\rThe anvil weighs 90 kg.\r",
}


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed({path: text.encode() for path, text in FILES.items()}) as made:
        yield made


def told(world: World, question: str) -> tuple[str, list[tuple[str, int, int]]]:
    """(the text of the answer, its citations)."""
    done = ask(world.view(), Question(text=question))
    return str(envelope_to_wire(done.envelope, done.trace)["answer"]), [
        (c.path, c.start_line, c.end_line) for c in done.envelope.citations
    ]


@pytest.mark.parametrize(
    ("question", "first", "words"),
    [
        ("what is on line 6 of src/mill/grind.ts?", ("src/mill/grind.ts", 6, 6), ("`grind` is a function", "const speed = 4")),
        ("src/mill/grind.ts:11", ("src/mill/grind.ts", 11, 11), ("return 1", "turn() {")),
        ("explain grind.ts#L4-L7", ("src/mill/grind.ts", 4, 7), ("const speed = 4",)),
        ("what is at lines 9 to 10 of `src/mill/grind.ts`?", ("src/mill/grind.ts", 9, 10), ("class Stone",)),
        ("docs/mill.md line 7", ("docs/mill.md", 7, 7), ("*Retries* in",)),
        ("what is on line 2 of notes.txt?", ("notes.txt", 2, 2), ("two",)),
        ("show me the 4th line of src/mill/grind.ts", ("src/mill/grind.ts", 4, 4), ("export function grind",)),
        ("what is the last line of notes.txt?", ("notes.txt", 3, 3), ("three",)),
        ("what is on line 2 of Makefile?", ("Makefile", 2, 2), ("mill build",)),
        ("what is on line 4 of mac/old.md?", ("mac/old.md", 4, 4), ("90 kg",)),
        ("lib\\loom.rb:16", ("lib/loom.rb", 16, 16), ("def throw_shuttle(yarn)",)),
    ],
)  # fmt: skip
def test_a_line_is_shown_with_what_it_stands_in(
    world: World, question: str, first: tuple[str, int, int], words: tuple[str, ...]
) -> None:
    text, cited = told(world, question)
    assert cited[0] == first
    assert all(word in text for word in words), text
    assert not text.startswith("No ")


def test_an_empty_line_and_a_line_past_the_end_are_said_to_be_that(world: World) -> None:
    assert (
        "Line 2 of `src/mill/grind.ts` is empty." in told(world, "what is on line 2 of src/mill/grind.ts?")[0]
    )
    assert "has 13 lines; it does not have a line 40" in told(world, "what does grind.ts:40 say?")[0]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            "explain src/mill/grind.ts",
            ("Grinds grain into flour", "`grind` is a function", "`Stone` is a class"),
        ),
        ("what does rs/src/shape.rs do?", ("`lengthen` is a function",)),
        ("summarize docs/mill.md", ("The mill grinds", "Retries")),
        ("what is in Makefile?", ("mill build",)),
        ("what is in src/mill?", ("src/mill/grain.ts", "src/mill/grind.ts", "export function grind")),
        ("how many lines does notes.txt have?", ("`notes.txt` has 3 lines",)),
    ],
)
def test_a_file_or_a_folder_is_told_by_what_it_holds(
    world: World, question: str, words: tuple[str, ...]
) -> None:
    text, cited = told(world, question)
    assert cited
    assert all(word in text for word in words), text


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("who imports src/mill/grind.ts?", {"src/app.ts", "src/mill/grind.test.ts"}),
        ("which files import grain.ts?", {"src/app.ts", "src/mill/grind.ts"}),
        ("what imports k/Shape.kt?", {"k/Main.kt", "test/k/ShapeTest.kt"}),
        ("who uses go/pond/pond.go?", {"go/cmd/main.go", "go/pond/pond_test.go"}),
        ("who includes shape.h?", {"c/main.c"}),
        ("who imports rs/src/shape.rs?", {"rs/src/main.rs"}),
        ("which tests cover src/mill/grind.ts?", {"src/mill/grind.test.ts"}),
        ("is k/Shape.kt tested?", {"test/k/ShapeTest.kt"}),
        ("are there tests for go/pond/pond.go?", {"go/pond/pond_test.go"}),
        ("which tests cover src/mill/?", {"src/mill/grind.test.ts"}),
        ("who imports src/mill?", {"src/app.ts"}),
        ("who imports notes.txt?", set[str]()),
        ("which tests cover docs/press.md?", set[str]()),
    ],
)
def test_importers_and_tests_of_a_file(world: World, question: str, paths: set[str]) -> None:
    text, cited = told(world, question)
    assert {path for path, _, _ in cited} == paths, text
    assert paths or text.startswith("Not found in the indexed files")


@pytest.mark.parametrize(
    ("files", "question", "said", "paths"),
    [
        # of two files of one name the one that the path leads to
        (
            {
                "a/src/db.ts": "export const a = 1\n",
                "b/src/db.ts": "export const b = 1\n",
                "a/src/use.ts": "import { a } from './db'\n",
                "b/src/use.ts": "import { b } from './db'\n",
            },
            "who imports a/src/db.ts?",
            "### Imported by",
            {"a/src/use.ts"},
        ),
        (
            {
                "a/shape.h": "int f(void);\n",
                "b/shape.h": "int f(void);\n",
                "c/main.c": '#include "shape.h"\nint main(void) { return 0; }\n',
            },
            "who includes a/shape.h?",
            "No import of `a/shape.h` is certain.",
            {"c/main.c"},
        ),
        (
            {
                "pond/pond.go": "package pond\n\nfunc Fill() int { return 1 }\n",
                "main.go": 'package main\n\nimport "x.org/m/pond"\n\nfunc main() {}\n',
            },
            "who imports pond/pond.go?",
            "No import of `pond/pond.go` is certain.",
            {"main.go"},
        ),
        (
            {f"many/part_{n}.py": f"PART_{n} = {n}\n" for n in range(60)},
            "who imports many/?",
            "No import or use of a file in `many` is certain; not every file was looked at.",
            set[str](),
        ),
    ],
)
def test_what_is_not_certain_or_not_looked_at_is_said(
    files: dict[str, str], question: str, said: str, paths: set[str]
) -> None:
    with indexed({path: text.encode() for path, text in files.items()}) as made:
        text, cited = told(made, question)
    assert said in text
    assert {path for path, _, _ in cited} == paths


@pytest.mark.parametrize(
    ("question", "first", "not_said"),
    [
        ("what does docs/mill.md say about retries?", "docs/mill.md", "9 times"),
        ("how many times is there a retry according to docs/press.md?", "docs/press.md", "4 times"),
        ("where is grind defined in src/mill/grind.ts?", "src/mill/grind.ts", "ShapeTest"),
        ("where is right_side defined in util.py?", "right/util.py", "left_side"),
    ],
)
def test_what_is_named_is_where_it_is_answered_from(
    world: World, question: str, first: str, not_said: str
) -> None:
    text, cited = told(world, question)
    assert cited[0][0] == first
    assert not_said not in text


def test_a_thing_that_the_named_file_does_not_define_is_told_from_where_it_is(world: World) -> None:
    text, cited = told(world, "where is right_side defined in left/util.py?")
    assert "`right_side` is not defined in `left/util.py`." in text
    assert cited[0][0] == "right/util.py"


def test_a_key_of_the_named_file_is_not_said_to_be_missing_there() -> None:
    files = {"shop.json": b'{"shop": {"max_orders": 40}}\n', "shop.py": b"MAX_ORDERS = 40\n"}
    with indexed(files) as shop:
        assert "is not defined in" not in told(shop, "max_orders in shop.json?")[0]


def test_of_two_files_of_one_name_each_is_told_by_its_path(world: World) -> None:
    text, cited = told(world, "what is on line 2 of util.py?")
    assert "names 2 files: `left/util.py`, `right/util.py`" in text
    assert {path for path, _, _ in cited} == {"left/util.py", "right/util.py"}


def test_a_path_that_is_not_here_has_the_nearest_ones_beside_it(world: World) -> None:
    text, _ = told(world, "what is in src/mil/grnd.ts?")
    assert "a file `src/mil/grnd.ts`" in text
    assert "src/mill/grind.ts" in text


@pytest.mark.parametrize(
    "question",
    ["what is node.js?", "explain TCP/IP", "reads and/or writes?", "see https://a.example/src/app.ts", "what is v1.2.3?", "is e.g. a word?"],
)  # fmt: skip
def test_what_only_looks_like_an_address_is_none(world: World, question: str) -> None:
    assert addresses(question, world.snapshot) == ()


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("where is throw_shuttle defined?", 24),
        ("where is throw_shuttle?", 24),
        ("in which file is grind defined?", 4),
    ],
)
def test_where_a_thing_is_defined_is_first_the_line_of_its_name(
    world: World, question: str, line: int
) -> None:
    _, cited = told(world, question)
    assert cited[0][1] == line


def test_an_excerpt_out_of_a_comment_has_the_head_of_its_definition(world: World) -> None:
    text, cited = told(world, "how is the shuttle thrown through the warp?")
    assert "def throw_shuttle(yarn)" in text
    assert ("lib/loom.rb", 24, 24) in cited or any(a <= 24 <= b for p, a, b in cited if p == "lib/loom.rb")


@pytest.mark.parametrize(
    ("question", "user"),
    [
        ("who calls src/mill/grind.ts:4?", ("src/app.ts", 3, 3)),
        ("who calls grind.ts:6", ("src/app.ts", 3, 3)),
        ("who uses line 4 of go/pond/pond.go?", ("go/cmd/main.go", 5, 5)),
        ("where is line 4 of k/Shape.kt called?", ("k/Main.kt", 5, 5)),
    ],
)
def test_who_uses_a_line_is_who_uses_its_definition(
    world: World, question: str, user: tuple[str, int, int]
) -> None:
    text, cited = told(world, question)
    assert user in cited
    assert "Used by" in text


def test_a_line_outside_of_all_definitions_has_no_users(world: World) -> None:
    text, cited = told(world, "who calls src/mill/grind.ts:1?")
    assert text.startswith("Line 1 of `src/mill/grind.ts` is not in a definition.")
    assert ("src/mill/grind.ts", 1, 1) in cited


@pytest.mark.parametrize(
    ("question", "path", "words"),
    [
        ("notes", "notes.txt", ()),
        ("mill", "src/mill/grain.ts", ("Files in src/mill", "grind.ts")),
        ("what is in pond?", "go/pond/pond.go", ("Files in go/pond",)),
        ("press", "docs/press.md", ("The press retries 9 times.",)),
        ("Util", "left/util.py", ("right/util.py",)),
        ("what does the app file contain?", "src/app.ts", ("`run`",)),
    ],
)  # fmt: skip
def test_one_word_that_is_called_like_a_folder_or_a_file_is_answered_from_there(
    world: World, question: str, path: str, words: tuple[str, ...]
) -> None:
    text, cited = told(world, question)
    assert "No evidence" not in text
    assert path in [place[0] for place in cited]
    assert all(word in text for word in words), text


@pytest.mark.parametrize("question", ["retries", "stretch", "Stone", "what is a mill?", "fill"])
def test_a_word_that_is_defined_or_explained_here_is_not_taken_for_a_path(
    world: World, question: str
) -> None:
    assert asked_address(question, world.view().snapshot) is None
