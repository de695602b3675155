"""Many files become one snapshot: content-addressed facts in SQLite, a derived text index, and the open
buffers on top.
"""
