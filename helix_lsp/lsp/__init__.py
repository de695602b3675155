"""The language server's door: converts in, calls one floor below, converts out. The only place that speaks
LSP (law I8).
"""
