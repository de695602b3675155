"""Both sides of changed files taken apart and held against each other: what came, went, moved, was renamed or
changed.
"""

from __future__ import annotations

import hashlib

import pytest

from helix_lsp.align.delta.change import Change, ChangedFile, Side, Status
from helix_lsp.align.delta.compare import FileDelta, compare
from helix_lsp.config.documents import PrConfig
from helix_lsp.history.lines import Hunk, hunks, lines_of
from helix_lsp.text.positions import LineIndex

CFG = PrConfig()


def file_of(
    path: str, before: str | bytes | None, after: str | bytes | None, old_path: str = ""
) -> ChangedFile:
    sides = [side.encode() if isinstance(side, str) else side for side in (before, after)]
    status: Status = (
        "added" if before is None else "removed" if after is None else "renamed" if old_path else "modified"
    )
    return ChangedFile(path=path, old_path=old_path or path, status=status, before=sides[0], after=sides[1])


def change_of(*files: ChangedFile) -> Change:
    """A change."""
    end = Side(commit="", name="")
    return Change(base=end, head=end, how="given", against="", files=files)


def compared(*files: ChangedFile) -> dict[str, FileDelta]:
    return {delta.file.path: delta for delta in compare(change_of(*files), CFG)}


def told(delta: FileDelta) -> list[tuple[str, str, str]]:
    """(status, name, old name where it is another)."""
    return [
        (
            p.status,
            p.part.qualified,
            p.old.qualified if p.old is not None and p.old.qualified != p.part.qualified else "",
        )
        for p in delta.parts
    ]


def one_file(before: str, after: str, path: str = "a.py") -> list[tuple[str, str, str]]:
    return told(compared(file_of(path, before, after))[path])


CLASS = '''
class Bell:
    """A bell."""

    def ring(self, times):
        return "dong" * times

    def stop(self):
        # no more
        return None
'''


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("times):", "times=1):", [("signature", "Bell.ring", "")]),
        ('"dong"', '"ding"', [("body", "Bell.ring", "")]),
        ("# no more", "# enough of it", [("comment", "Bell.stop", "")]),
        ('"""A bell."""', '"""A large bell."""', [("comment", "Bell", "")]),
        ("class Bell:", "class Bell(Thing):", [("signature", "Bell", "")]),
        ("    def stop(self):", "    @property\n    def stop(self):", [("body", "Bell.stop", "")]),
        ("def stop", "def halt", [("renamed", "Bell.halt", "Bell.stop")]),
        (
            "\n    def stop(self):\n        # no more\n        return None\n",
            "",
            [("removed", "Bell.stop", "")],
        ),
        ("\n    def stop", "\n    def new(self):\n        pass\n\n    def stop", [("added", "Bell.new", "")]),
        ("\n\n    def ring", "\n\n\n\n    def ring", []),
    ],
)
def test_one_change_of_a_class_is_told_where_it_is(
    old: str, new: str, expected: list[tuple[str, str, str]]
) -> None:
    after = CLASS.replace(old, new)
    assert after != CLASS
    assert one_file(CLASS, after) == expected


def test_a_renamed_class_takes_its_members_with_it() -> None:
    delta = compared(file_of("a.py", CLASS, CLASS.replace("Bell", "Gong").replace('"dong"', '"gong"')))[
        "a.py"
    ]
    assert told(delta) == [("renamed", "Gong", "Bell"), ("body", "Gong.ring", "Bell.ring")]
    assert [p.within for p in delta.parts] == ["", "Gong"]


def test_a_definition_that_moved_to_another_file_is_one_and_one_that_only_shares_its_name_is_not() -> None:
    found = compared(
        file_of("a.py", CLASS + "\ndef main():\n    return 1\n", "\n"),
        file_of(
            "b.py",
            "x = 1\n",
            "x = 1\n" + CLASS.replace('"dong"', '"ding"') + "\ndef main(argv, more):\n    return argv\n",
        ),
    )
    assert told(found["b.py"]) == [("moved", "Bell", ""), ("body", "Bell.ring", ""), ("added", "main", "")]
    assert told(found["a.py"]) == [("removed", "main", "")]


def test_members_taken_out_into_a_base_class_are_moved_also_those_that_changed_on_the_way() -> None:
    members = [f"    def part_{n}(self, value):\n        return [value, {n}, {n}, {n}]\n\n" for n in range(5)]
    before = "class Whole:\n    name = 'whole'\n\n" + "".join(members)
    after = (
        "class Base:\n"
        + "".join(members).replace("[value, 4, 4, 4]", "(value, 4)")
        + "class Whole(Base):\n    name = 'whole'\n"
    )
    found = one_file(before, after)
    assert ("added", "Base", "") in found
    assert ("signature", "Whole", "") in found
    kept = [f for f in found if f[1].startswith("Base.")]
    assert [f[1:] for f in kept] == [(f"Base.part_{n}", f"Whole.part_{n}") for n in range(5)]
    assert not [f for f in found if f[0] == "removed"]


