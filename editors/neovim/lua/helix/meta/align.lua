--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.align
---@field usual_files? number Files that a requirement has, before its ranking is looked at. (files)
