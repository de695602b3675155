--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.trees
---@field enabled? boolean Read knowledge trees and concept cards where a repository has them.
--- Tree files (paths from the root) beside those that a resolver file names; each is selected by its id, title and node
--- titles.
---@field files? string[]
---@field resolvers? string[] Where a resolver file may stand; the first one that is there counts.
