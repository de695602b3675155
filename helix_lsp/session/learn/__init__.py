"""The ranker that a repository trains on itself: what is mined, how it is fitted, and where it is kept.

in_force        which ranker orders the results of an index
subjects, pairs what the history and the text teach
build, fit      a candidate from them
store, model_file   where rankers lie, and what one is
"""

from typing import Final

STATE: Final = "learned.json"
"""The file of the index folder that says which ranker is in force."""
