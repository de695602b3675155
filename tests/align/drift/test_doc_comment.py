"""Doc comments against signatures in languages other than Python: what is documented and is not there, and
what cannot be told.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.doc_comment import told_in_comments
from helix_lsp.align.drift.docstring import read_parameters
from helix_lsp.syntax.extract import extract
from tests.support.drift_rules import as_ids


def told(path: str, text: str) -> list[tuple[str, str, bool]]:
    data = text.encode()
    found = list(told_in_comments(data, extract(path, data)))
    assert all(t.span.cut(data).decode() == t.name for t in found)
    return [(t.name, as_ids(t.wrong), t.known) for t in found]


def test_a_sentence_in_the_place_of_a_name_names_nothing() -> None:
    text = "/** Fires.\n * @param {Object} Heats the kiln up.\n */\nfunction fire(degrees) {}"
    assert told("a.js", text) == [("Heats", "", False)]
    assert told("a.js", text.replace("Heats the", "Raw MIME")) == [("Raw", "", False)]


def test_the_members_of_one_object_and_the_keys_of_options() -> None:
    props = "/** Fires.\n * @param heat degrees\n * @param door it\n */\n"
    assert told("a.tsx", props + "export const fire = <T,>(props: FireProps<T>) => props.heat") == [
        ("heat", "", False),
        ("door", "", False),
    ]
    assert (
        told(
            "a.ts",
            props.replace("@param door", "@param props") + "export const fire = (props: FireProps) => 1",
        )[0]
        == WRONG[0]
    )
    assert told(
        "a.ts",
        "/** Fires.\n * @param heat degrees\n */\nexport function fire(kiln: Kiln, options: Options) {}",
    ) == [("heat", "", False)]
    assert (
        told(
            "a.ts",
            "/** Fires.\n * @param options it\n * @param heat it\n */\nexport function fire(options: Options) {}",
        )[1]
        == WRONG[0]
    )
    ruby = "# Fires.\n# @param heat [Integer] degrees\ndef fire(given = {{}})\n  @h = {}\nend"
    assert told("a.rb", ruby.format("given.fetch(:heat, 3)")) == [("heat", "", False)]
    assert told("a.rb", ruby.format("given[:heat]")) == [("heat", "", False)]
    assert told("a.rb", ruby.format("given[:hours]")) == WRONG


RIGHT, WRONG = [("heat", "", True)], [("heat", "parameter-unknown fire heat", True)]


@pytest.mark.parametrize(
    ("path", "comment", "head"),
    [
        ("a.js", "/** é Fires.\n * @param {number} heat - degrees\n */", "function fire({name}) {{}}"),
        ("a.js", "/** Fires.\n * @param {{a: number}} heat\n */", "exports.fire = function ({name}) {{}}"),
        (
            "a.ts",
            "/** Fires.\n * @param heat degrees\n */",
            "export const fire = async ({name}: number, on?: () => void): Promise<void> => {{}}",
        ),
        (
            "a.ts",
            "/** Fires.\n * @param [heat=3] degrees\n */",
            "export function fire<T extends X>({name} = 3): T {{ }}",
        ),
        ("a.rb", "# Fires.\n# @param heat [Integer] degrees\n#", "def fire({name}, on: 1)\nend"),
        ("a.php", "<?php\n/**\n * @param ?int $heat degrees\n */", "function fire(?int ${name} = null) {{}}"),
        (
            "a.php",
            "<?php\n/**\n * @param int|callable(string $a, (int|null) $n): string $heat it\n */",
            "function fire(int|callable ${name}) {{}}",
        ),
        (
            "a.rs",
            "/// Fires.\n///\n/// # Arguments\n///\n/// * `heat` - degrees",
            "pub fn fire<'a>({name}: i32, on: &'a str) -> i32 {{ 1 }}",
        ),
        (
            "a.swift",
            "/// Fires.\n/// - Parameter heat: degrees",
            "func fire(_ {name}: Int = 3) -> Int {{ 1 }}",
        ),
        (
            "a.kt",
            "/** Fires.\n * @param heat degrees\n */",
            "fun fire({name}: Map<String, Int> = mapOf(), on: Int): Int {{ return 1 }}",
        ),
    ],
)
def test_a_parameter_that_is_there_and_one_that_is_not(path: str, comment: str, head: str) -> None:
    assert told(path, f"{comment}\n{head.format(name='heat')}\n") == RIGHT
    assert told(path, f"{comment}\n{head.format(name='hours')}\n") == WRONG


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "A.java",
            "class A {{\n /**\n  * @param <T> k\n  * @param heat degrees\n  */\n @Override\n <T> int fire(final List<T> {name}) {{}}\n}}\n",
        ),
        (
            "A.cs",
            'class A {{\n /// <param name="heat">degrees</param>\n [Hot("x(")]\n int fire(this A a, [In] int {name} = 3) {{}}\n}}\n',
        ),
    ],
)
def test_members(path: str, text: str) -> None:
    assert told(path, text.format(name="heat")) == [("heat", "", True)]
    assert told(path, text.format(name="hours")) == [("heat", "parameter-unknown A.fire heat", True)]


@pytest.mark.parametrize(
    "text",
    [
        "/** @param heat x */\nfunction fire() { return arguments[0] }\n",
        "/** @param heat x */\nfunction fire(...rest) {}\n",
        "/** @param heat x */\nfunction fire({ heat }) {}\n",
        "/** @param options x */\nfunction fire({ heat }) {}\n",
        "/** @callback on\n * @param heat x */\nfunction fire(hours) {}\n",
        "/** @abstract\n * @param heat x */\nfunction fire() {}\n",
        "/** @param heat hours */\nfunction fire(hours) {}\n",
        "/** @param A door that is open */\nfunction fire(door) {}\n",
        "/** @param heat x */\nfunction fire(hours) { return function (heat) {} }\n",
        "/** @param {string} - nameless */\nfunction fire(hours) {}\n",
    ],
)
def test_what_may_be_another_signature_is_not_judged(text: str) -> None:
    assert all(not why for _, why, _ in told("a.js", text))


def test_properties_of_a_parameter_are_the_parameters() -> None:
    text = "/**\n * @param {Object} kiln\n * @param {string} kiln.door\n * @param {string} [kiln.heat=3]\n */\nfunction fire(kiln) {}\n"
    assert told("a.js", text) == [("kiln", "", True)] * 3


def test_an_underscore_before_a_parameter_is_no_other_name() -> None:
    assert told("a.ts", "/** @param heat x */\nfunction fire(_heat: number) {}\n") == [("heat", "", True)]


def test_an_overload_may_have_it() -> None:
    text = "/** @param heat x */\nexport function fire(heat: number): void;\nexport function fire(hours: string): void;\n"
    assert all(not why for _, why, _ in told("a.ts", text))


@pytest.mark.parametrize(
    ("said", "real", "wrong"),
    [
        ("@param {number} [heat=3] d", "heat = 4", True),
        ("@param {number} [heat=3] d", "heat = 3", False),
        ("@param {number} heat d, defaults to `true`", "heat = false", True),
        ("@param {number} heat d (default: 'low')", 'heat = "low"', False),
        ("@param {number} heat d (default: 'low')", "heat = 3", False),
        ("@param {number} heat d, default 3 (or default 4)", "heat = 5", False),
        ("@param {number} [heat=3] d", "heat = LOW", False),
    ],
)
def test_defaults_are_compared_where_both_are_plain(said: str, real: str, wrong: bool) -> None:
    (name, why, known) = told("a.js", f"/**\n * {said}\n */\nfunction fire({real}) {{}}\n")[0]
    assert (name, bool(why), known) == ("heat", wrong, True)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "A.java",
            "class A {\n /** Fires.\n  * @return heat of it\n  */\n void fire() {}\n}\n",
            [("heat", "returns-nothing A.fire", True)],
        ),
        ("A.cs", "class A {\n /// <returns>TBD</returns>\n void Fire() {}\n}\n", []),
        ("A.java", "class A {\n /** Fires.\n  * @return nothing\n  */\n void fire() {}\n}\n", []),
        ("A.java", "class A {\n /** Fires.\n  * @return heat\n  */\n int fire() {}\n}\n", []),
        (
            "A.cs",
            "class A {\n /// <returns>heat</returns>\n void Fire() {}\n}\n",
            [("heat", "returns-nothing A.Fire", True)],
        ),
    ],
)
def test_a_value_that_nothing_returns(path: str, text: str, expected: list[tuple[str, str, bool]]) -> None:
    assert told(path, text) == expected


def test_a_language_without_a_form_is_left_alone() -> None:
    assert told("a.go", "// Fire fires.\n// @param heat x\nfunc Fire(hours int) {}\n") == []


@pytest.mark.parametrize(
    ("head", "language", "names", "loose"),
    [
        ("(a: Map<string, (x: number) => void>, b = f(1, 2))", "typescript", ("a", "b"), False),
        ("(@Body() a: X, private readonly b?: Y)", "typescript", ("a", "b"), False),
        ("({ a }, [b], ...c)", "javascript", ("c",), True),
        ("(final Map<String, List<T>> a, int[] b, String... c)", "java", ("a", "b", "c"), True),
        ("(&mut self, (a, b): (i32, i32))", "rust", ("self",), True),
        ("(a, *b, c:, d: 2, **e, &f)", "ruby", ("a", "b", "c", "d", "e", "f"), True),
        ("(to a: Int, _ b: String)", "swift", ("to", "a", "_", "b"), False),
        ("(a /* , no */, b)", "javascript", ("a", "b"), False),
        ("()", "java", (), False),
    ],
)
def test_a_list_of_parameters(head: str, language: str, names: tuple[str, ...], loose: bool) -> None:
    found = read_parameters(head, language)
    assert found is not None
    assert (found.names, found.open) == (names, loose)


@pytest.mark.parametrize("head", ["", " = 3", "(a, b", "{ a }"])
def test_what_is_no_list(head: str) -> None:
    assert read_parameters(head, "javascript") is None


def test_a_parameter_without_a_name_may_have_any_in_the_text() -> None:
    swift = "/// Fires.\n/// - Parameter heat: degrees\nfunc fire({}) {{}}\n"
    assert told("a.swift", swift.format("_: Int"))[0][2] is False
    assert told("a.swift", swift.format("_ hours: Int"))[0][1] == "parameter-unknown fire heat"


def test_prose_behind_the_type_names_nothing() -> None:
    text = "/**\n * @param {{String}} kiln{} heat\n */\nfunction fire(hours) {{}}\n"
    assert told("a.js", text.format("'s")) == []
    assert told("a.js", text.format("")) == [("kiln", "parameter-unknown fire kiln", True)]


def test_only_the_last_of_two_comments_is_the_functions() -> None:
    one, other = "/**\n * @param {number} heat x\n */\n", "/**\n * @param {number} hours x\n */\n"
    assert [t for t in told("a.js", f"{one}{other}function fire(hours) {{}}\n") if t[1]] == []
    assert [t[0] for t in told("a.js", f"{other}{one}function fire(hours) {{}}\n") if t[1]] == ["heat"]


def test_a_stub_that_throws_tells_the_contract_of_others() -> None:
    comment = "/** Fires.\n * @param {number} heat degrees\n */\n"
    assert told(
        "a.js", comment + "function fire() {\n  // of the heirs\n  throw new Error('cannot be fired')\n}"
    ) == [("heat", "", False)]
    assert (
        told(
            "a.js", comment + "function fire() {\n  if (a) throw new Error('cannot be fired')\n  return 1\n}"
        )
        == WRONG
    )


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (  # of a closure that is a parameter
            "a.swift",
            "/// - Parameters:\n///   - door: it\n///     - Parameter heat: degrees\nfunc fire(door: Int) {\n}\n",
            [],
        ),
        (
            "a.swift",
            "/// - Parameter door: it\n/// - Parameter heat: degrees\nfunc fire(door: Int) {\n}\n",
            [("door", "", True), *WRONG],
        ),
        (
            "a.rb",
            "# @param heat [Block] it\ndef fire(door)\n  yield door if block_given?\nend\n",
            [("heat", "", False)],
        ),
        ("a.rb", "# @param block it\ndef fire(door)\n  yield door\nend\n", [("block", "", False)]),
        ("a.rb", "# @param &heat The block.\ndef fire(door)\n  yield door\nend\n", [("heat", "", False)]),
        (  # the signature of another function that is made from this one
            "a.js",
            "/** Syntax: kiln.fire(heat, hours)\n * @param {number} heat it\n * @param {number} hours it\n */\nfunction _fire(h, o) {}\n",
            [("heat", "", False), ("hours", "", False)],
        ),
    ],
)
def test_what_is_told_of_something_else(path: str, text: str, expected: list[tuple[str, str, bool]]) -> None:
    assert told(path, text) == expected


def test_parameters_that_a_minifier_renamed() -> None:
    def file(names: str, count: int) -> str:
        comment = "/** Fires.\n * @param {number} heat degrees\n */\n"
        return "".join(f"{comment}function fire{n}({names}) {{ return {names} }}\n" for n in range(count))

    assert {known for _, _, known in told("a.js", file("A", 6))} == {False}
    assert {known for _, _, known in told("a.js", file("A", 3))} == {
        True
    }  # a few short names are somebody's own
    assert {known for _, _, known in told("a.js", file("hours", 6))} == {True}


def test_an_empty_method_without_parameters_tells_what_its_heirs_take() -> None:
    comment = "/** Fires.\n * @param heat degrees\n */\n"
    assert told("a.js", f"class Kiln {{\n{comment}fire() {{}}\n}}") == [("heat", "", False)]
    assert told("a.js", f"inherits(Kiln, {{\n{comment}fire() {{}},\n}})") == [("heat", "", False)]
    assert [w for _, w, _ in told("a.js", f"class Kiln {{\n{comment}fire(hours) {{}}\n}}")] == [
        "parameter-unknown Kiln.fire heat"
    ]
    assert [w for _, w, _ in told("a.js", f"class Kiln {{\n{comment}fire() {{ return 1 }}\n}}")] == [
        "parameter-unknown Kiln.fire heat"
    ]


def test_a_tag_in_a_sentence_is_quoted() -> None:
    quoted = '/** Reads tags like "@param heat it" where the name comes first.\n * @return it\n */\n'
    assert told("A.java", f"class A {{\n{quoted}String read() {{ return null; }}\n}}") == []
    assert told("a.js", "/** @param heat degrees */\nfunction fire(hours) {}") == WRONG


def test_a_stub_that_keeps_its_parameters_in_a_comment() -> None:
    comment = "/** Fires.\n * @param {number} heat degrees\n */\n"
    assert told("a.js", comment + "function fire(/* door, { heat } */) {}") == [("heat", "", False)]
    assert told("a.js", comment + "function fire() {}") == WRONG


def test_a_parameter_in_the_place_of_the_one_that_is_told() -> None:
    text = "/** Fires.\n * @param heat it\n * @param door it\n * @param bell it\n */\nfunction fire(clay, door, rope) {}\n"
    data = text.encode()
    wrong = [t for t in told_in_comments(data, extract("a.js", data)) if t.wrong is not None]
    assert [(t.name, t.left) for t in wrong] == [("heat", ("clay",)), ("bell", ("rope",))]
