"""One file per feature; each has a `register(server)` and plain functions that answer at once or return a
`Job`.
"""
