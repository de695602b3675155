"""Zig: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """//! Orders of a shop.
const std = @import("std");
const Allocator = std.mem.Allocator;
const Price = @import("price.zig").Price;

/// A list of orders.
pub fn OrderList(comptime T: type) type {
    return struct {
        const Self = @This();
        items: []T,
        capacity: usize = 0,

        pub fn init(allocator: Allocator) Self {
            return .{ .items = &.{} };
        }
    };
}

pub const Order = struct {
    id: u32,
    /// In cents.
    total: i64 = 0,

    pub const none = Order{ .id = 0 };

    fn add(self: *Order, price: Price) void {
        self.total += price.cents();
    }

    test "adds" {
        try std.testing.expect(true);
    }
};

pub const Kind = enum(u8) { open, closed = 2 };
const Failure = error{ Missing, Full };
const Either = union(enum) { left: i32, right };
var counter: u32 = 1;
const max_orders = 100;

pub extern "c" fn printf(format: [*]const u8, ...) c_int;

export fn run() void {
    const local = OrderList(Order).init(Allocator);
    _ = local;
}
"""

EXPECTED = """struct OrderList
    pub fn OrderList(comptime T: type) type
    /// A list of orders. | { return struct { const Se…&.{} }; } }; } | pub fn OrderList(comptime …&.{} }; } }; }
-constant OrderList.Self
    const Self = @This()
    - | - | const Self = @This();
field OrderList.items
    items: []T
    - | - | items: []T
field OrderList.capacity
    capacity: usize = 0
    - | - | capacity: usize = 0
method OrderList.init
    pub fn init(allocator: Allocator) Self
    - | { return .{ .items = &.{} }; } | pub fn init(allocator: All…ms = &.{} }; }
struct Order
    pub const Order = struct
    - | struct { id: u32, /// In c…ect(true); } } | pub const Order = struct {…ct(true); } };
field Order.id
    id: u32
    - | - | id: u32
field Order.total
    total: i64 = 0
    /// In cents. | - | total: i64 = 0
constant Order.none
    pub const none = Order{ .id = 0 }
    - | - | pub const none = Order{ .id = 0 };
-method Order.add
    fn add(self: *Order, price: Price) void
    - | { self.total += price.cents(); } | fn add(self: *Order, price…ice.cents(); }
-method Order.adds
    test "adds"
    - | { try std.testing.expect(true); } | test "adds" { try std.test…xpect(true); }
enum Kind
    pub const Kind = enum(u8)
    - | enum(u8) { open, closed = 2 } | pub const Kind = enum(u8) … closed = 2 };
enum_member Kind.open
    open
    - | - | open
enum_member Kind.closed
    closed = 2
    - | - | closed = 2
-enum Failure
    const Failure = error
    - | error{ Missing, Full } | const Failure = error{ Missing, Full };
-enum_member Failure.Missing
    Missing
    - | - | Missing
-enum_member Failure.Full
    Full
    - | - | Full
-union Either
    const Either = union(enum)
    - | union(enum) { left: i32, right } | const Either = union(enum)… i32, right };
-field Either.left
    left: i32
    - | - | left: i32
-field Either.right
    right
    - | - | right
-variable counter
    var counter: u32 = 1
    - | - | var counter: u32 = 1;
-constant max_orders
    const max_orders = 100
    - | - | const max_orders = 100;
function printf
    pub extern "c" fn printf(format: [*]const u8, ...) c_int
    - | - | pub extern "c" fn printf(f…8, ...) c_int;
function run
    export fn run() void
    - | { const local = OrderList(…; _ = local; } | export fn run() void { con…; _ = local; }
type Allocator in OrderList.init
read items in OrderList.init
call Order in Order.none
read id in Order.none
type Order in Order.add
type Price in Order.add
read self.total in Order.add
call price.cents in Order.add
read std.testing in Order.adds
call std.testing.expect in Order.adds
call OrderList in run
read Order in run
call ().init in run
read Allocator in run
import std >std
import std.mem Allocator
import price.zig Price
module //! Orders of a shop.
"""


def test_a_realistic_file() -> None:
    assert listed("sample.zig", SAMPLE) == EXPECTED
