"""SCSS: nesting, mixins, variables."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """// Base.
@use "sass:math" as m;
@import 'a/b';
$brand: #336699 !default;
:root { --gap: 4px; --font: "A; B"; }
/* Buttons */
.btn, a.btn:hover > span {
  color: $brand; padding: var(--gap);
  &:hover { color: red; }
  &-primary { @extend .btn; }
  @include rounded(4px);
  @include m.foo;
  @media (max-width: 600px) { .inner { a: b } }
}
@mixin rounded($r) { border-radius: $r; }
@function double($n) { @return $n * 2; }
@media screen and (min-width: 1px) {
  #app { background: url(http://x.y/z;a); }
  .#{$name}-x { a: b }
}
@keyframes spin { from { a: b } 50% { c: d } }
@font-face { font-family: X; }
%ph { a: b }
@if $a { .z { q: w } }
.nested { font: { family: x; size: 2 } }
"""

EXPECTED = """variable $brand
    $brand: #336699 !default
    - | - | $brand: #336699 !default
class :root
    :root
    - | { --gap: 4px; --font: "A; B"; } | :root { --gap: 4px; --font: "A; B"; }
property :root.--gap
    --gap: 4px
    - | - | --gap: 4px
property :root.--font
    --font: "A; B"
    - | - | --font: "A; B"
class .btn, a.btn:hover > span
    .btn, a.btn:hover > span
    /* Buttons */ | { color: $brand; padding: …r { a: b } } } | .btn, a.btn:hover > span {…r { a: b } } }
class .btn, a.btn:hover > span.&:hover
    &:hover
    - | { color: red; } | &:hover { color: red; }
class .btn, a.btn:hover > span.&-primary
    &-primary
    - | { @extend .btn; } | &-primary { @extend .btn; }
namespace .btn, a.btn:hover > span.@media (max-width: 600px)
    @media (max-width: 600px)
    - | { .inner { a: b } } | @media (max-width: 600px) …ner { a: b } }
class .btn, a.btn:hover > span.@media (max-width: 600px).inner
    .inner
    - | { a: b } | .inner { a: b }
function rounded
    @mixin rounded($r)
    - | { border-radius: $r; } | @mixin rounded($r) { border-radius: $r; }
function double
    @function double($n)
    - | { @return $n * 2; } | @function double($n) { @return $n * 2; }
namespace @media screen and (min-width: 1px)
    @media screen and (min-width: 1px)
    - | { #app { background: url(h…}-x { a: b } } | @media screen and (min-wid…}-x { a: b } }
class @media screen and (min-width: 1px).app
    #app
    - | { background: url(http://x.y/z;a); } | #app { background: url(http://x.y/z;a); }
class @media screen and (min-width: 1px)..#{$name}-x
    .#{$name}-x
    - | { a: b } | .#{$name}-x { a: b }
constant spin
    @keyframes spin
    - | { from { a: b } 50% { c: d } } | @keyframes spin { from { a…50% { c: d } }
struct @font-face
    @font-face
    - | { font-family: X; } | @font-face { font-family: X; }
class ph
    %ph
    - | { a: b } | %ph { a: b }
class z
    .z
    - | { q: w } | .z { q: w }
class nested
    .nested
    - | { font: { family: x; size: 2 } } | .nested { font: { family: x; size: 2 } }
read $brand in .btn, a.btn:hover > span
read --gap in .btn, a.btn:hover > span
inherit btn in .btn, a.btn:hover > span.&-primary
call rounded in .btn, a.btn:hover > span
call m.foo in .btn, a.btn:hover > span
read $r in rounded
read $r in rounded
read $n in double
read $n in double
read $name in @media screen and (min-width: 1px)..#{$name}-x
read $a in -
import sass:math >m
import a/b
module // Base.
"""


def test_a_realistic_file() -> None:
    assert listed("sample.scss", SAMPLE) == EXPECTED
