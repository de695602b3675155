"""Drift: references of documents that the code no longer backs. Pure over a snapshot, the current bytes and a
History port.
"""
