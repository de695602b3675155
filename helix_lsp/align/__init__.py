"""Ties documents to code: a mention to its definitions, a definition to its usages, tests and documents, each
with a live proof span.
"""
