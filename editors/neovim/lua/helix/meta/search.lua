--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.search
---@field longest_question? integer Longer questions are refused. (characters)
--- The passages of an answer are also ordered by what they mean, where the extra `semantic` is installed (use-
--- meaning.md).
---@field meaning? boolean
---@field per_file? integer Hits of one file in a long list. (hits)
