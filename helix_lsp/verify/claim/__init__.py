"""Claims checked against code: a sentence read as typed claims, each held against the facts of its subject.

Precision comes first. What is not read is not a claim, what cannot be known is `not_found`, and only a fact that
the program itself states can contradict.
"""
