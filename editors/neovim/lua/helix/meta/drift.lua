--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.drift
---@field min_confidence? number Findings below this are hints and not shown by default. (confidence)
---@field history? boolean Ask git's history when a name or path was last there. Off: fewer witnesses, fewer alarms.
---@field history_commits? integer Newest commits whose changes are read for the history of names. (commits)
---@field history_seconds? number Longest time for one answer of git about history. (seconds)
---@field ignore_paths? string[] Documents that are never judged, as globs (`docs/old/**`).
---@field ignore_words? string[] References that are never judged, as written between the back-ticks.
