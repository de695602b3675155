"""HTML: headings, ids, links, code."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """<!DOCTYPE html>
<html><head><title>T &amp; x</title>
<link rel="stylesheet" href="a.css"><style> .a { b: c } </style>
<script src="app.js"></script><script>var x = "<h1>no</h1>";</script></head>
<body id="top"><div id="main"><h1>Guide <code>foo()</code> &amp; more<a class="headerlink" href="#g">¶</a></h1>
<section id="install"><h2>Install</h2>
<p>Use <code>pip install x</code> or <a href="other.html#y">Other <b>page</b></a>.</p>
<pre><code class="language-python">import x
</code></pre></section>
<a name="old"></a><h3 id='own'>Own</h3><!-- <h2>c</h2> --><img src="p.png" alt="Pic">
</body></html>
"""

EXPECTED = """field top
    <body id="top">
    - | - | <body id="top">
field old
    <a name="old">
    - | - | <a name="old">
import a.css
import app.js
# Guide foo() & more (main) <h1>Guide <code>foo()</cod…#g">¶</a></h1> | <h1>Guide <code>foo()</cod… id="install">
## Install (install) <h2>Install</h2> | <h2>Install</h2> <p>Use <c…ame="old"></a>
### Own (own) <h3 id='own'>Own</h3> | <h3 id='own'>Own</h3><!-- …</body></html>
`foo()` <code>foo()</code> in 0
`pip install x` <code>pip install x</code> in 1
link a.css [a.css] in -1
link app.js [app.js] in -1
link #g [¶] in 0
link other.html#y [Other <b>page</b>] in 1
link p.png [Pic] in 2
fence css: .a { b: c } in -1
fence javascript: var x = "<h1>no</h1>"; in -1
fence python: import x in 1
"""


def test_a_realistic_file() -> None:
    assert listed("sample.html", SAMPLE) == EXPECTED
