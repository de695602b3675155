-- See lua/helix.lua: only for plugin managers that take this repository as it is.

require('helix')
vim.cmd.runtime('editors/neovim/plugin/helix.lua')
