--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.cli
--- Workspaces that a batch keeps open at once; the one unused for longest is closed. (workspaces)
---@field batch_roots? integer
--- The first command that a resident process would serve starts one, for those that follow.
---@field resident_start? boolean
---@field resident_idle_seconds? number A resident process ends when nobody has asked for so long. (seconds)
