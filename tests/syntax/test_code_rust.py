"""Rust: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """//! Parsing of things.

#![allow(dead_code)]

use std::collections::{hash_map::Entry as E, HashMap};
use crate::lexer::{self, Token};
use super::*;
extern crate serde;
mod other;

/// How deep it goes.
pub const MAX_DEPTH: usize = 10;
static COUNTER: AtomicUsize = AtomicUsize::new(0);
pub type Outcome<T> = Result<T, ParseError>;

/// A parser.
///
/// Keeps state.
#[derive(Debug, Clone)]
#[serde(rename_all = "lowercase")]
pub struct Parser<'a, T: Lexer> {
    /// Where it is.
    pub position: usize,
    source: &'a str,
}

pub struct Pair(pub u8, String);

pub(crate) enum Shape {
    Point,
    Circle { radius: f64 },
    Line(Token, Token),
}

/// Reads one thing.
pub trait Read: Source + fmt::Debug {
    type Item;
    const SIZE: usize;
    fn read(&mut self) -> Self::Item;
    fn skip(&mut self) { self.read(); }
}

impl<'a, T: Lexer> Parser<'a, T> {
    /// Makes one.
    pub fn new(source: &'a str) -> Self {
        fn helper() {}
        let parser = Parser { position: 0, source };
        lexer::scan::<Token>(source);
        self.tokens.iter().map(Token::kind);
        log!("Some Text {}", parser);
        parser
    }

    fn hidden(&self) {}
}

impl<T> Read for Parser<'_, T> {
    type Item = Token;
    #[inline]
    fn read(&mut self) -> Token { Self::helper() }
}

impl fmt::Display for other::Thing {}

macro_rules! log {
    ($($arg:tt)*) => { println!($($arg)*) };
}

#[cfg(test)]
mod tests {
    #[test]
    fn works() { assert_eq!(1, 1); }
}
"""

EXPECTED = """
- module other | mod other
constant MAX_DEPTH | pub const MAX_DEPTH: usize = 10
    /// How deep it goes. | -
- variable COUNTER | static COUNTER: AtomicUsize = AtomicUsize::new(0)
type Outcome | pub type Outcome<T> = Result<T, ParseError>
struct Parser | pub struct Parser<'a, T: Lexer>
    /// A parser. /// /// Keeps state. | { /// Where it is. pub p…: &'a str, }
field Parser.position | pub position: usize
    /// Where it is. | -
- field Parser.source | source: &'a str
struct Pair | pub struct Pair(pub u8, String)
    - | (pub u8, String)
enum Shape | pub(crate) enum Shape
    - | { Point, Circle { radius…n, Token), }
enum_member Shape.Point | Point
enum_member Shape.Circle | Circle
    - | { radius: f64 }
field Shape.Circle.radius | radius: f64
enum_member Shape.Line | Line(Token, Token)
    - | (Token, Token)
trait Read | pub trait Read: Source + fmt::Debug
    /// Reads one thing. | { type Item; const SIZE:….read(); } }
type Read.Item | type Item
constant Read.SIZE | const SIZE: usize
method Read.read | fn read(&mut self) -> Self::Item
method Read.skip | fn skip(&mut self)
    - | { self.read(); }
impl Parser | impl<'a, T: Lexer> Parser<'a, T>
    - | { /// Makes one. pub fn …(&self) {} }
method Parser.new | pub fn new(source: &'a str) -> Self
    /// Makes one. | { fn helper() {} let par…r); parser }
- function Parser.new.helper | fn helper()
    - | {}
- method Parser.hidden | fn hidden(&self)
    - | {}
impl Parser | impl<T> Read for Parser<'_, T>
    - | { type Item = Token; #[i…helper() } }
type Parser.Item | type Item = Token
method Parser.read | fn read(&mut self) -> Token
    - | { Self::helper() }
impl Thing | impl fmt::Display for other::Thing
    - | {}
macro log | macro_rules! log
- module tests | mod tests
    - | { #[test] fn works() { a…!(1, 1); } }
- function tests.works | fn works()
    - | { assert_eq!(1, 1); }

type AtomicUsize in COUNTER
read AtomicUsize in COUNTER
call AtomicUsize.new in COUNTER
type ParseError in Outcome
decorate derive in Parser
decorate Debug in Parser
decorate Clone in Parser
decorate serde in Parser
type Lexer in Parser
type Token in Shape.Line
type Token in Shape.Line
inherit Source in Read
inherit fmt.Debug in Read
type Self.Item in Read.read
call self.read in Read.skip
type Lexer in Parser
type Parser in Parser.new
call lexer.scan in Parser.new
type Token in Parser.new
read self.tokens in Parser.new
call self.tokens.iter in Parser.new
call self.tokens.iter().map in Parser.new
read Token in Parser.new
read Token.kind in Parser.new
call log in Parser.new
inherit Read in Parser
type Token in Parser.Item
decorate inline in Parser.read
type Token in Parser.read
call Self.helper in Parser.read
inherit fmt.Display in Thing
decorate cfg in tests
decorate test in tests.works
call assert_eq in tests.works

std::collections::hash_map: Entry as E
std::collections: HashMap
crate::lexer: self, Token
super: *
serde:

module: //! Parsing of things.
"""


def test_a_realistic_file() -> None:
    assert report("sample.rs", SAMPLE) == EXPECTED.lstrip()
