--- Helix Ask for Neovim. Everything works without a call of `setup`; the functions here are for those who want more.

local M = {}

--- Settings; they override `vim.g.helix`. A project's own files cannot set any of these.
---@param options? helix.Config
function M.setup(options)
  require('helix.config').set(options)
  for _, problem in ipairs(require('helix.config').problems()) do require('helix.client').say(problem) end
  if options and options.filetypes and vim.lsp.config then vim.lsp.config('helix_ask', { filetypes = options.filetypes }) end
end

--- Attach the server to files from now on: `vim.lsp.enable('helix_ask')`, and the same by other means on Neovim 0.10.
function M.enable() require('helix.server').enable() end

--- Ask a question and show its answer; without one it is asked for.
---@param question? string
---@param options? helix.AskOptions
function M.ask(question, options)
  local ask = require('helix.ask')
  if question then return ask.ask(question, options) end
  ask.prompt(options)
end

--- What the server does just now in a few words, for a status line; empty when it waits.
--- A per cent sign is doubled, since a status line is read as a format.
---@return string
function M.statusline() return (require('helix.progress').line():gsub('%%', '%%%%')) end

return M
