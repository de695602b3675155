"""What a model is told: items with hashes, compacted, fenced as data, redacted. Pure: the same source gives
the same bytes (I4).
"""
