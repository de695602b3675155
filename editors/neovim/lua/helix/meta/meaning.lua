--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.meaning
--- Absolute path of a folder with `embedding-policy.json`, which describes a model of your own beside it or a server of
--- embeddings; used instead of the model of the extra `semantic` (use-meaning.md).
---@field folder? string
