"""Providers behind the one model port. The only room that opens a connection or starts the user's own
program, and only as the user set.
"""
