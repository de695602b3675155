"""Typed facts of a subject: what the definition itself says of it, read from the index and its source.

A fact is read or it is not: what a program only knows when it runs (a computed default, a value that is set
again, a parameter list that a decorator changes) gives no fact, so that nobody takes silence for a denial.
"""
