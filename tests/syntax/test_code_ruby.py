"""Ruby: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """# frozen_string_literal: true

# Shops and orders.

require 'json'
require_relative 'base'

module Shop
  LIMIT = 10 # lines

  # An order.
  class Order < Core::Base
    include Comparable
    extend Forwardable

    attr_accessor :name, :lines
    attr_reader :total

    Point = Struct.new(:x, :y)

    # Makes one.
    def initialize(name, *rest)
      @name = name
      super()
    end

    def self.find(id) = Store.instance.find(id)

    class << self
      def create(**options)
        new(options[:name]).tap { |order| order.save! }
      end
    end

    def ship!
      Mailer.deliver(name) if ready?
    end

    def <=>(other)
      total <=> other.total
    end

    alias send_out ship!

    private

    def ready?
      "Some Text #{Time.now}"
    end
  end

  class Core::Extra; end
end

def helper(a, b: 1)
  puts a
end
"""

EXPECTED = """
module Shop | module Shop
    - | LIMIT = 10 # lines # An …::Extra; end
constant Shop.LIMIT | LIMIT = 10
    # lines | -
class Shop.Order | class Order < Core::Base
    # An order. | include Comparable exten…me.now}" end
property Shop.Order.name | attr_accessor :name
property Shop.Order.lines | attr_accessor :lines
property Shop.Order.total | attr_reader :total
class Shop.Order.Point | Point = Struct.new(:x, :y)
constructor Shop.Order.initialize | def initialize(name, *rest)
    # Makes one. | @name = name super()
method Shop.Order.find | def self.find(id)
    - | Store.instance.find(id)
method Shop.Order.create | def create(**options)
    - | new(options[:name]).tap …rder.save! }
method Shop.Order.ship! | def ship!
    - | Mailer.deliver(name) if ready?
method Shop.Order.<=> | def <=>(other)
    - | total <=> other.total
method Shop.Order.send_out | alias send_out ship!
- method Shop.Order.ready? | def ready?
    - | "Some Text #{Time.now}"
class Shop.Core.Extra | class Core::Extra
function helper | def helper(a, b: 1)
    - | puts a

read Core in Shop.Order
inherit Core.Base in Shop.Order
inherit Comparable in Shop.Order
inherit Forwardable in Shop.Order
read Struct in Shop.Order.Point
call Struct.new in Shop.Order.Point
read Store in Shop.Order.find
call Store.instance in Shop.Order.find
call Store.instance.find in Shop.Order.find
call new in Shop.Order.create
call ().tap in Shop.Order.create
call order.save! in Shop.Order.create
read Mailer in Shop.Order.ship!
call Mailer.deliver in Shop.Order.ship!
call ready? in Shop.Order.ship!
call other.total in Shop.Order.<=>
read Time in Shop.Order.ready?
call Time.now in Shop.Order.ready?
read Core in Shop.Core.Extra

json:
./base:

module: # Shops and orders.
"""


def test_a_realistic_file() -> None:
    assert report("sample.rb", SAMPLE) == EXPECTED.lstrip()
