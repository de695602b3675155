"""Question words -> ranked spans: channels, fusion, ranking features, diversity; every hit says why it is
there.
"""
