"""What a model is told: items with hashes, compacted, fenced as data, redacted. Pure: the same run gives the same
bytes.
"""
