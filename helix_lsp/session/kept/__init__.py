"""What this machine keeps for a workspace, and which process may write it."""
