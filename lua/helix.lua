--- For plugin managers that take this repository as it is (vim.pack, lazy.nvim): the plugin is in editors/neovim, which is put
--- on the runtime path, and `require('helix')` is its module.

local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h')
local plugin = vim.fs.joinpath(here, 'editors', 'neovim')
vim.opt.runtimepath:append(plugin)
return dofile(vim.fs.joinpath(plugin, 'lua', 'helix', 'init.lua'))
