"""Python: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = '''"""Orders and what they cost."""

from __future__ import annotations

import os.path as osp
import json
from collections import OrderedDict, defaultdict as dd
from .models import (
    Customer,
    Item as Line,
)
from . import tax
from typing import *

VERSION = "1.0"  #: the release
_cache: dict[str, Order] = {}
first, second = 1, 2

# Which door is open.
current = LocalProxy(find_order)

if TYPE_CHECKING:
    from .store import Store
    Named = Union[str, "Customer"]
else:
    Named = str


def register(name: str, *, force: bool = False) -> Callable[[F], F]:
    """Register a handler."""

    def decorator(fn: F) -> F:
        handlers[name] = fn
        return fn

    return decorator


@dataclass(frozen=True)
class Order(Base, tax.Taxed[Line], metaclass=Meta):
    """One order.

    It has lines.
    """

    number: int
    """Counted from one."""
    LIMIT = 10

    def __init__(self, customer: Customer, é: int = 0) -> None:
        #: who pays
        self.customer = customer
        self._lines: list[Line] = []
        self.customer = None
        other.value = 1

    @property
    def total(self) -> int:
        return sum(line.price for line in self._lines)

    @total.setter
    def total(self, value): ...

    @register("ship")
    async def ship(
        self,
        where: Address,
    ) -> None:
        'Send it.'
        super().ship(where)
        client.session.post(f"/x/{self.number}", data=json.dumps(where))
        try:
            raise OrderError("no Luck here")
        except KeyError:
            pass

    # Counts all of them.
    def _count(self):
        total = 0
        return osp.join(current)

    class Meta:
        ordering = ["number"]


atexit.register(register)
type Pair[T] = tuple[T, T]
'''

EXPECTED = '''
constant VERSION | VERSION = "1.0"
    #: the release | -
- variable _cache | _cache: dict[str, Order] = {}
variable first | first, second = 1, 2
variable second | first, second = 1, 2
variable current | current = LocalProxy(find_order)
    # Which door is open. | -
variable Named | Named = Union[str, "Customer"]
variable Named | Named = str
function register | def register(name: str, *, force: bool = False) -> Callable[[F], F]
    """Register a handler.""" | """Register a handler.""…rn decorator
- function register.decorator | def decorator(fn: F) -> F
    - | handlers[name] = fn return fn
class Order | class Order(Base, tax.Taxed[Line], metaclass=Meta)
    """One order. It has lines. """ | """One order. It has lin…= ["number"]
field Order.number | number: int
    """Counted from one.""" | -
constant Order.LIMIT | LIMIT = 10
constructor Order.__init__ | def __init__(self, customer: Customer, é: int = 0) -> None
    - | self.customer = customer…er.value = 1
field Order.customer | self.customer = customer
    #: who pays | -
- field Order._lines | self._lines: list[Line] = []
property Order.total | def total(self) -> int
    - | return sum(line.price fo…self._lines)
property Order.total | def total(self, value)
    - | ...
method Order.ship | async def ship( self, where: Address, ) -> None
    'Send it.' | 'Send it.' super().ship(…yError: pass
- method Order._count | def _count(self)
    # Counts all of them. | total = 0 return osp.join(current)
class Order.Meta | class Meta
    - | ordering = ["number"]
field Order.Meta.ordering | ordering = ["number"]
type Pair | type Pair[T]
    - | tuple[T, T]

type Order in _cache
call LocalProxy in current
read TYPE_CHECKING in -
read Union in Named
type Callable in register
decorate dataclass in Order
inherit Base in Order
inherit tax.Taxed in Order
read Line in Order
read Meta in Order
type Customer in Order.__init__
type Line in Order.__init__
read other.value in Order.__init__
decorate property in Order.total
call sum in Order.total
read line.price in Order.total
read self._lines in Order.total
decorate total.setter in Order.total
decorate register in Order.ship
type Address in Order.ship
call super in Order.ship
call super().ship in Order.ship
read client.session in Order.ship
call client.session.post in Order.ship
read self.number in Order.ship
call json.dumps in Order.ship
call OrderError in Order.ship
read KeyError in Order.ship
call osp.join in Order._count
read current in Order._count
call atexit.register in -
read register in -

__future__: annotations
os.path: ~ as osp
json:
collections: OrderedDict, defaultdict as dd
.models: Customer, Item as Line
.: tax
typing: *
.store: Store

module: """Orders and what they cost."""
'''


def test_a_realistic_file() -> None:
    assert report("sample.py", SAMPLE) == EXPECTED.lstrip()
