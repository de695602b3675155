"""Gold questions against a workspace: how much of what should be found is found, and why each miss is one."""
