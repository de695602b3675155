"""Kotlin: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """@file:JvmName("Orders")
package shop.orders

import io.ktor.http.*
import kotlin.coroutines.CoroutineContext as Context
import shop.model.Item

/** How many lines an order may have. */
public const val MAX_LINES: Int = 100

private val logger = KtorSimpleLogger("shop.Orders")

/**
 * An order of a customer.
 */
@Serializable
public abstract class Order<in T : Any>(
    private val customer: String,
    val total: Int = 0,
    count: Int
) : Base<T>(customer), Priced {
    /** The lines. */
    protected val lines: List<Item> = emptyList()
    var state: Int = 0
        private set
    val size: Int
        get() = lines.size

    constructor(customer: String) : this(customer, 0, 1)

    public companion object Plugin : BasePlugin<Config> {
        @JvmStatic
        override fun install(pipeline: Pipeline, configure: Config.() -> Unit): Order<Any> {
            val local = Config()
            return Order("x").apply(configure)
        }
    }

    enum class Kind(val code: Int) {
        NEW(1), DONE(2)
    }

    private suspend fun save(sink: Sink): Boolean = sink.write(this)
}

fun interface Handler {
    suspend fun handle(call: Call)
}

/** Adds a route. */
@KtorDsl
public inline fun <reified R : Any> Route.order(path: String, body: Handler): Route {
    return method(HttpMethod.Get) { handle(body) }
}

public val Route.orders: List<Order<*>> get() = attributes[Key]

typealias Interceptor<T> = suspend (T) -> Unit

object Registry

class OrderTest {
    @Test
    fun `saves an order`() = testApplication { client.get("/orders") }
}
"""

EXPECTED = """constant MAX_LINES
    public const val MAX_LINES: Int = 100
    /** How many lines an order may have. */ | - | public const val MAX_LINES: Int = 100
-variable logger
    private val logger = KtorSimpleLogger("shop.Orders")
    - | - | private val logger = KtorS…"shop.Orders")
class Order
    public abstract class Order<in T : Any>( private val customer: String, val total: Int = 0, count: Int ) : Base<T>(customer), Priced
    /** * An order of a customer. */ | { /** The lines. */ protec….write(this) } | @Serializable public abstr….write(this) }
-field Order.customer
    private val customer: String
    - | - | private val customer: String
field Order.total
    val total: Int = 0
    - | - | val total: Int = 0
field Order.lines
    protected val lines: List<Item> = emptyList()
    /** The lines. */ | - | protected val lines: List<… = emptyList()
property Order.state
    var state: Int = 0
    - | private set | var state: Int = 0 private set
property Order.size
    val size: Int
    - | get() = lines.size | val size: Int get() = lines.size
constructor Order.constructor
    constructor(customer: String) : this(customer, 0, 1)
    - | - | constructor(customer: Stri…ustomer, 0, 1)
class Order.Plugin
    public companion object Plugin : BasePlugin<Config>
    - | { @JvmStatic override fun …configure) } } | public companion object Pl…configure) } }
method Order.Plugin.install
    override fun install(pipeline: Pipeline, configure: Config.() -> Unit): Order<Any>
    - | { val local = Config() ret…y(configure) } | @JvmStatic override fun in…y(configure) }
enum Order.Kind
    enum class Kind(val code: Int)
    - | { NEW(1), DONE(2) } | enum class Kind(val code: …(1), DONE(2) }
field Order.Kind.code
    val code: Int
    - | - | val code: Int
enum_member Order.Kind.NEW
    NEW(1)
    - | - | NEW(1)
enum_member Order.Kind.DONE
    DONE(2)
    - | - | DONE(2)
-method Order.save
    private suspend fun save(sink: Sink): Boolean
    - | = sink.write(this) | private suspend fun save(s…nk.write(this)
interface Handler
    fun interface Handler
    - | { suspend fun handle(call: Call) } | fun interface Handler { su…(call: Call) }
method Handler.handle
    suspend fun handle(call: Call)
    - | - | suspend fun handle(call: Call)
method Route.order
    public inline fun <reified R : Any> Route.order(path: String, body: Handler): Route
    /** Adds a route. */ | { return method(HttpMethod…ndle(body) } } | @KtorDsl public inline fun…ndle(body) } }
property Route.orders
    public val Route.orders: List<Order<*>>
    - | get() = attributes[Key] | public val Route.orders: L…ttributes[Key]
type Interceptor
    typealias Interceptor<T> = suspend (T) -> Unit
    - | - | typealias Interceptor<T> =…nd (T) -> Unit
class Registry
    object Registry
    - | - | object Registry
class OrderTest
    class OrderTest
    - | { @Test fun `saves an orde…"/orders") } } | class OrderTest { @Test fu…"/orders") } }
method OrderTest.saves an order
    fun `saves an order`()
    - | = testApplication { client.get("/orders") } | @Test fun `saves an order`…t("/orders") }
call KtorSimpleLogger in logger
decorate Serializable in Order
inherit Base in Order
inherit Priced in Order
type Item in Order.lines
call emptyList in Order.lines
read lines.size in Order.size
type BasePlugin in Order.Plugin
type Config in Order.Plugin
decorate JvmStatic in Order.Plugin.install
type Pipeline in Order.Plugin.install
type Config in Order.Plugin.install
type Order in Order.Plugin.install
call Config in Order.Plugin.install
call Order in Order.Plugin.install
call ().apply in Order.Plugin.install
type Sink in Order.save
call sink.write in Order.save
type Call in Handler.handle
decorate KtorDsl in Route.order
type Route in Route.order
type Handler in Route.order
type Route in Route.order
call method in Route.order
read HttpMethod in Route.order
read HttpMethod.Get in Route.order
call handle in Route.order
type Route in Route.orders
type Order in Route.orders
read Key in Route.orders
decorate Test in OrderTest.saves an order
call testApplication in OrderTest.saves an order
call client.get in OrderTest.saves an order
import io.ktor.http *
import kotlin.coroutines CoroutineContext>Context
import shop.model Item
"""


def test_a_realistic_file() -> None:
    assert listed("sample.kt", SAMPLE) == EXPECTED
