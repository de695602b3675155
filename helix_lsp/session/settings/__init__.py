"""Settings: from files, from the environment and from the client."""
