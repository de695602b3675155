-- Run by tests/e2e/test_neovim_drift.py. A user without a plugin of ours: rename in code, see the document turn stale, take the fix, undo it.
local H = dofile(vim.env.HELIX_HERE .. '/neovim_harness.lua')
local test, wait = H.test, H.wait
local project = vim.env.HELIX_PROJECT

vim.lsp.config('helix_ask', {
  cmd = { vim.env.HELIX_PYTHON, '-m', 'helix_lsp', 'serve' },
  filetypes = { 'markdown', 'python' },
  root_markers = { '.git' },
})
vim.lsp.enable('helix_ask')
vim.cmd('filetype plugin on')

local function shown(bufnr)
  return vim.diagnostic.get(bufnr)
end

local guide, code

test('a fine document shows nothing', function()
  vim.cmd.edit(project .. '/docs/guide.md')
  guide = vim.api.nvim_get_current_buf()
  H.attached()
  vim.cmd('split ' .. project .. '/mail/queue.py')
  code = vim.api.nvim_get_current_buf()
  wait('attach', function() return H.client(code) end)
  wait('index', function()
    local reply = H.client():request_sync('helix/status', vim.empty_dict(), 240000, 0)
    return reply and reply.result and reply.result.index.fresh
  end, 240000)
  wait('an answered pull', function()
    local params = { textDocument = { uri = vim.uri_from_bufnr(guide) } }
    -- A refresh makes the editor cancel every pull of the buffer, this one too, and then nobody is called back: so ask again.
    local reply = H.client():request_sync('textDocument/diagnostic', params, 2000, guide)
    return reply and reply.result and reply.result.resultId
  end, 240000)
  assert(#shown(guide) == 0, vim.inspect(shown(guide)))
end)

test('a rename in code makes the document stale, unsaved', function()
  for at, line in ipairs(H.lines(code)) do
    if line:find('def take', 1, true) then
      vim.api.nvim_buf_set_lines(code, at - 1, at, false, { (line:gsub('take', 'hand_out')) })
    elseif line:find('self.take', 1, true) then
      vim.api.nvim_buf_set_lines(code, at - 1, at, false, { (line:gsub('take', 'hand_out')) })
    end
  end
  wait('a diagnostic', function() return #shown(guide) == 1 end, 240000)
  local item = shown(guide)[1]
  local line = vim.api.nvim_buf_get_lines(guide, item.lnum, item.lnum + 1, false)[1]
  assert(line:sub(item.col + 1, item.end_col) == 'MailQueue.take', line)
  assert(item.source == 'helix' and item.severity == vim.diagnostic.severity.WARN, vim.inspect(item))
end)

test('the fix puts the new name in, and one undo takes it back', function()
  vim.cmd('wincmd j')
  vim.api.nvim_win_set_buf(0, guide)
  local item = shown(guide)[1]
  vim.api.nvim_win_set_cursor(0, { item.lnum + 1, item.col + 2 })
  local before = H.lines(guide)
  vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.isPreferred and action.kind == 'quickfix' end })
  wait('the edit', function() return H.text(guide):find('MailQueue.hand_out', 1, true) end)
  local after = table.concat(before, '\n'):gsub('MailQueue%.take', 'MailQueue.hand_out')
  assert(H.text(guide) == after, H.text(guide))
  wait('no diagnostic', function() return #shown(guide) == 0 end, 240000)
  vim.cmd('silent undo')
  assert(table.concat(H.lines(guide), '\n') == table.concat(before, '\n'))
  wait('the diagnostic again', function() return #shown(guide) == 1 end, 240000)
end)

test('closing clears', function()
  vim.api.nvim_buf_delete(guide, { force = true })
  assert(#vim.diagnostic.get() == 0, vim.inspect(vim.diagnostic.get()))
end)

test('stops cleanly', function()
  local running = H.client(code)
  running:stop()
  wait('stop', function() return running:is_stopped() end)
end)

H.done()
