"""One folder as the handlers see it. Its work is done in this process (`local`) or, but for what is drawn, in
the companion (`companion/remote.py`).
"""
