"""Reading what was found: units of the candidate files ranked by their text, then the windows of lines that
carry the answer.

`everyday` brings technical words for everyday ones, `wanted` reads a question as weighted words, `kinds` says
which kind of answer is asked for, `units` and `windows` rank, `weights` holds what was learned, `read` is the
door.
"""
