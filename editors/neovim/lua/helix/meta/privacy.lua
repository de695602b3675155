--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.privacy
---@field telemetry? boolean Count how answers ended, on this machine only; nothing is ever sent.
--- Latest questions whose trace is kept beside the index, for `helix-lsp trace`; 0 keeps none. They hold the words of
--- the questions. (questions)
---@field traces? integer