def test_a_field_or_a_class_that_stands_in_the_place_of_another_is_not_its_new_name() -> None:
    before = "class A:\n    def __init__(self, attempts, mode):\n        self.error_attempts = attempts\n"
    assert (
        one_file(before, before.replace("self.error_attempts = attempts", "self.balancing_strategy = mode"))[
            -1
        ][0]
        == "removed"
    )
    found = compared(
        file_of("a.py", CLASS, "\n"),
        file_of("b.py", "\n", CLASS.replace("Bell", "Saw").replace("dong", "zz").replace("ring", "cut")),
    )
    assert told(found["a.py"])[0] == ("removed", "Bell", "")
    assert told(found["b.py"])[0] == ("added", "Saw", "")


def test_overloads_of_one_name_are_told_apart() -> None:
    before = "class A {\n  int f(int a) { return 1; }\n  int f(long a) { return 2; }\n}\n"
    after = before.replace("return 2", "return 3")
    assert one_file(before, after, "A.java") == [("body", "A.f", "")]
    assert one_file(before, before.replace("  int f(long a) { return 2; }\n", ""), "A.java") == [
        ("removed", "A.f", "")
    ]


def test_sections_of_documents_and_keys_of_settings_are_parts() -> None:
    page = "# Bells\n\nText.\n\n## Ringing\n\nAt noon, by hand, twelve times.\n\n## Cleaning\n\nIn spring.\n"
    found = one_file(
        page, page.replace("## Ringing", "## Tolling").replace("In spring.", "In May."), "docs/bells.md"
    )
    assert found == [("renamed", "Bells > Tolling", "Bells > Ringing"), ("body", "Bells > Cleaning", "")]
    toml = '[project]\nname = "x"\nrequires = ["a", "b"]\n\n[tool.y]\nz = 1\n'
    found = one_file(toml, toml.replace('"b"', '"c"').replace("z = 1", "w = 1"), "pyproject.toml")
    assert found == [("body", "project.requires", ""), ("added", "tool.y.w", ""), ("removed", "tool.y.z", "")]


def test_ranges_are_those_of_their_side_and_hash_to_its_bytes() -> None:
    before = "# café\r\n" + CLASS.replace("\n", "\r\n")
    after = before.replace("def stop", "def halt").replace("# café", "# café\r\n# two")
    (change,) = compared(file_of("a.py", before, after))["a.py"].parts
    for part, text in ((change.old, before), (change.new, after)):
        assert part is not None
        data = text.encode()
        assert part.sha256 == hashlib.sha256(part.span.cut(data)).hexdigest()
        assert (part.start_line, part.end_line) == LineIndex(data).lines(part.span)
        assert part.name.encode() in part.span.cut(data)


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (file_of("a.py", b"x\0y", b"x\0z"), "binary"),
        (file_of("vendor/a.py", "x = 1\n", "x = 2\n"), "vendored"),
        (file_of("a_pb2.py", "x = 1\n", "x = 2\n"), "generated"),
        (
            file_of(
                "a.py",
                "# Code generated by a tool. DO NOT EDIT.\nx = 1\n",
                "# Code generated by a tool. DO NOT EDIT.\nx = 2\n",
            ),
            "generated",
        ),
    ],
)
def test_what_is_not_taken_apart_says_why(file: ChangedFile, why: str) -> None:
    (delta,) = compare(change_of(file), CFG)
    assert (delta.left_out, delta.parts) == (why, ())
    assert bool(delta.hunks) == (why != "binary")


def test_line_ends_alone_change_no_part_and_no_line() -> None:
    before, after = CLASS.encode(), CLASS.replace("\n", "\r\n").encode()
    one = ChangedFile(
        path="a.py", old_path="a.py", status="modified", before=before, after=after, line_ends=True
    )
    (delta,) = compare(change_of(one), CFG)
    assert (delta.parts, delta.hunks) == ((), ())


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
    """I2: whatever stands on either side."""
    for before, after in ((data, CLASS.encode()), (CLASS.encode(), data), (data, data + b"\nx = 1\n")):
        (delta,) = compare(change_of(file_of("a.py", before, after)), CFG)
        assert delta.file.path == "a.py"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a\nb\nc\n", "a\nb\nc\n", []),
        ("a\nb\nc\n", "a\nx\nc\n", [(1, 1, 1, 1)]),
        ("a\nc\n", "a\nb\nc\n", [(1, 0, 1, 1)]),
        ("a\nb\nc\n", "a\nc\n", [(1, 1, 1, 0)]),
        ("", "a\nb\n", [(0, 0, 0, 2)]),
        ("a\nb\nc\nd\ne\n", "a\nB\nc\nd\nE\nf\n", [(1, 1, 1, 1), (4, 1, 4, 2)]),
        ("a\r\nb\r\n", "a\nb\n", []),
        ("a\nb", "a\nb\n", []),
    ],
)
def test_changed_lines(before: str, after: str, expected: list[tuple[int, int, int, int]]) -> None:
    found = hunks(lines_of(before.encode()), lines_of(after.encode()), CFG.line_pairs)
    assert [(h.old_start, h.old, h.new_start, h.new) for h in found] == expected


