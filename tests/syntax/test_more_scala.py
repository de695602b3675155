"""Scala: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """package shop
package orders

import cats.kernel.{Eq, Order => Ordering, _}
import scala.util.Try
import shop.model.Item, shop.model.Price

/** Maps.
  */
@implicitNotFound("no functor")
trait Functor[F[_]] extends Invariant[F] with Serializable { self =>
  def map[A, B](fa: F[A])(f: A => B): F[B]

  /** Through the other. */
  override def imap[A](x: A): B = {
    val local = 1
    map(x)(f)
  }
  type Out = Int
  lazy val first, second = 3
  private[shop] def known = 1
  private var hidden: Int = 2
}

sealed abstract class Validated[+E, +A](val cause: Int, private val inner: E, plain: Int) extends Product {
  def fold[B](f: E => B): B =
    this match {
      case Valid(a) => f(a)
    }

  // about the next
  def next =
    fold(identity)

  /** The last. */
  def last = new Valid(1)
}

final case class Valid[+A](a: A) extends Validated[Nothing, A]

object Functor extends FunctorInstances {
  implicit val inst: Functor[List] = new Functor[List] {
    def map = 1
  }
  implicit class Ops[A](a: A) {
    def op = a.toString
  }
  def apply[F[_]](implicit F: Functor[F]): Functor[F] = F
}

enum Color(val code: Int):
  case Red extends Color(1)
  case Green, Blue

given intOrder: Order[Int] with
  def compare(a: Int, b: Int) = a - b

extension (s: String)
  def hello = s + "World"

opaque type Id = Int
"""

EXPECTED = """trait Functor
    trait Functor[F[_]] extends Invariant[F] with Serializable
    /** Maps. */ | { self => def map[A, B](fa…den: Int = 2 } | @implicitNotFound("no func…den: Int = 2 }
method Functor.map
    def map[A, B](fa: F[A])(f: A => B): F[B]
    - | - | def map[A, B](fa: F[A])(f: A => B): F[B]
method Functor.imap
    override def imap[A](x: A): B
    /** Through the other. */ | { val local = 1 map(x)(f) } | override def imap[A](x: A)… 1 map(x)(f) }
type Functor.Out
    type Out = Int
    - | - | type Out = Int
field Functor.first
    lazy val first, second = 3
    - | - | first
field Functor.second
    lazy val first, second = 3
    - | - | second
method Functor.known
    private[shop] def known
    - | 1 | private[shop] def known = 1
-field Functor.hidden
    private var hidden: Int = 2
    - | - | private var hidden: Int = 2
class Validated
    sealed abstract class Validated[+E, +A](val cause: Int, private val inner: E, plain: Int) extends Product
    - | { def fold[B](f: E => B): …new Valid(1) } | sealed abstract class Vali…new Valid(1) }
field Validated.cause
    val cause: Int
    - | - | val cause: Int
-field Validated.inner
    private val inner: E
    - | - | private val inner: E
method Validated.fold
    def fold[B](f: E => B): B
    - | this match { case Valid(a) => f(a) } | def fold[B](f: E => B): B …d(a) => f(a) }
method Validated.next
    def next
    // about the next | fold(identity) | def next = fold(identity)
method Validated.last
    def last
    /** The last. */ | new Valid(1) | def last = new Valid(1)
class Valid
    final case class Valid[+A](a: A) extends Validated[Nothing, A]
    - | - | final case class Valid[+A]…ed[Nothing, A]
field Valid.a
    a: A
    - | - | a: A
class Functor
    object Functor extends FunctorInstances
    - | { implicit val inst: Funct…nctor[F] = F } | object Functor extends Fun…nctor[F] = F }
field Functor.inst
    implicit val inst: Functor[List] = new Functor[List] { def map = 1 }
    - | - | implicit val inst: Functor… def map = 1 }
function Functor.inst.map
    def map
    - | 1 | def map = 1
class Functor.Ops
    implicit class Ops[A](a: A)
    - | { def op = a.toString } | implicit class Ops[A](a: A…= a.toString }
method Functor.Ops.op
    def op
    - | a.toString | def op = a.toString
method Functor.apply
    def apply[F[_]](implicit F: Functor[F]): Functor[F]
    - | F | def apply[F[_]](implicit F…Functor[F] = F
enum Color
    enum Color(val code: Int)
    - | : case Red extends Color(1) case Green, Blue | enum Color(val code: Int):…se Green, Blue
field Color.code
    val code: Int
    - | - | val code: Int
enum_member Color.Red
    Red extends Color(1)
    - | - | Red extends Color(1)
enum_member Color.Green
    Green
    - | - | Green
enum_member Color.Blue
    Blue
    - | - | Blue
variable intOrder
    given intOrder: Order[Int]
    - | def compare(a: Int, b: Int) = a - b | given intOrder: Order[Int]…: Int) = a - b
function intOrder.compare
    def compare(a: Int, b: Int)
    - | a - b | def compare(a: Int, b: Int) = a - b
impl String
    extension (s: String)
    - | - | extension (s: String) def … = s + "World"
method String.hello
    def hello
    - | s + "World" | def hello = s + "World"
type Id
    opaque type Id = Int
    - | - | opaque type Id = Int
decorate implicitNotFound in Functor
inherit Invariant in Functor
type Serializable in Functor
call map in Functor.imap
inherit Product in Validated
type Valid in Validated.fold
call f in Validated.fold
call fold in Validated.next
call Valid in Validated.last
inherit Validated in Valid
inherit FunctorInstances in Functor
type Functor in Functor.inst
call Functor in Functor.inst
read a.toString in Functor.Ops.op
type Functor in Functor.apply
type Functor in Functor.apply
inherit Color in Color.Red
type Order in intOrder
import cats.kernel Eq Order>Ordering *
import scala.util Try
import shop.model Item
import shop.model Price
"""


def test_a_realistic_file() -> None:
    assert listed("sample.scala", SAMPLE) == EXPECTED
