"""How generated tests run: on a build machine the same examples every time, so that a red run can be repeated; elsewhere fresh ones.

`HELIX_EXAMPLES=N` sets the number of examples of every generated test that names none itself (100 without it).
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("build", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("fresh", deadline=None, print_blob=True, max_examples=int(os.environ.get("HELIX_EXAMPLES", "100")))
settings.load_profile("build" if os.environ.get("CI") == "true" else "fresh")
