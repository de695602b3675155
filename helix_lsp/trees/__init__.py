"""Knowledge trees and concept cards: what a repository says of itself in its own data, read, matched, walked
and tied to spans.
"""
