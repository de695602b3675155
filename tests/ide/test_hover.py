"""The proof hover, read as its reader reads it."""

from __future__ import annotations

from helix_lsp.index.freshness import Freshness
from tests.support.check import check_hover, read_fixture

SHOP = '''
    //- /src/shop/__init__.py
    """The shop."""
    from .app import Shop

    //- /src/shop/base.py
    class Base:
        def close(self, code: int = 0) -> None:
            """Close the shop for good.

            Nobody comes in afterwards.
            """

    //- /src/shop/app.py
    from .base import Base

    class Shop(Base):
        """A place that sells things."""

        def open_door(self) -> bool:
            """Let people in."""
            self.close()
            return True

    def make_shop(name: str) -> Shop:
        shop = Shop()
        shop.open_door()
        return shop

    //- /src/shop/cli.py
    from shop.app import make_shop

    def main() -> None:
        make_shop("corner").open_door()

    //- /tests/test_shop.py
    from shop import Shop
    from shop.app import make_shop

    def test_open() -> None:
        assert make_shop("x").open_door()
'''


def with_doc(text: str, path: str = "docs/guide.md") -> str:
    """The shop with one more document."""
    return SHOP + f"\n    //- /{path}\n" + "".join(f"    {line}\n" for line in text.splitlines())


def test_a_method_in_markdown() -> None:
    check_hover(
        with_doc("# Guide\nCall `Shop.open_$0door()` first."),
        """
        ```python
        (method) Shop.open_door(self) -> bool
        ```

        Let people in.

        - defined in [src/shop/app.py:6](src/shop/app.py#6)
        - used in 2 places: [src/shop/cli.py:4](src/shop/cli.py#4), [src/shop/app.py:13](src/shop/app.py#13)
        - tested in 1 place: [tests/test_shop.py:5](tests/test_shop.py#5)
        - mentioned in 1 document: [docs/guide.md:2](docs/guide.md#2)
        """,
        origin="Shop.open_door()",
    )


def test_an_inherited_method_by_role() -> None:
    check_hover(
        with_doc("Guide\n=====\n\nUse :meth:`the end <shop.Shop.clo$0se>` then.", "docs/guide.rst"),
        """
        ```python
        (method) Base.close(self, code: int = 0) -> None
        ```

        Close the shop for good.

        - defined in [src/shop/base.py:2](src/shop/base.py#2)
        - used in 1 place: [src/shop/app.py:8](src/shop/app.py#8)
        - mentioned in 1 document: [docs/guide.rst:4](docs/guide.rst#4)
        """,
        origin="shop.Shop.close",
    )


def test_a_package_is_its_file() -> None:
    check_hover(
        with_doc("The `sh$0op` package."),
        """
        ```python
        (module) src/shop/__init__.py
        ```

        The shop.

        - defined in [`src/shop/__init__.py:1`](src/shop/__init__.py#1)
        - tested in 1 place: [tests/test_shop.py:1](tests/test_shop.py#1)
        - mentioned in 1 document: [docs/guide.md:1](docs/guide.md#1)
        """,
        origin="shop",
    )


def test_crlf_and_astral_characters_before_the_mention() -> None:
    check_hover(
        with_doc("# \U0001f600\U0001f600 Guide\n\U0001d4d0\U0001d4d1 says `make_$0shop` \U0001f600."),
        """
        ```python
        (function) make_shop(name: str) -> Shop
        ```

        - defined in [src/shop/app.py:11](src/shop/app.py#11)
        - used in 1 place: [src/shop/cli.py:4](src/shop/cli.py#4)
        - tested in 1 place: [tests/test_shop.py:5](tests/test_shop.py#5)
        - mentioned in 1 document: [docs/guide.md:2](docs/guide.md#2)
        """,
        crlf=True,
        origin="make_shop",
    )


