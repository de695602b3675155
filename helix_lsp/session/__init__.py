"""The world: the only floor that touches disk, git, environment, clock and processes (law I1)."""
