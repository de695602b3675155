"""C Sharp: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """using System;
using static System.Math;
using Json = System.Text.Json.JsonSerializer;

namespace Shop.Core;

/// <summary>An order.</summary>
[Serializable]
public abstract partial class Order<T> : Base<T>, IPriced, Io.IClosable where T : Item, new()
{
    private readonly int first = 1, second;
    public const int MaxLines = 10;

    /// <summary>Shown.</summary>
    public string Name { get; private set; }
    public int Total => Lines.Sum(l => l.Price);

    public Order(string name) : base(name) { }
    ~Order() { }

    public event EventHandler<OrderArgs> Shipped;

    [Obsolete("no")]
    protected virtual async Task<Result> ShipAsync(Address where)
    {
        var box = new Box(where);
        Local();
        await client?.Post<Order>(box);
        return Helper.Wrap(box);

        void Local() { }
    }

    internal void Hidden() { }
    public delegate void Changed(int a);
}

public interface IPriced { int Total { get; } void Ship(); }
public struct Point { public int X; }
public enum Level : byte { Low, High = 2 }
public record Pair(int Left, string Right);
"""

EXPECTED = """
namespace Shop.Core | namespace Shop.Core
class Shop.Core.Order | public abstract partial class Order<T> : Base<T>, IPriced, Io.IClosable where T : Item, new()
    /// <summary>An order.</summary> | { private readonly int f…ed(int a); }
- field Shop.Core.Order.first | private readonly int first = 1, second
- field Shop.Core.Order.second | private readonly int first = 1, second
constant Shop.Core.Order.MaxLines | public const int MaxLines = 10
property Shop.Core.Order.Name | public string Name
    /// <summary>Shown.</summary> | { get; private set; }
property Shop.Core.Order.Total | public int Total
    - | => Lines.Sum(l => l.Price)
constructor Shop.Core.Order.Order | public Order(string name) : base(name)
    - | { }
- method Shop.Core.Order.~Order | ~Order()
    - | { }
field Shop.Core.Order.Shipped | public event EventHandler<OrderArgs> Shipped
method Shop.Core.Order.ShipAsync | protected virtual async Task<Result> ShipAsync(Address where)
    - | { var box = new Box(wher…ocal() { } }
- function Shop.Core.Order.ShipAsync.Local | void Local()
    - | { }
- method Shop.Core.Order.Hidden | internal void Hidden()
    - | { }
type Shop.Core.Order.Changed | public delegate void Changed(int a)
interface Shop.Core.IPriced | public interface IPriced
    - | { int Total { get; } void Ship(); }
property Shop.Core.IPriced.Total | int Total
    - | { get; }
method Shop.Core.IPriced.Ship | void Ship()
struct Shop.Core.Point | public struct Point
    - | { public int X; }
field Shop.Core.Point.X | public int X
enum Shop.Core.Level | public enum Level : byte
    - | { Low, High = 2 }
enum_member Shop.Core.Level.Low | Low
enum_member Shop.Core.Level.High | High = 2
class Shop.Core.Pair | public record Pair(int Left, string Right)
property Shop.Core.Pair.Left | int Left
property Shop.Core.Pair.Right | string Right

decorate Serializable in Shop.Core.Order
inherit Base in Shop.Core.Order
inherit IPriced in Shop.Core.Order
read Io in Shop.Core.Order
inherit Io.IClosable in Shop.Core.Order
type Item in Shop.Core.Order
read Lines in Shop.Core.Order.Total
call Lines.Sum in Shop.Core.Order.Total
read l.Price in Shop.Core.Order.Total
type EventHandler in Shop.Core.Order.Shipped
type OrderArgs in Shop.Core.Order.Shipped
decorate Obsolete in Shop.Core.Order.ShipAsync
type Task in Shop.Core.Order.ShipAsync
type Result in Shop.Core.Order.ShipAsync
type Address in Shop.Core.Order.ShipAsync
call Box in Shop.Core.Order.ShipAsync
call Local in Shop.Core.Order.ShipAsync
call client.Post in Shop.Core.Order.ShipAsync
type Order in Shop.Core.Order.ShipAsync
read Helper in Shop.Core.Order.ShipAsync
call Helper.Wrap in Shop.Core.Order.ShipAsync

System:
System.Math:
System.Text.Json.JsonSerializer: ~ as Json

module: -
"""


def test_a_realistic_file() -> None:
    assert report("sample.cs", SAMPLE) == EXPECTED.lstrip()