def test_an_open_buffer_that_moved_the_definition_by_forty_lines() -> None:
    text = with_doc("Call `make_$0shop`.")
    moved = b"# moved\n" * 40 + read_fixture(text).files["src/shop/app.py"]
    check_hover(
        text,
        """
        ```python
        (function) make_shop(name: str) -> Shop
        ```

        - defined in [src/shop/app.py:51](src/shop/app.py#51)
        - used in 1 place: [src/shop/cli.py:4](src/shop/cli.py#4)
        - tested in 1 place: [tests/test_shop.py:5](tests/test_shop.py#5)
        - mentioned in 1 document: [docs/guide.md:1](docs/guide.md#1)

        *1 changed file not indexed yet: src/shop/app.py changed on disk*
        """,
        live={"src/shop/app.py": moved},
        freshness=Freshness(
            generation=1, fresh=False, behind=1, unsaved=0, reason="src/shop/app.py changed on disk"
        ),
    )


def test_a_deleted_definition_is_no_longer_shown() -> None:
    text = with_doc("Call `make_$0shop`.")
    check_hover(text, None, live={"src/shop/app.py": b"def other():\n    pass\n"})
    check_hover(text, None, live={"src/shop/app.py": None})


def test_a_use_that_is_gone_is_not_cited() -> None:
    check_hover(
        with_doc("Call `make_$0shop`."),
        """
        ```python
        (function) make_shop(name: str) -> Shop
        ```

        - defined in [src/shop/app.py:11](src/shop/app.py#11)
        - tested in 1 place: [tests/test_shop.py:5](tests/test_shop.py#5)
        - mentioned in 1 document: [docs/guide.md:1](docs/guide.md#1)
        """,
        live={"src/shop/cli.py": b"def main() -> None:\n    pass\n"},
    )


def test_two_definitions_of_one_name() -> None:
    check_hover(
        """
        //- /src/a/disk.py
        def flush_all(path):
            "Write to the disk."

        //- /src/a/net.py
        def flush_all(socket):
            "Write to the net."

        //- /README.md
        Then `flush_$0all`.
        """,
        """
        ```python
        (function) flush_all(path)
        ```

        Write to the disk.

        - defined in [src/a/disk.py:1](src/a/disk.py#1)
        - mentioned in 1 document: [README.md:1](README.md#1)
        - also: `flush_all` [src/a/net.py:1](src/a/net.py#1)
        """,
    )


def test_a_name_only_in_tests() -> None:
    check_hover(
        """
        //- /tests/conftest.py
        def make_fake_till():
            return 1

        //- /docs/testing.md
        Use `make_fake_$0till`.
        """,
        """
        ```python
        (function) make_fake_till()
        ```

        - defined in [tests/conftest.py:1](tests/conftest.py#1)
        - mentioned in 1 document: [docs/testing.md:1](docs/testing.md#1)
        """,
    )


def test_a_hostile_docstring_stays_text() -> None:
    check_hover(
        '''
        //- /src/evil.py
        def trap_it(a="```"):
            """![p](http://evil/p.png) <b> [go](helix:a#L1) \u202e``` **b**
            </script>

            Second paragraph.
            """

        //- /README.md
        `trap_$0it`
        ''',
        """
        ````python
        (function) trap_it(a="```")
        ````

        `![p](http://evil/p.png)` `<b>` `[go](helix:a#L1)` ```` \\u202e``` ```` `**b**` `</script>`

        - defined in [src/evil.py:1](src/evil.py#1)
        - mentioned in 1 document: [README.md:1](README.md#1)
        """,
    )


def test_nothing_under_the_cursor() -> None:
    check_hover(with_doc("Plain $0words and `make_shop`."), None)
    check_hover(with_doc("Run `pip in$0stall shop`."), None)
    check_hover(with_doc("Gives `No$0ne`."), None)
    check_hover(with_doc("Sends `GE$0T`."), None)
    check_hover(with_doc("Unknown `werkzeug.rou$0ting.Map`."), None)


def test_a_definition_and_a_reference_in_code() -> None:
    here = SHOP.replace("def make_shop(name", "def make_$0shop(name")
    there = SHOP.replace('    make_shop("corner")', '    make_$0shop("corner")')
    expected = """
        ```python
        (function) make_shop(name: str) -> Shop
        ```

        - defined in [src/shop/app.py:11](src/shop/app.py#11)
        - used in 1 place: [src/shop/cli.py:4](src/shop/cli.py#4)
        - tested in 1 place: [tests/test_shop.py:5](tests/test_shop.py#5)
        """
    check_hover(here, expected, origin="make_shop")
    check_hover(there, expected, origin="make_shop")
