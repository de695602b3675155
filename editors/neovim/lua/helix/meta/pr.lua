--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.pr
---@field files? integer Changed files that are listed and taken apart, in the order of their paths. (files)
--- Changed definitions whose documents, uses and tests are looked for, those first that went or have another signature.
--- (definitions)
---@field asked? integer
---@field listed? integer Entries of each other list: documents, stale references, flags. (entries)
