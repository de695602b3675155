"""Elixir: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = r'''defmodule Shop.Order do
  @moduledoc """
  Orders of a shop.
  """
  use Shop.Schema, prefix: "x"
  import Shop.Math, only: [sum: 1]
  alias Shop.{Item, Price}
  alias Shop.Store, as: Db
  require Logger
  @behaviour Shop.Priced

  @type t :: %__MODULE__{id: integer}
  @typep hidden :: atom
  @callback total(t) :: integer
  @max_lines 100
  defstruct [:id, lines: [], state: %{}]

  @doc """
  Adds a line.
  """
  @spec add(t, Item.t()) :: t
  def add(order, item \\ nil)

  def add(%__MODULE__{} = order, item) when is_nil(item) do
    order |> Db.put(item) |> notify()
  end

  def add(order, item), do: raise(ArgumentError, "no #{inspect(item)} Item")

  # How much.
  defp notify(order), do: Enum.map(order.lines, &Price.of/1)

  defmacro priced(do: block) do
    quote do
      def price, do: unquote(block)
    end
  end

  defguard is_new(x) when x == 1
  defdelegate all(x), to: Db

  defimpl Inspect, for: Shop.Order do
    def inspect(order, _), do: order.id
  end
end

defprotocol Shop.Priced do
  @doc "The price."
  def price(x)
end

defmodule Shop.OrderTest do
  test "adds a line", %{order: order} do
    assert Shop.Order.add(order) == 1
  end
end
'''

EXPECTED = r'''module Shop.Order
    defmodule Shop.Order
    """ Orders of a shop. """ | do @moduledoc """ Orders o…der.id end end | defmodule Shop.Order do @m…der.id end end
type Shop.Order.t
    @type t :: %__MODULE__{id: integer}
    - | - | @type t :: %__MODULE__{id: integer}
-type Shop.Order.hidden
    @typep hidden :: atom
    - | - | @typep hidden :: atom
function Shop.Order.total
    @callback total(t) :: integer
    - | - | @callback total(t) :: integer
-constant Shop.Order.max_lines
    @max_lines 100
    - | - | @max_lines 100
field Shop.Order.id
    defstruct :id
    - | - | :id
field Shop.Order.lines
    defstruct lines: []
    - | - | lines: []
field Shop.Order.state
    defstruct state: %{}
    - | - | state: %{}
function Shop.Order.add
    def add(order, item \\ nil)
    """ Adds a line. """ | do order |> Db.put(item) |…(item)} Item") | @doc """ Adds a line. """ …(item)} Item")
-function Shop.Order.notify
    defp notify(order)
    # How much. | do: Enum.map(order.lines, &Price.of/1) | defp notify(order), do: En…, &Price.of/1)
macro Shop.Order.priced
    defmacro priced(do: block)
    - | do quote do def price, do:…block) end end | defmacro priced(do: block)…block) end end
function Shop.Order.priced.price
    def price
    - | do: unquote(block) | def price, do: unquote(block)
macro Shop.Order.is_new
    defguard is_new(x) when x == 1
    - | - | defguard is_new(x) when x == 1
function Shop.Order.all
    defdelegate all(x)
    - | to: Db | defdelegate all(x), to: Db
impl Shop.Order.Shop.Order
    defimpl Inspect, for: Shop.Order
    - | do def inspect(order, _), do: order.id end | defimpl Inspect, for: Shop…: order.id end
method Shop.Order.Shop.Order.inspect
    def inspect(order, _)
    - | do: order.id | def inspect(order, _), do: order.id
interface Shop.Priced
    defprotocol Shop.Priced
    - | do @doc "The price." def price(x) end | defprotocol Shop.Priced do…f price(x) end
method Shop.Priced.price
    def price(x)
    "The price." | - | @doc "The price." def price(x)
module Shop.OrderTest
    defmodule Shop.OrderTest
    - | do test "adds a line", %{o…) == 1 end end | defmodule Shop.OrderTest d…) == 1 end end
-function Shop.OrderTest.adds a line
    test "adds a line", %{order: order}
    - | do assert Shop.Order.add(order) == 1 end | test "adds a line", %{orde…rder) == 1 end
read Shop in Shop.Order
inherit Shop.Schema in Shop.Order
read Shop in Shop.Order
inherit Shop.Priced in Shop.Order
call Item.t in Shop.Order.add
read Db in Shop.Order.add
call Db.put in Shop.Order.add
call notify in Shop.Order.add
read ArgumentError in Shop.Order.add
call inspect in Shop.Order.add
read Enum in Shop.Order.notify
call Enum.map in Shop.Order.notify
read order.lines in Shop.Order.notify
read Price in Shop.Order.notify
read Price.of in Shop.Order.notify
read Db in Shop.Order.all
inherit Inspect in Shop.Order.Shop.Order
read Shop in Shop.Order.Shop.Order
read order.id in Shop.Order.Shop.Order.inspect
read Shop in Shop.Priced
read Shop in Shop.OrderTest
read Shop in Shop.OrderTest.adds a line
read Shop.Order in Shop.OrderTest.adds a line
call Shop.Order.add in Shop.OrderTest.adds a line
import Shop.Schema
import Shop.Math sum
import Shop Item Price
import Shop.Store >Db
import Logger
'''


def test_a_realistic_file() -> None:
    assert listed("sample.ex", SAMPLE) == EXPECTED
