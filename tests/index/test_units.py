"""How files are cut to units: along definitions and headings, and that nothing falls between units; which are kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.index.store.open_facts import Content, Counted, OpenFacts
from helix_lsp.index.store.pack import pack, unpack
from helix_lsp.index.store.reader import Recent
from helix_lsp.index.units.unit import Unit
from helix_lsp.index.units.units import Facts
from helix_lsp.syntax.reparse import Reparser
from helix_lsp.text.positions import LineIndex
from helix_lsp.text.words import terms
from tests.index import sample

ROOT = Path(__file__).parents[2]


def _facts(path: str, text: str, most: int = 4_000) -> Facts:
    return sample.facts(path, text.encode(), sample.IndexConfig(max_units_per_file=most))


def _shape(facts: Facts) -> list[tuple[str, str, str, int, int]]:
    return [(u.kind, u.name, u.qualifier, u.start_line, u.end_line) for u in facts.units]


def _holds(facts: Facts, data: bytes) -> None:
    """Every invariant of units."""
    index = LineIndex(data)
    covered: set[int] = set()
    counted: set[str] = set()
    assert [u.ordinal for u in facts.units] == list(range(len(facts.units)))
    assert [u.span.start for u in facts.units] == sorted(u.span.start for u in facts.units)
    for unit in facts.units:
        assert 0 <= unit.span.start < unit.span.end <= len(data)
        assert (unit.start_line, unit.end_line) == index.lines(unit.span)
        assert len(unit.counts) == 5
        covered.update(range(unit.start_line - 1, unit.end_line))
        for field in unit.counts:
            counted.update(field)
            assert all(n > 0 for n in field.values())
    for line in range(index.line_count):
        text = index.line_text(line)
        if text.strip() and line not in covered:
            assert set(terms(text)) <= counted, (line, text)
    assert unpack(pack(facts)) == facts


def test_functions_classes_and_the_rest_of_a_module() -> None:
    facts = _facts(
        "m.py",
        '"""Module."""\n\nimport os\nLIMIT = 3\n\n\n# Why this is here.\n# And how.\n@wrap\ndef outer(x):\n    """Doc of it."""\n'
        "    def inner_one(): pass\n    return x  # beside\n\n\nclass Box(Base):\n    size = 1\n"
        "\n    def open_it(self):\n        return 1\n\n"
        "    tail = 2\n\n\nprint(outer)\n",
    )
    assert _shape(facts) == [
        ("module", "", "", 1, 25),
        ("def", "outer", "", 7, 13),
        ("class", "Box", "", 16, 22),
        ("def", "open_it", "Box", 19, 20),
    ]
    module, outer, box, method = facts.units
    assert module.inner == ("LIMIT",)
    assert outer.inner == ("inner_one",)
    assert "open_it" in box.inner
    assert "tail" in box.counts[4]
    assert "return" not in box.counts[4]
    assert outer.counts[3].keys() >= {"why", "doc", "besid"}
    assert outer.counts[0] == {"outer": 1}
    assert method.counts[1] == {"box": 1, "=box": 1}
    assert facts.outline.symbols[method.symbol].qualified == "Box.open_it"
    assert (module.symbol, module.section) == (-1, -1)


def test_a_long_body_is_cut_in_parts_that_keep_its_name() -> None:
    body = "".join(f"    step_{i}()\n" for i in range(200))
    facts = _facts("m.py", f"class C:\n  def long(self):\n{body}")
    parts = [u for u in facts.units if u.name == "long"]
    assert [u.kind for u in parts] == ["def", "part", "part", "part"]
    assert {u.qualifier for u in parts} == {"C"}
    assert max(u.end_line - u.start_line + 1 for u in parts) <= 60
    assert [u.start_line for u in parts[1:]] == [u.end_line + 1 for u in parts[:-1]]
    assert [bool(u.counts[2]) for u in parts] == [True, False, False, False]


def test_a_class_shows_at_most_120_lines() -> None:
    methods = "".join(f"    def m{i}(self):\n        return {i}\n" for i in range(100))
    facts = _facts("m.py", f"class Big:\n{methods}    last = 1\n")
    big = facts.units[0]
    assert (big.kind, big.start_line, big.end_line) == ("class", 1, 120)
    assert "last" in big.counts[4]
    _holds(facts, f"class Big:\n{methods}    last = 1\n".encode())


def test_sections_of_a_document() -> None:
    long = "".join(f"line {i}\n" for i in range(130))
    facts = _facts("a.md", f"Before.\n\n# Top\n\n## Inner part\n\nText.\n\n# Long\n{long}")
    assert _shape(facts)[:3] == [
        ("section", "", "", 1, 1),
        ("section", "Top", "", 3, 3),
        ("section", "Inner part", "Top", 5, 7),
    ]
    assert [u.name for u in facts.units[3:]] == ["Long", "Long", "Long"]
    assert facts.units[2].section == 1
    assert facts.units[2].counts[3]["text"] == 1


def test_keys_name_the_windows_of_configuration() -> None:
    facts = _facts("a.toml", '[tool.ruff]\nline-length = 120\n\n[tool.ruff.lint]\nselect = ["E"]\n')
    (unit,) = facts.units
    assert unit.kind == "key"
    assert {"line-length", "select"} <= set(unit.inner)
    assert unit.counts[0].keys() >= {"line", "length", "select"}


def test_plain_text_in_windows() -> None:
    facts = _facts("notes.txt", "word\n" * 200)
    assert [(u.kind, u.start_line, u.end_line) for u in facts.units] == [
        ("window", 1, 50),
        ("window", 51, 100),
        ("window", 101, 150),
        ("window", 151, 200),
    ]


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("a.py", b""),
        ("a.py", b"\n\n\n"),
        ("a.py", b"\0\1\2"),
        ("a.py", b"\xff\xfed\0e\0"),
        ("a.py", b"def f(:\n  \xff\xfe bad\n"),
        ("a.py", b"def f():\r\n  pass\r\rdef g():\r  pass"),
        ("a.js", b"function a(){};function b(){}" * 400),
        ("a.md", b"# \n# \n#"),
        ("a.json", b'{"a": [1, {"b": 2}]}'),
        ("a.c", b"struct A { int x; }; struct B { int y; };\n"),
        ("x", b"\x0c\n\xe2\x80\xa8x"),
        ("a.js", b"class A { m() { return 1 } }\n"),
        ("a.java", b"class A { void m() { } }"),
    ],
)
def test_odd_files(path: str, data: bytes) -> None:
    facts = sample.facts(path, data)
    if b"\0" not in data[:100]:
        _holds(facts, data)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["a.py", "a.md", "a.js", "a.go", "a.toml", "a.txt", "a.rst"]),
    st.lists(
        st.sampled_from(
            [
                "def f(x):",
                "    def g(self):",
                "class A:",
                "        pass",
                "",
                "  ",
                "# c",
                "x = 1",
                "function f() {",
                "}",
                "/* c",
                "*/ x()",
                '"""d"""',
                "# Title",
                "====",
                "Title",
                "func F() {",
                "const a = () => {",
                "[t]",
                "k = 2",
                "é = '日本'",
                "class B { m() { } }",
                "@d",
            ]
        ),
        max_size=40,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_nothing_falls_between_units(path: str, lines: list[str], end: str) -> None:
    data = end.join(lines).encode()
    _holds(sample.facts(path, data), data)


def test_this_program_s_own_files() -> None:
    for path in [
        *sorted((ROOT / "helix_lsp" / "index").glob("*.py")),
        *sorted(ROOT.glob("*.md")),
        ROOT / "pyproject.toml",
    ]:
        data = path.read_bytes()
        _holds(sample.facts(path.name, data), data)


def test_a_hostile_file_is_bounded() -> None:
    many = "".join(f"def f{i}(): pass\n" for i in range(3_000))
    facts = _facts("m.py", many, most=50)
    assert sum(u.kind == "def" for u in facts.units) == 50
    assert len(facts.units) < 120
    _holds(facts, many.encode())
    wide = "x = [" + ", ".join(f"name{i}" for i in range(50_000)) + "]\n"
    (unit,) = _facts("m.py", wide).units
    assert len(unit.counts[4]) <= sample.CONFIG.max_unit_terms


def test_a_minified_file_stays_small() -> None:
    data = "".join(f"function f{i}(a){{return a+{i}}}" for i in range(2_000))
    facts = _facts("m.js", data)
    total = sum(sum(field.values()) for u in facts.units for field in u.counts)
    assert total < 60_000
    assert {u.span.end - u.span.start for u in facts.units if u.name == "f7"} == {
        len("function f7(a){return a+7}")
    }


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("a.go", "// Code generated by protoc. DO NOT EDIT.\npackage a\n\nfunc F() {}\n", True),
        ("a.py", "# @generated by a tool\ndef f(): pass\n", True),
        ("a.py", "def f():\n    return 'DO NOT EDIT'\n", False),
        ("a.py", "def f(): pass\n" * 300 + "# do not edit\n", False),
        ("a.yaml", "# This file is auto-generated\na: 1\n", True),
        ("a.md", "# A\n\n<!-- This file is automatically generated by kiln. -->\n", True),
        ("a.md", "note: This file is autogenerated. Edit b.md instead.\n\n# A\n", True),
        ("a.md", "# A\n\nDo not edit by hand.\n", True),
        ("a.rst", ".. DO NOT EDIT\n\nA\n=\n", True),
        ("a.md", "# A\n\nPlease do not modify the versions of packages.\n", False),
        ("a.md", "# A\n\n* Automatically generated completions\n\nReports are auto-generated.\n", False),
    ],
)
def test_what_says_that_it_is_generated(path: str, text: str, says: bool) -> None:
    assert _facts(path, text).generated is says


def test_equal_bytes_under_two_names_give_equal_facts() -> None:
    data = b"def f(): pass\n"
    assert sample.facts("a/tests/x.py", data) == sample.facts("y.py", data)


def _unit(facts: Content, name: str) -> Unit:
    return next(u for u in facts.units if u.name == name)


def test_a_keystroke_recounts_only_what_changed() -> None:
    counted = Counted()

    def opened(text: str) -> tuple[Content, Facts]:
        whole = _facts("m.py", text)
        return OpenFacts(
            whole.sha, text.encode(), Reparser("m.py", text.encode()).reading, sample.CONFIG, counted
        ), whole

    text = "".join(
        f"def f{i}():\n    return some_longer_call_{i}(with_arguments, and_more)\n" for i in range(20)
    )
    before, whole_before = opened(text)
    assert before.units == whole_before.units
    after, whole_after = opened(text.replace("some_longer_call_7(", "some_other_call_7("))
    assert (after.units, after.generated, after.language) == (
        whole_after.units,
        whole_after.generated,
        whole_after.language,
    )
    assert _unit(after, "f6").counts[4] is _unit(before, "f6").counts[4]
    assert _unit(after, "f7").counts[4] != _unit(before, "f7").counts[4]


@pytest.mark.parametrize("most", [0, 1_000])
def test_units_with_some_terms_are_those_of_all_that_hold_one(
    tmp_path: Path, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = sample.host(tmp_path)
    host.commit(sample.puts(sample.FLASK))
    monkeypatch.setattr("helix_lsp.index.overlay.snapshot.MOST_LISTED", most)
    snapshot, asked = host.snapshot(), {"rout", "=add_url_rule", "nowhere"}
    for path in snapshot.paths():
        units = snapshot.units(path)
        held = [u for u in units if any(asked & counts.keys() for counts in u.counts)]
        found = snapshot.apart().units_with(path, asked)
        assert [u for u in found if u in held] == held
        assert (
            set(map(id, found)) <= set(map(id, units)) if most else len(found) == len(held) or found == units
        )


def test_what_was_used_last_is_kept_and_an_entry_may_count_for_several() -> None:
    recent = Recent[str, tuple[int, ...]](10, len)
    for key in "abcd":
        recent.put(key, (0, 0, 0))
    assert recent.get("a") == (0, 0, 0)  # asked for again, so it is among the last
    recent.put("e", ())
    recent.put("f", ())
    recent.put("g", ())
    assert [key for key in "bcd" if recent.get(key) is not None] == []
    assert [key for key in "gfea" if recent.get(key) is not None] == ["g", "f", "e", "a"]


def test_declarations_are_kept_by_how_many_names_they_hold(tmp_path: Path) -> None:
    host = sample.host(tmp_path, cfg=replace(sample.CONFIG, names_cache=20))
    host.commit(
        sample.puts({f"m{n}.py": f"def alpha{n}(): ...\ndef beta{n}(): ...\n".encode() for n in range(12)})
    )
    snapshot = host.snapshot()
    found = {path: snapshot.declared(path).names for path in snapshot.paths()}
    assert found["m7.py"] == ("alpha7", "beta7")
    kept = snapshot._ground.reader._declared
    assert 1 <= len(kept._young) + len(kept._old) < len(found)
    assert {path: snapshot.declared(path).names for path in snapshot.paths()} == found
