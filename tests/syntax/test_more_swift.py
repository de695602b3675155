"""Swift: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """import Vapor
@testable import struct NIO.EventLoop

/// An application.
public final class Application: Sendable, Extendable<Core> {
    /// Where it runs.
    public var environment: Environment {
        get { self.core.environment }
    }
    private let (left, right) = (1, 2)
    static let shared = Application()
    var name = "Name of x"

    public init(_ environment: Environment = .development) async throws {
        self.name = environment.name
    }

    deinit { self.stop() }

    @discardableResult
    public func get<T>(_ path: PathComponent..., use closure: @Sendable (Request) -> T) -> Route where T: Encodable {
        return self.on(.GET, path, use: closure)
    }

    subscript(index: Int) -> Int { 3 }

    struct Key: StorageKey {
        typealias Value = Int
    }

    enum Kind: String, CaseIterable {
        /// The first.
        case first, second(Int)
        indirect case third
    }

    static func == (left: Application, right: Application) -> Bool { true }
}

extension Application.Core: Hashable where T: Sendable {
    fileprivate func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Signs in.
public protocol Authenticator: Middleware {
    associatedtype User: Authenticatable
    var realm: String { get }
    func authenticate(request: Request) -> Future<User>
}

actor Counter {
    func add() async { let local = Counter(); await local.add() }
}

typealias Handler = (Request) -> Void
let limit = 3
"""

EXPECTED = """class Application
    public final class Application: Sendable, Extendable<Core>
    /// An application. | { /// Where it runs. publi…ool { true } } | public final class Applica…ool { true } }
property Application.environment
    public var environment: Environment
    /// Where it runs. | { get { self.core.environment } } | public var environment: En…nvironment } }
-field Application.left
    private let (left, right) = (1, 2)
    - | - | left
-field Application.right
    private let (left, right) = (1, 2)
    - | - | right
field Application.shared
    static let shared = Application()
    - | - | static let shared = Application()
field Application.name
    var name = "Name of x"
    - | - | var name = "Name of x"
constructor Application.init
    public init(_ environment: Environment = .development) async throws
    - | { self.name = environment.name } | public init(_ environment:…ronment.name }
method Application.deinit
    deinit
    - | { self.stop() } | deinit { self.stop() }
method Application.get
    public func get<T>(_ path: PathComponent..., use closure: @Sendable (Request) -> T) -> Route where T: Encodable
    - | { return self.on(.GET, path, use: closure) } | @discardableResult public …se: closure) }
method Application.subscript
    subscript(index: Int) -> Int
    - | { 3 } | subscript(index: Int) -> Int { 3 }
struct Application.Key
    struct Key: StorageKey
    - | { typealias Value = Int } | struct Key: StorageKey { t… Value = Int }
type Application.Key.Value
    typealias Value = Int
    - | - | typealias Value = Int
enum Application.Kind
    enum Kind: String, CaseIterable
    - | { /// The first. case firs…t case third } | enum Kind: String, CaseIte…t case third }
enum_member Application.Kind.first
    case first
    /// The first. | - | case first
enum_member Application.Kind.second
    case second(Int)
    - | - | second(Int)
enum_member Application.Kind.third
    indirect case third
    - | - | indirect case third
method Application.==
    static func == (left: Application, right: Application) -> Bool
    - | { true } | static func == (left: Appl… Bool { true }
impl Application.Core
    extension Application.Core: Hashable where T: Sendable
    - | { fileprivate func hash(in…bine(name) } } | extension Application.Core…bine(name) } }
-method Application.Core.hash
    fileprivate func hash(into hasher: inout Hasher)
    - | { hasher.combine(name) } | fileprivate func hash(into…ombine(name) }
interface Authenticator
    public protocol Authenticator: Middleware
    /// Signs in. | { associatedtype User: Aut…Future<User> } | public protocol Authentica…Future<User> }
type Authenticator.User
    associatedtype User: Authenticatable
    - | - | associatedtype User: Authenticatable
property Authenticator.realm
    var realm: String
    - | { get } | var realm: String { get }
method Authenticator.authenticate
    func authenticate(request: Request) -> Future<User>
    - | - | func authenticate(request:…> Future<User>
class Counter
    actor Counter
    - | { func add() async { let l…ocal.add() } } | actor Counter { func add()…ocal.add() } }
method Counter.add
    func add() async
    - | { let local = Counter(); await local.add() } | func add() async { let loc… local.add() }
type Handler
    typealias Handler = (Request) -> Void
    - | - | typealias Handler = (Request) -> Void
variable limit
    let limit = 3
    - | - | let limit = 3
decorate testable in -
inherit Extendable in Application
type Core in Application
type Environment in Application.environment
read self.core in Application.environment
read self.core.environment in Application.environment
call Application in Application.shared
type Environment in Application.init
read development in Application.init
read self.name in Application.init
read environment.name in Application.init
call self.stop in Application.deinit
decorate discardableResult in Application.get
type PathComponent in Application.get
type Request in Application.get
type Route in Application.get
type Encodable in Application.get
call self.on in Application.get
read GET in Application.get
inherit StorageKey in Application.Key
inherit CaseIterable in Application.Kind
type Application in Application.==
type Application in Application.==
type Application in Application.Core
inherit Hashable in Application.Core
type Hasher in Application.Core.hash
call hasher.combine in Application.Core.hash
inherit Middleware in Authenticator
type Authenticatable in Authenticator.User
type Request in Authenticator.authenticate
type Future in Authenticator.authenticate
type User in Authenticator.authenticate
call Counter in Counter.add
call local.add in Counter.add
type Request in Handler
import Vapor
import NIO EventLoop
"""


def test_a_realistic_file() -> None:
    assert listed("sample.swift", SAMPLE) == EXPECTED
