"""What an edit changed, as one range: the smallest stretch outside of which two texts are equal."""

from __future__ import annotations


def changed_range(old: bytes, new: bytes) -> tuple[int, int]:
    """(start, end) in `old`, widened to whole characters; the same stretch of `new` ends `len(new) -
    len(old)` later.

    Halving: a text of megabytes takes a few comparisons of memory.
    """
    most = min(len(old), len(new))
    start = _same_length(old, new, most)
    end = _same_length_back(old, new, most - start)
    while start > 0 and (_inside(old, start) or _inside(new, start)):
        start -= 1
    while end > 0 and (_inside(old, len(old) - end) or _inside(new, len(new) - end)):
        end -= 1
    return start, len(old) - end


def _same_length(old: bytes, new: bytes, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _same_length_back(old: bytes, new: bytes, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _inside(data: bytes, at: int) -> bool:
    return at < len(data) and data[at] & 0xC0 == 0x80
