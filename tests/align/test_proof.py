"""Every span of a proof hashes to the bytes of this moment (law I5); counts are of certain uses."""

from __future__ import annotations

import random

from helix_lsp.align.live import Live
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.align.proof import Proof, prove
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import LineIndex
from tests.ide.test_hover import with_doc
from tests.support.check import World, indexed, read_fixture

NAMES = ("Shop.open_door", "make_shop", "Base.close", "Shop", "shop", "shop.cli")


def proof_of(world: World, name: str) -> Proof | None:
    found = resolve(name, "docs/guide.md", world.snapshot)
    return prove(found[0].defined, world.snapshot, world.texts) if found else None


def assert_i5(world: World, proof: Proof) -> None:
    """Hash and lines of every span, taken again from the current bytes."""
    spans = [
        proof.definition,
        proof.signature,
        *([proof.doc] if proof.doc else []),
        *proof.usages,
        *proof.tests,
        *proof.documents,
    ]
    for span in spans:
        data = world.files[span.path]
        assert data is not None
        assert span.span.end <= len(data)
        assert sha256_hex(span.span.cut(data)) == span.sha256
        assert LineIndex(data).lines(span.span) == (span.start_line, span.end_line)


def test_i5_every_span_is_of_the_current_bytes_after_any_edit() -> None:
    files = read_fixture(with_doc("Call `make_shop`, `Shop.open_door` and `Base.close`.")).files
    chance = random.Random(7)
    with indexed(files) as world:
        for _ in range(60):
            for path, data in files.items():
                lines = data.splitlines(keepends=True)
                for _ in range(chance.randrange(3)):
                    at = chance.randrange(len(lines) + 1)
                    lines[at : at + chance.randrange(3)] = [b"# \xf0\x9f\x98\x80\r\n"] * chance.randrange(4)
                world.files[path] = b"".join(lines) if chance.random() > 0.05 else None
            for name in NAMES:
                proof = proof_of(world, name)
                if proof is not None:
                    assert_i5(world, proof)


def test_the_signature_is_the_head_without_decorators() -> None:
    source = b"import functools\n\n@functools.cache\n@other(\n    1\n)\nasync def fetch_it(\n    a: int,\n) -> str:\n    return ''\n"
    with indexed({"src/a.py": source, "docs/x.md": b"`fetch_it`\n"}) as world:
        proof = proof_of(world, "fetch_it")
        assert proof is not None
        assert proof.signature.span.cut(source) == b"async def fetch_it(\n    a: int,\n) -> str:"
        assert (proof.signature.start_line, proof.signature.end_line) == (7, 9)
        assert (proof.definition.start_line, proof.definition.end_line) == (3, 10)


def test_what_merely_bears_the_name_is_counted_apart() -> None:
    files = read_fixture(
        """
        //- /src/store.py
        class Store:
            def get(self, key): ...
            def load(self):
                return self.get("a")

        class FileStore(Store):
            def peek(self):
                return self.get("b")

        //- /src/use.py
        from store import Store

        def work(store: Store, table: dict):
            store.get("x")
            table.get("y")
            os.get("z")

        def other():
            get("w")

        //- /tests/test_store.py
        from store import Store

        def test_get(store):
            assert store.get(1)
        """
    ).files
    with indexed(files) as world:
        proof = proof_of(world, "Store.get")
        assert proof is not None
        assert (proof.used, proof.maybe, proof.tested) == (
            3,
            1,
            0,
        )  # a dictionary's is none of them; of `os` and of a fixture nobody can tell
        assert [(u.path, u.start_line, u.label) for u in proof.usages] == [
            ("src/use.py", 4, "work"),
            ("src/store.py", 4, "Store.load"),
        ]


def test_a_bare_name_counts_only_where_it_is_imported() -> None:
    files = read_fixture(
        """
        //- /src/pkg/helpers.py
        def make_key(x): ...

        //- /src/pkg/good.py
        from pkg.helpers import make_key
        make_key(1)

        //- /src/pkg/alias.py
        from pkg import helpers
        helpers.make_key(1)

        //- /src/pkg/foreign.py
        from other import make_key
        make_key(1)

        //- /src/pkg/local.py
        def work(make_key):
            make_key(1)
        """
    ).files
    with indexed(files) as world:
        proof = proof_of(world, "make_key")
        assert proof is not None
        assert (proof.used, proof.maybe) == (2, 0)
        assert [u.path for u in proof.usages] == ["src/pkg/alias.py", "src/pkg/good.py"]


def test_what_was_not_read_makes_a_count_a_lower_bound() -> None:
    files = read_fixture(with_doc("Call `make_shop`.")).files
    small = AlignConfig(usage_files=2)
    with indexed(files) as world:
        found = resolve("make_shop", "docs/guide.md", world.snapshot)[0].defined
        whole = prove(found, world.snapshot, world.texts)
        part = prove(found, world.snapshot, world.texts, small)
        assert whole is not None
        assert part is not None
        assert (whole.used, whole.tested, whole.capped, whole.tests_capped) == (1, 1, False, False)
        assert (part.used, part.tested, part.capped, part.tests_capped) == (1, 0, False, True)


