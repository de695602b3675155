--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.cli
--- Workspaces that a batch keeps open at once; the one unused for longest is closed. (workspaces)
---@field batch_roots? integer
--- A batch looks at the files of a root again when its last look is older than this. (seconds)
---@field batch_fresh_seconds? number
