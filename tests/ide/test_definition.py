"""Go to definition from documents and code."""

from __future__ import annotations

from helix_lsp.ide.places import definition
from helix_lsp.index.units.units import facts_of
from helix_lsp.text.positions import LineIndex
from tests.ide.test_hover import SHOP, with_doc
from tests.support.check import check_definition, indexed, read_fixture


def test_the_target_is_the_definition_over_the_exact_mention() -> None:
    check_definition(
        with_doc("See `Shop.open_$0door()`."),
        ["src/shop/app.py:6 def open_door(self) -> bool: | open_door"],
        origin="Shop.open_door()",
    )


def test_a_role_with_a_tilde() -> None:
    check_definition(
        with_doc("See :class:`~shop.app.Sh$0op`.", "docs/x.rst"),
        ["src/shop/app.py:3 class Shop(Base): | Shop"],
        origin="shop.app.Shop",
    )


def test_a_file_path_goes_to_the_file() -> None:
    check_definition(with_doc("See `src/shop/a$0pp.py`."), ["src/shop/app.py:1 from .base import Base | "])
    check_definition(with_doc("See `c$0li.py`."), ["src/shop/cli.py:1 from shop.app import make_shop | "])
    check_definition(with_doc("See `shop.c$0li`."), ["src/shop/cli.py:1 from shop.app import make_shop | "])


def test_all_of_the_best_group_is_offered() -> None:
    check_definition(
        """
        //- /src/a/disk.py
        def flush_all(path): ...

        //- /src/a/net.py
        def flush_all(socket): ...

        //- /tests/test_net.py
        def flush_all(): ...

        //- /README.md
        Then `flush_$0all`.
        """,
        [
            "src/a/disk.py:1 def flush_all(path): ... | flush_all",
            "src/a/net.py:1 def flush_all(socket): ... | flush_all",
        ],
        origin="flush_all",
    )


def test_a_moved_definition_is_found_in_the_open_buffer() -> None:
    text = with_doc("Call `make_$0shop`.")
    moved = b"# moved\r\n" * 40 + read_fixture(text).files["src/shop/app.py"]
    check_definition(
        text,
        ["src/shop/app.py:51 def make_shop(name: str) -> Shop: | make_shop"],
        live={"src/shop/app.py": moved},
    )


def test_a_deleted_definition_has_no_target() -> None:
    check_definition(with_doc("Call `make_$0shop`."), [], live={"src/shop/app.py": b""})


def test_the_mention_is_read_from_the_open_document() -> None:
    text = with_doc("Nothing here yet.$0")
    check_definition(
        text.replace("yet.$0", "`make$0_shop`"),
        ["src/shop/app.py:11 def make_shop(name: str) -> Shop: | make_shop"],
    )
    check_definition(text, [])


def test_a_reference_in_code() -> None:
    text = SHOP.replace("        self.close()", "        self.clo$0se()")
    check_definition(
        text, ["src/shop/base.py:2 def close(self, code: int = 0) -> None: | close"], origin="close"
    )
    check_definition(
        SHOP.replace("class Shop(Base)", "class Shop(Ba$0se)"),
        ["src/shop/base.py:1 class Base: | Base"],
        origin="Base",
    )


def test_an_open_buffer_in_the_overlay_is_what_counts() -> None:
    fixture = read_fixture(with_doc("Call `make_$0shop`."))
    path = "src/shop/app.py"
    with indexed(fixture.files) as world:
        moved = b"# moved\n" * 40 + fixture.files[path] + b"\ndef brand_new():\n    pass\n"
        world.files[path] = moved
        world.host.lay_over({path: facts_of(path, moved, world.config.index)})
        targets = definition(world.view(), fixture.path, fixture.offset)
        assert [LineIndex(moved).line_of(t.focus.start) + 1 for t in targets] == [51]
        world.files[fixture.path] = b"Call `brand_new`."
        targets = definition(world.view(), fixture.path, 8)
        assert [t.focus.cut(moved) for t in targets] == [b"brand_new"]
