-- Read by `vim.lsp.enable('helix_ask')` (Neovim 0.11 and later), which is the whole set-up.
return require('helix.server').config()
