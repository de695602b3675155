-- `K` while the first index is being made: the user is told, and the float turns into the answer by itself.
package.path = vim.env.HELIX_HERE .. '/?.lua;' .. package.path
local H = require('neovim_harness')

local function float()
  local win = vim.b.lsp_floating_preview
  if not win or not vim.api.nvim_win_is_valid(win) then return '' end
  return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n')
end

H.start()
vim.cmd.edit(vim.env.HELIX_PROJECT .. '/README.md')
vim.fn.search('ring_last')

local asked = ''

H.test('an answer before the index is there has no verdict and says that it comes again', function()
  H.attached()
  vim.cmd('Helix ask what does ring_last do?')
  H.wait('an answer', function()
    asked = vim.iter(vim.api.nvim_list_bufs()):map(vim.api.nvim_buf_get_name):find(function(name) return vim.startswith(name, 'helix-answer://') end) or ''
    local text = asked ~= '' and table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr(asked), 0, -1, false), '\n') or ''
    return text:find('Still reading: no file yet', 1, true) or text:find('Still reading: [%d,]+ of 303 files')
  end)
  local text = table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr(asked), 0, -1, false), '\n')
  assert(text:find('Provisional. This is asked again when the rest is read.', 1, true), text)
  assert(not text:find('unsaved', 1, true), text)
  vim.fn.win_gotoid(vim.fn.bufwinid(vim.env.HELIX_PROJECT .. '/README.md'))
end)

H.test('a hover before the index is there says so', function()
  H.attached()
  vim.lsp.buf.hover()
  H.wait('the float', function() return float() ~= '' end)
  assert(float():find('Not indexed yet: `ring_last`', 1, true), float())
  assert(not float():find('defined', 1, true), float())
  assert(not vim.iter(H.said):any(function(text) return text:find('No information', 1, true) end), vim.inspect(H.said))
end)

H.test('it becomes the answer when the index is there, and the cursor stays in the text', function()
  local here = vim.api.nvim_get_current_win()
  os.remove(vim.env.HELIX_HELD_BY)
  H.wait('the answer', function() return float():find('ring_last', 1, true) and float():find('defined', 1, true) end)
  assert(not float():find('Not indexed yet', 1, true), float())
  assert(vim.api.nvim_get_current_win() == here)
end)

H.test('the question was asked again by itself', function()
  local text = ''
  H.wait('the answer', function()
    text = table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr(asked), 0, -1, false), '\n')
    return text:find('zenith/last.py:', 1, true)
  end)
  assert(not text:find('Still reading', 1, true) and not text:find('asked again', 1, true), text)
end)

H.test('a float that was closed is not opened again', function()
  vim.api.nvim_win_close(vim.b.lsp_floating_preview, true)
  require('helix.waiting').again()
  assert(float() == '')
end)

H.done()
