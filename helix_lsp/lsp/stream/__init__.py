"""Bytes to messages and back: the transport, frames, and the threads that read and write."""