def test_changed_lines_make_the_one_side_of_the_other() -> None:
    before = [b"%d" % (n * n % 17) for n in range(200)]
    after = [line for n, line in enumerate(before) if n % 7] + [b"new"] * 3
    for most in (CFG.line_pairs, 1):
        rebuilt: list[bytes] = []
        at = 0
        for one in hunks(before, after, most):
            rebuilt += before[at : one.old_start] + after[one.new_start : one.new_start + one.new]
            at = one.old_start + one.old
        assert rebuilt + before[at:] == after
    assert hunks(before, after, 1) == (Hunk(old_start=0, old=200, new_start=0, new=len(after)),)


@pytest.mark.parametrize(
    ("path", "before", "after", "expected"),
    [
        (
            "a.py",
            (
                "def smelt(ore, heat='low', *, slag = True):\n    return pour(ore, 'hot')\n\n"
                "class Kiln( object ):\n    def fire( self,x ):\n        return x\n"
            ),
            (
                'def smelt(\n    ore,\n    heat="low",\n    *,\n    slag=True,\n):\n    return pour(\n'
                '        ore,\n        "hot",\n    )\n\n\nclass Kiln(object):\n    def fire(self, x):\n        return x\n'
            ),
            [],
        ),
        (
            "a.py",
            "def smelt(ore):\n  if ore:\n    heat(ore)\n  pour(ore)\n",
            "def smelt(ore):\n    if ore:\n        heat(ore)\n    pour(ore)\n",
            [],
        ),
        (
            "a.py",
            "def smelt(ore):\n    if ore:\n        heat(ore)\n    pour(ore)\n",
            "def smelt(ore):\n    if ore:\n        heat(ore)\n        pour(ore)\n",
            [("body", "smelt", "")],
        ),
        (
            "a.ts",
            "export function smelt(ore: Ore, heat = 'low') {\n  return ore\n}\n",
            'export function smelt(\n  ore: Ore,\n  heat = "low",\n) {\n  return ore;\n}\n',
            [("body", "smelt", "")],
        ),
        (
            "a.go",
            "package a\n\nfunc Smelt(ore Ore, heat int) error {\n\treturn nil\n}\n",
            "package a\n\nfunc Smelt(\n\tore Ore,\n\theat int,\n) error {\n\treturn nil\n}\n",
            [],
        ),
        (
            "a.rs",
            "fn smelt<'a>(ore: &'a Ore, mark: char) -> char { 'x' }\n",
            "fn smelt<'a>(\n    ore: &'a Ore,\n    mark: char,\n) -> char {\n    'x'\n}\n",
            [],
        ),
        (
            "a.java",
            "class Kiln {\n  int fire( int x,char c ) { return x; }\n}\n",
            "class Kiln {\n  int fire(int x, char c) {\n    return x;\n  }\n}\n",
            [],
        ),
        # what is more than layout
        ("a.py", "def f(a=(1,)):\n    pass\n", "def f(a=(1)):\n    pass\n", [("signature", "f", "")]),
        ("a.py", "def f(a='x y'):\n    pass\n", "def f(a='xy'):\n    pass\n", [("signature", "f", "")]),
        ("a.c", "int f(void) { return 'a'; }\n", 'int f(void) { return "a"; }\n', [("body", "f", "")]),
        ("a.rb", "def f(a = '#{b}')\nend\n", 'def f(a = "#{b}")\nend\n', [("signature", "f", "")]),
        ("a.md", "# Kiln\n\nIt is 'hot'.\n", '# Kiln\n\nIt is "hot".\n', [("body", "Kiln", "")]),
    ],
)
def test_a_formatter_changes_no_signature_and_what_is_more_than_layout_does(
    path: str, before: str, after: str, expected: list[tuple[str, str, str]]
) -> None:
    assert one_file(before, after, path) == expected


def test_a_long_signature_that_was_cut_short_is_compared_as_far_as_both_sides_show_it() -> None:
    names = ", ".join(f"parameter_number_{n}" for n in range(20))
    before, after = f"def f({names}):\n    pass\n", f"def f(\n    {names},\n):\n    pass\n"
    assert one_file(before, after) == []
    assert one_file(before, after.replace("number_3,", "number_3=1,")) == [("signature", "f", "")]