def test_where_not_all_can_be_read_neighbours_come_first_and_tests_last() -> None:
    use = b"package p\n\nfunc Use%d() { Kiln() }\n"
    files = {
        "clay/kiln.go": b"package clay\n\nfunc Kiln() {}\n",
        **{f"a/use{n}.go": use % n for n in range(6)},
        **{f"clay/near{n}.go": use.replace(b"package p", b"package clay") % n for n in range(3)},
        **{f"clay/near{n}_test.go": use.replace(b"package p", b"package clay") % n for n in range(3)},
    }
    with indexed(files) as world:
        [found] = [one for one in world.snapshot.defined("Kiln") if one.symbol.name == "Kiln"]
        part = prove(found, world.snapshot, world.texts, AlignConfig(usage_files=5, shown_usages=20))
        assert part is not None
        assert (part.capped, part.tests_capped, part.tested, part.used + part.maybe) == (
            True,
            True,
            0,
            4,
        )  # the own file is read and holds no use
        assert {f"clay/near{n}.go" for n in range(3)} == {
            span.path for span in part.usages
        }  # what stands in another package is none
        weighed = prove(
            found, world.snapshot, world.texts, AlignConfig(usage_units=10)
        )  # more units hold the name: the best ten of them
        assert weighed is not None
        assert (weighed.capped, weighed.tests_capped) == (True, True)
        assert 0 < weighed.used + weighed.maybe + weighed.tested <= 10
        enough = prove(found, world.snapshot, world.texts, AlignConfig(usage_files=11))
        assert enough is not None
        assert (enough.used + enough.maybe, enough.capped, enough.tests_capped) == (9, False, True)


def test_a_name_of_one_letter_is_looked_for_from_near_to_far() -> None:
    users = [f"a/use{n}.c" for n in range(6)]  # first by path, and as heavy as all others
    users += [f"top/clay/near{n}.c" for n in range(2)]
    users += ["top/clay/deep/below.c", "top/other/beside.c", "top/clay0/no_neighbour.c"]
    files = {path: b"void use%d(void) { K(); K(); K(); }\n" % n for n, path in enumerate(users)}
    files["top/clay/k.c"] = b"void K(void) {}\n"
    with indexed(files) as world:
        [found] = [one for one in world.snapshot.defined("K") if one.symbol.name == "K"]

        def read(files: int, units: int = 10_000) -> set[str]:
            proof = prove(
                found,
                world.snapshot,
                world.texts,
                AlignConfig(usage_files=files, usage_units=units, shown_usages=20),
            )
            assert proof is not None
            assert proof.capped is (files < 12 or units < 12)
            return {span.path for span in proof.usages}

        near = {"top/clay/near0.c", "top/clay/near1.c"}
        assert read(5) == {*near, "top/clay/deep/below.c", "top/clay0/no_neighbour.c"}
        assert read(6) == {*near, "top/clay/deep/below.c", "top/clay0/no_neighbour.c", "top/other/beside.c"}
        assert read(5, units=10) == read(
            5
        )  # where too many units hold it to be listed, the files are looked at in the same order
        assert read(12) == set(files) - {"top/clay/k.c"}


def test_one_namesake_in_the_source_is_enough_to_doubt_a_use() -> None:
    files = {"a.c": b"void Fire(void) {}\n", "b/use.c": b"void u(void) { Fire(); }\n"}
    files |= {"c/t_test.c": b"void Fire(void) {}\n"}
    files |= {f"low/f{n}.c": b"void fire(void) {}\n" for n in range(40)}  # the same key, another name
    for more, certain in (({}, True), ({"z/z.c": b"void Fire(void) {}\n"}, False)):
        with indexed(files | more) as world:
            [found] = [one for one in world.snapshot.defined("Fire") if one.path == "a.c"]
            proof = prove(found, world.snapshot, world.texts)
            assert proof is not None
            assert (proof.used > 0) is certain


def used_in(files: dict[str, bytes], path: str, name: str) -> list[str]:
    with indexed(files) as world:
        (defined,) = [d for d in world.snapshot.defined(name) if d.path == path]
        found = usages_of(defined, Live(world.snapshot, world.texts), AlignConfig())
        return sorted({use.path for use in (*found.code, *found.tests)})


def test_what_is_written_anew_in_another_language_is_that_languages() -> None:
    files = {
        "py/backoffs.py": b"class Backoffs:\n    def calculate_delay(self, n):\n        return n\n",
        "py/job.py": b"from backoffs import Backoffs\n\nBackoffs().calculate_delay(1)\n",
        "src/job.rb": b"Backoffs.new.calculate_delay(2)\n",
        "src/Other.java": b"class Other { int a(Backoffs b) { return b.calculate_delay(3); } }\n",
    }
    assert used_in(files, "py/backoffs.py", "calculate_delay") == [
        "py/job.py",
        "src/Other.java",
        "src/job.rb",
    ]  # one definition for all: a binding
    files["src/Backoffs.kt"] = b"class Backoffs {\n  fun calculate_delay(n: Int): Int { return n }\n}\n"
    assert used_in(files, "py/backoffs.py", "calculate_delay") == ["py/job.py", "src/job.rb"]
    assert used_in(files, "src/Backoffs.kt", "calculate_delay") == ["src/Other.java", "src/job.rb"]
