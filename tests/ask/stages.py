"""The stages of a course of events in the text of an answer."""

from __future__ import annotations


def stages(text: str) -> list[tuple[str, list[str]]]:
    """(definition, lines shown of it) of each stage in its order."""
    out: list[tuple[str, list[str]]] = []
    inside = False
    for line in text.splitlines():
        if line.startswith(f"{len(out) + 1}. `"):
            out.append((line.split("`")[1], []))
        elif line.startswith("```") and out:
            inside = not inside
        elif inside:
            out[-1][1].append(line.strip())
        elif line.startswith("`"):
            break
    return out
