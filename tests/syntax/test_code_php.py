"""Php: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = r"""<?php

/**
 * Orders of the shop.
 */

declare(strict_types=1);

namespace App\Shop;

use App\Core\{Base, Named as HasName};
use App\Util;
use function App\helper;

require_once __DIR__ . '/boot.php';

const LIMIT = 10;
define('DEBUG', true);

/**
 * An order.
 */
#[Entity(name: "orders")]
abstract class Order extends Base implements HasName, \JsonSerializable
{
    use Timestamps;

    public const MAX = 5, MIN = 1;

    /** @var string shown */
    protected ?string $name = null;
    private int $a = 1, $b;

    public function __construct(private readonly Customer $customer, int $x = 0)
    {
        parent::__construct();
        $this->name = helper($x);
    }

    /** Ships it. */
    public static function ship(Address $where): ?Result
    {
        $where->city()->send(new Box("Some Text"));
        self::log(Util::now());
        \strlen($where);
        return static::MAX;
    }

    abstract protected function price(): int;
    private function hidden() {}
}

interface Priced extends Countable { public function price(): int; }
trait Timestamps { private $at; public function touch() {} }
enum Level: string implements Named { case Low = 'l'; case High = 'h'; const DEFAULT = self::Low; }

function total(Order ...$orders): int { return 0; }

$handler = function ($x) { return total($x); };
?>
<p>Some Html Text</p>
"""

EXPECTED = r"""
namespace App.Shop | namespace App\Shop
constant App.Shop.LIMIT | const LIMIT = 10
constant App.Shop.DEBUG | define('DEBUG', true)
class App.Shop.Order | abstract class Order extends Base implements HasName, \JsonSerializable
    /** * An order. */ | { use Timestamps; public…idden() {} }
constant App.Shop.Order.MAX | public const MAX = 5, MIN = 1
constant App.Shop.Order.MIN | public const MAX = 5, MIN = 1
field App.Shop.Order.name | protected ?string $name = null
    /** @var string shown */ | -
- field App.Shop.Order.a | private int $a = 1, $b
- field App.Shop.Order.b | private int $a = 1, $b
constructor App.Shop.Order.__construct | public function __construct(private readonly Customer $customer, int $x = 0)
    - | { parent::__construct();…elper($x); }
- field App.Shop.Order.customer | private readonly Customer $customer
method App.Shop.Order.ship | public static function ship(Address $where): ?Result
    /** Ships it. */ | { $where->city()->send(n…atic::MAX; }
method App.Shop.Order.price | abstract protected function price(): int
- method App.Shop.Order.hidden | private function hidden()
    - | {}
interface App.Shop.Priced | interface Priced extends Countable
    - | { public function price(): int; }
method App.Shop.Priced.price | public function price(): int
trait App.Shop.Timestamps | trait Timestamps
    - | { private $at; public fu…touch() {} }
- field App.Shop.Timestamps.at | private $at
method App.Shop.Timestamps.touch | public function touch()
    - | {}
enum App.Shop.Level | enum Level: string implements Named
    - | { case Low = 'l'; case H…self::Low; }
enum_member App.Shop.Level.Low | case Low = 'l'
enum_member App.Shop.Level.High | case High = 'h'
constant App.Shop.Level.DEFAULT | const DEFAULT = self::Low
function App.Shop.total | function total(Order ...$orders): int
    - | { return 0; }
function App.Shop.handler | $handler = function ($x)
    - | { return total($x); }

decorate Entity in App.Shop.Order
inherit Base in App.Shop.Order
inherit HasName in App.Shop.Order
inherit JsonSerializable in App.Shop.Order
inherit Timestamps in App.Shop.Order
type Customer in App.Shop.Order.__construct
call parent.__construct in App.Shop.Order.__construct
read $this.name in App.Shop.Order.__construct
call helper in App.Shop.Order.__construct
type Address in App.Shop.Order.ship
type Result in App.Shop.Order.ship
call $where.city in App.Shop.Order.ship
call $where.city().send in App.Shop.Order.ship
call Box in App.Shop.Order.ship
call self.log in App.Shop.Order.ship
read Util in App.Shop.Order.ship
call Util.now in App.Shop.Order.ship
call strlen in App.Shop.Order.ship
read static.MAX in App.Shop.Order.ship
inherit Countable in App.Shop.Priced
inherit Named in App.Shop.Level
read self.Low in App.Shop.Level.DEFAULT
type Order in App.Shop.total
call total in App.Shop.handler

App\Core: Base, Named as HasName
App: Util
App: helper
/boot.php:

module: /** * Orders of the shop. */
"""


def test_a_realistic_file() -> None:
    assert report("sample.php", SAMPLE) == EXPECTED.lstrip()
