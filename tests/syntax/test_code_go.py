"""Go: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """// Copyright 2020 The Authors.

// Package store keeps things.
package store

import (
	"fmt"
	al "example.com/alias"
	_ "embed"
	. "math"
)

import "os"

// Limits of a store.
const (
	MaxSize = 10 // in entries
	minSize
)

// ErrFull is returned when full.
var ErrFull = fmt.Errorf("Full Store")

var a, b int

type (
	// Key names an entry.
	Key string

	handler func(Key) error
)

// Store keeps entries.
type Store[K comparable] struct {
	Name    string `json:"name"` // shown to people
	entries map[Key]*Entry
	x, Y    int
	*al.Base
	Embedded
}

// Reader reads.
type Reader interface {
	io.Closer
	// Read one.
	Read(k Key) (*Entry, error)
}

type Alias = Store[int]

// New makes a store.
func New(name string) *Store[int] {
	s := &Store[int]{Name: name}
	go s.run(al.Default)
	http.HandleFunc("/", handle)
	return s
}

// Put adds an entry.
//
// It may fail.
func (s *Store[K]) Put(k Key, e *Entry) (err error) {
	local := func() { s.entries[k] = e }
	local()
	return s.log.Printf("%v", k)
}

func (Store[K]) unnamed() {}

func handle() {}
"""

EXPECTED = """
constant MaxSize | const MaxSize = 10
    // in entries | -
- constant minSize | const minSize
variable ErrFull | var ErrFull = fmt.Errorf("Full Store")
    // ErrFull is returned when full. | -
- variable a | var a, b int
- variable b | var a, b int
type Key | type Key string
    // Key names an entry. | -
- type handler | type handler func(Key) error
struct Store | type Store[K comparable] struct
    // Store keeps entries. | struct { Name string `js…e Embedded }
field Store.Name | Name string `json:"name"`
    // shown to people | -
- field Store.entries | entries map[Key]*Entry
- field Store.x | x, Y int
field Store.Y | x, Y int
interface Reader | type Reader interface
    // Reader reads. | interface { io.Closer //…ry, error) }
method Reader.Read | Read(k Key) (*Entry, error)
    // Read one. | -
type Alias | type Alias = Store[int]
function New | func New(name string) *Store[int]
    // New makes a store. | { s := &Store[int]{Name:…) return s }
method Store.Put | func (s *Store[K]) Put(k Key, e *Entry) (err error)
    // Put adds an entry. // // It may fail. | { local := func() { s.en…f("%v", k) }
- method Store.unnamed | func (Store[K]) unnamed()
    - | {}
- function handle | func handle()
    - | {}

call fmt.Errorf in ErrFull
type Key in handler
type Key in Store.entries
type Entry in Store.entries
inherit al.Base in Store
inherit Embedded in Store
inherit io.Closer in Reader
type Key in Reader.Read
type Entry in Reader.Read
type Store in Alias
type Store in New
type Store in New
read Name in New
call s.run in New
read al.Default in New
call http.HandleFunc in New
read handle in New
type Store in Store.Put
type Key in Store.Put
type Entry in Store.Put
read s.entries in Store.Put
call local in Store.Put
read s.log in Store.Put
call s.log.Printf in Store.Put
type Store in Store.unnamed

fmt:
example.com/alias: ~ as al
embed: ~ as _
math: *
os:

module: // Package store keeps things.
"""


def test_a_realistic_file() -> None:
    assert report("sample.go", SAMPLE) == EXPECTED.lstrip()


def test_variables_that_one_bracket_declares_are_definitions_as_constants_are() -> None:
    text = "package a\n\nvar (\n\t// Where it listens.\n\tport = 9000\n\ta, b int\n)\n\nfunc f() {\n\tvar (\n\t\tinner = 1\n\t)\n}\n"
    shown = report("a.go", text)
    assert "variable port" in shown
    assert "Where it listens." in shown
    assert "variable a" in shown
    assert "variable b" in shown
    assert "variable inner" not in shown
