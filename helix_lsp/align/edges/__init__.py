"""Which definition a use in code means: known, another one, or not to be told. Every door that prints an edge
asks here (`judge.py`).
"""
