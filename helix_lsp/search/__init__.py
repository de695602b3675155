"""Question words -> ranked spans: channels, fusion, ranking features; every hit says why it is
there.
"""
