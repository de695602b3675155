"""Other defaults of tuning for a process that a test starts, because no setting reaches them (ADR 0011).
Python imports this when it starts.
"""

import json
import os

from helix_lsp.config import Config

for _place, _value in json.loads(os.environ["HELIX_TEST_TUNING"]).items():
    _section, _, _name = _place.partition(".")
    type(getattr(Config(), _section)).__dataclass_fields__[_name].default = _value
