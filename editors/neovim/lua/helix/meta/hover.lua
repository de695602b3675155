--- Written by scripts/generate_neovim.py; a test compares.
---@meta

---@class helix.Settings.hover
---@field usages? integer Usages shown with a proof; all are counted. (places)
---@field tests? integer Tests shown with a proof; all are counted. (places)
---@field documents? integer Documents shown with a proof; all are counted. (documents)
---@field definitions? integer Other definitions of the same name shown in a hover. (definitions)
