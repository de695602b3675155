"""AsciiDoc: titles, anchors, blocks, inline code and links."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """= My Manual
Author <a@b.c>
:toc:

Intro with `foo.bar()` and ``x`y`` and `+raw+`. See <<install,Install it>> and xref:other.adoc#sec[Other].

[[install]]
== Installing *the* Tool

[source,bash]
----
pip install `tool`
== not a title
----

Link: https://example.com/docs[Docs], plain https://x.org/a. image::pic.png[Alt]

=== Sub section
////
== commented
////
....
literal
....
```python
print(1)
```

[#custom-id]
== Second

[source,java]
class A {}

Old Title
---------
Text with `code` here
include::part.adoc[]

====
Example with `inside`
====
"""

EXPECTED = """# My Manual (my-manual) = My Manual | = My Manual Author <a@b.c>…]. [[install]]
## Installing the Tool (install) == Installing *the* Tool | == Installing *the* Tool […::pic.png[Alt]
### Sub section (sub-section) === Sub section | === Sub section //// == co…` [#custom-id]
## Second (custom-id) == Second | == Second [source,java] class A {}
## Old Title (old-title) Old Title --------- | Old Title --------- Text w… `inside` ====
`foo.bar()` `foo.bar()` in 0
`x`y` ``x`y`` in 0
`raw` `+raw+` in 0
`code` `code` in 4
`inside` `inside` in 4
link #install [Install it] in 0
link other.adoc#sec [Other] in 0
link https://example.com/docs [Docs] in 1
link https://x.org/a [https://x.org/a] in 1
link pic.png [Alt] in 1
link part.adoc [part.adoc] in 4
fence bash: pip install `tool` == not a title in 1
fence : literal in 2
fence python: print(1) in 2
fence java: class A {} in 3
"""


def test_a_realistic_file() -> None:
    assert listed("sample.adoc", SAMPLE) == EXPECTED
