"""Search channels: each finds candidates in its own way and knows no other channel."""
