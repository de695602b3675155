"""The command line: verbs over the same core as the server. Converts in, calls once, converts out.

Invariants: stdout carries answers only, everything else goes to stderr; every failure is one line and an exit
code.
"""
