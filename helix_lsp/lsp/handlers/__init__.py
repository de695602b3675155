"""Plain functions that answer at once or return a `Job`, one file for a group of features; the table `HANDLERS` of
`server.py` says which method each of them answers.
"""
