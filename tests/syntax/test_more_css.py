"""CSS: rules, custom properties, blocks."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """/* The page. */
@import url("base.css");
:root { --gap: 4px; }

/* A card. */
.card, #main > .card:hover { margin: var(--gap); background: url(data:a;b) }
#main { content: "}"; }
@media (max-width: 600px) {
  .card { margin: 0 }
  @supports (display: grid) { .grid { display: grid } }
}
@keyframes spin { from { top: 0 } 50% { top: 1px } }
"""

EXPECTED = """class :root
    :root
    - | { --gap: 4px; } | :root { --gap: 4px; }
property :root.--gap
    --gap: 4px
    - | - | --gap: 4px
class .card, #main > .card:hover
    .card, #main > .card:hover
    /* A card. */ | { margin: var(--gap); back…rl(data:a;b) } | .card, #main > .card:hover…rl(data:a;b) }
class main
    #main
    - | { content: "}"; } | #main { content: "}"; }
namespace @media (max-width: 600px)
    @media (max-width: 600px)
    - | { .card { margin: 0 } @sup…ay: grid } } } | @media (max-width: 600px) …ay: grid } } }
class @media (max-width: 600px).card
    .card
    - | { margin: 0 } | .card { margin: 0 }
namespace @media (max-width: 600px).@supports (display: grid)
    @supports (display: grid)
    - | { .grid { display: grid } } | @supports (display: grid) …play: grid } }
class @media (max-width: 600px).@supports (display: grid).grid
    .grid
    - | { display: grid } | .grid { display: grid }
constant spin
    @keyframes spin
    - | { from { top: 0 } 50% { top: 1px } } | @keyframes spin { from { t…{ top: 1px } }
read --gap in .card, #main > .card:hover
import base.css
module /* The page. */
"""


def test_a_realistic_file() -> None:
    assert listed("sample.css", SAMPLE) == EXPECTED
