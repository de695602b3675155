-- Run by tests/e2e/test_neovim_plugin.py. The server's command given as users of Neovim 0.11 give it, and no `helix-lsp` on the search path.
local H = dofile(vim.env.HELIX_HERE .. '/neovim_harness.lua')
local test = H.test
vim.env.PATH, vim.env.HOME = '/usr/bin:/bin', vim.env.HELIX_PROJECT
vim.opt.rtp:prepend(vim.env.HELIX_PLUGIN)
vim.notify = function(text) H.said[#H.said + 1] = text end
vim.cmd('runtime plugin/helix.lua')
local server = require('helix.server')

test('without a command it is said where to look', function()
  local command, why = server.find()
  assert(command == nil and why:find('helix-setup', 1, true), why)
end)

test('the command of vim.lsp.config is the one that is started', function()
  if not vim.lsp.config then return end
  local given = { vim.env.HELIX_PYTHON, '-m', 'helix_lsp', 'serve' }
  vim.lsp.config('helix_ask', { cmd = given })
  local command, where = server.find()
  assert(vim.deep_equal(command, given), vim.inspect(command) .. where)
  vim.lsp.enable('helix_ask')
  vim.cmd.edit(vim.env.HELIX_PROJECT .. '/docs/guide.md')
  vim.bo.filetype = 'markdown'
  assert(H.attached().config.cmd[1] == vim.env.HELIX_PYTHON)
end)

test('a command that cannot be run is named', function()
  if not vim.lsp.config then return end
  vim.lsp.config('helix_ask', { cmd = { '/nowhere/helix-lsp' } })
  local command, why = server.find()
  assert(command == nil and why:find('/nowhere/helix-lsp', 1, true), why)
end)

H.done()
