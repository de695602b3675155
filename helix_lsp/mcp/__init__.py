"""The door for agents: the Model Context Protocol, over stdio or loopback HTTP. It reads, and never writes.

Only `server`, `http` and `serve` import the protocol's SDK (the extra `mcp`); the rest is plain Python.
"""
