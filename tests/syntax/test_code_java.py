"""Java: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """/* Licensed under the Apache License. */
package com.example.shop;

import java.util.List;
import java.util.function.*;
import static com.example.Util.check;

/**
 * An order.
 */
@Entity(name = "orders")
public abstract class Order<T extends Item> extends Base<T> implements Priced, java.io.Closeable {
    /** The most lines. */
    public static final int MAX_LINES = 10;
    private final List<T> lines, spare;
    protected String name; // shown

    public Order(String name) throws OrderException {
        super(name);
        this.lines = new ArrayList<>(MAX_LINES);
    }

    @Override
    @Deprecated
    public int total(Currency currency) {
        check(currency);
        return lines.stream().map(Item::price).reduce(0, Math::addExact);
    }

    abstract void ship(Address where);

    static class Builder {
        Order build() { return new Order("x") { void ship(Address a) {} }; }
    }
}

interface Priced extends Comparable<Priced> {
    int FREE = 0;
    int total(Currency currency);
    default boolean free() { return true; }
}

enum Level implements Named {
    LOW(1),
    /** Very. */
    HIGH(2) { int weight() { return 3; } };

    private final int weight;
    Level(int weight) { this.weight = weight; }
}

public record Point(int x, Coordinate y) {
    public Point { check(x); }
}

@interface Entity { String name() default ""; }
"""

EXPECTED = """
class Order | public abstract class Order<T extends Item> extends Base<T> implements Priced, java.io.Closeable
    /** * An order. */ | { /** The most lines. */… {} }; } } }
constant Order.MAX_LINES | public static final int MAX_LINES = 10
    /** The most lines. */ | -
- field Order.lines | private final List<T> lines, spare
- field Order.spare | private final List<T> lines, spare
field Order.name | protected String name
    // shown | -
constructor Order.Order | public Order(String name) throws OrderException
    - | { super(name); this.line…AX_LINES); }
method Order.total | public int total(Currency currency)
    - | { check(currency); retur…addExact); }
- method Order.ship | abstract void ship(Address where)
- class Order.Builder | static class Builder
    - | { Order build() { return…a) {} }; } }
- method Order.Builder.build | Order build()
    - | { return new Order("x") …s a) {} }; }
- method Order.Builder.build.ship | void ship(Address a)
    - | {}
- interface Priced | interface Priced extends Comparable<Priced>
    - | { int FREE = 0; int tota…rn true; } }
- constant Priced.FREE | int FREE = 0
- method Priced.total | int total(Currency currency)
- method Priced.free | default boolean free()
    - | { return true; }
- enum Level | enum Level implements Named
    - | { LOW(1), /** Very. */ H… weight; } }
- enum_member Level.LOW | LOW(1)
- enum_member Level.HIGH | HIGH(2)
    /** Very. */ | { int weight() { return 3; } }
- method Level.HIGH.weight | int weight()
    - | { return 3; }
- field Level.weight | private final int weight
- constructor Level.Level | Level(int weight)
    - | { this.weight = weight; }
class Point | public record Point(int x, Coordinate y)
    - | { public Point { check(x); } }
field Point.x | int x
field Point.y | Coordinate y
constructor Point.Point | public Point
    - | { check(x); }
- interface Entity | @interface Entity
    - | { String name() default ""; }
- method Entity.name | String name() default ""

decorate Entity in Order
type Item in Order
inherit Base in Order
inherit Priced in Order
read java.io in Order
inherit java.io.Closeable in Order
type List in Order
type OrderException in Order.Order
read this.lines in Order.Order
call ArrayList in Order.Order
read MAX_LINES in Order.Order
decorate Deprecated in Order.total
type Currency in Order.total
call check in Order.total
call lines.stream in Order.total
call lines.stream().map in Order.total
read Item in Order.total
read Item.price in Order.total
call ().reduce in Order.total
read Math in Order.total
read Math.addExact in Order.total
type Address in Order.ship
type Order in Order.Builder.build
call Order in Order.Builder.build
type Address in Order.Builder.build.ship
inherit Comparable in Priced
type Priced in Priced
type Currency in Priced.total
inherit Named in Level
read this.weight in Level.Level
type Coordinate in Point.y
call check in Point.Point

java.util: List
java.util.function: *
com.example.Util: check

module: -
"""


def test_a_realistic_file() -> None:
    assert report("Sample.java", SAMPLE) == EXPECTED.lstrip()
