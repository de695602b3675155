"""What an editor or an agent may ask: plain records in bytes and Markdown out. No protocol types, no disk."""
