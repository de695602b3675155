--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.ide
---@field completions? integer Names or paths offered at once. (items)
---@field references? integer References listed for one definition or section. (places)
---@field diagnostics? boolean Show references that the code no longer backs as diagnostics.
---@field code_lens? boolean Show above a definition how many documents mention it.
---@field mentions? integer Mentions listed for one symbol. (mentions)
