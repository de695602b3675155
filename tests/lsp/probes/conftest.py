"""A small project for the probes, and a server that all probes of a file share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.probes.wire import Wire

_GUIDE = """# Guide

`Basket.add` puts an item in; see [the code](../src/shop/basket.py) and `src/shop/price.py`.

## Prices

`price_of` looks a price up. `Basket.gone` is no longer there.
"""
_BASKET = '''"""What somebody wants to buy."""

from shop.price import price_of


class Basket:
    """Holds items; see docs/guide.md."""

    def add(self, item: str) -> int:
        """Add one; its price."""
        return price_of(item)
'''


def project(root: Path, more: int = 0) -> Path:
    """A few files, and `more` modules to index."""
    files = {
        "README.md": "# Shop\n\nA `Basket` holds items. Read `docs/guide.md`.\n",
        "docs/guide.md": _GUIDE,
        "src/shop/basket.py": _BASKET,
        "src/shop/price.py": 'def price_of(item: str) -> int:\n    """What it costs."""\n    return len(item)\n',
        **{f"src/many/m{i}.py": _many(i) for i in range(more)},
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def _many(number: int) -> str:
    return f"class M{number}:\n" + "".join(
        f"    def do_{i}(self):\n        return M{number}.do_{i}\n" for i in range(40)
    )


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(tmp_path_factory.mktemp("shop"))


@pytest.fixture(scope="module")
def line() -> Iterator[Wire]:
    """A server without a folder."""
    with Wire(forked=True) as wire:
        wire.initialize()
        yield wire
        wire.account()
        assert wire.end() == 0


@pytest.fixture
def fresh() -> Iterator[Wire]:
    """A server to which nothing was said yet."""
    with Wire(forked=True) as wire:
        yield wire
        assert "Traceback" not in wire.log()
