-- What exists before anything is asked: one command, the <Plug> maps, and the way to read a `helix-answer://` buffer.
-- Nothing else is loaded here; no key is mapped.

if vim.g.loaded_helix then return end
vim.g.loaded_helix = 1

vim.api.nvim_create_user_command('Helix', function(call) require('helix.command').run(call) end, {
  nargs = '*',
  range = true,
  bang = true,
  desc = 'Helix Ask: questions about this repository, answered with evidence',
  complete = function(...) return require('helix.command').complete(...) end,
})

for name, command in pairs({
  Ask = 'ask', About = 'about', Explain = 'explain', Mentions = 'mentions', Status = 'status', Check = 'check',
  Cancel = 'cancel', History = 'history', Quickfix = 'quickfix', Loclist = 'loclist',
}) do
  vim.keymap.set('n', ('<Plug>(Helix%s)'):format(name), ('<Cmd>Helix %s<CR>'):format(command), { desc = 'Helix Ask: ' .. command })
end
vim.keymap.set('x', '<Plug>(HelixAbout)', ':Helix about<CR>', { silent = true, desc = 'Helix Ask: about the selection' })

local group = vim.api.nvim_create_augroup('helix', {})
vim.api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  pattern = 'helix-answer://*',
  callback = function(event) require('helix.answer').read(event.buf) end,
})
vim.api.nvim_create_autocmd('LspProgress', {
  group = group,
  callback = function(event) require('helix.progress').heard(event.data) end,
})
