-- Run by tests/e2e/test_neovim_drift.py. A document that is stale already is opened, and nothing is typed: what is stale must be shown.
local H = dofile(vim.env.HELIX_HERE .. '/neovim_harness.lua')
local test, wait = H.test, H.wait
local project = vim.env.HELIX_PROJECT

if vim.env.HELIX_PLUGIN then
  H.start()
else
  vim.lsp.config('helix_ask', {
    cmd = { vim.env.HELIX_PYTHON, '-m', 'helix_lsp', 'serve' },
    filetypes = { 'markdown', 'python' },
    root_markers = { '.git' },
  })
  vim.lsp.enable('helix_ask')
  vim.cmd('filetype plugin on')
end

local function marked(bufnr)
  return vim.tbl_map(function(one)
    return vim.api.nvim_buf_get_text(bufnr, one.lnum, one.col, one.end_lnum, one.end_col, {})[1]
  end, vim.diagnostic.get(bufnr))
end

test('an opened document shows what is stale', function()
  vim.cmd.edit(project .. '/docs/guide.md')
  H.attached()
  wait('a diagnostic', function() return #vim.diagnostic.get(0) > 0 end, 240000)
  assert(vim.deep_equal(marked(0), { 'MailQueue.take' }), vim.inspect(marked(0)))
end)

test('so does the next one, when the history has been read', function()
  vim.cmd.split(project .. '/docs/notes.md')
  wait('a diagnostic', function() return #vim.diagnostic.get(0) > 0 end, 240000)
  assert(vim.deep_equal(marked(0), { 'MailQueue.take' }), vim.inspect(marked(0)))
end)

if vim.env.HELIX_PLUGIN then
  test(':Helix! check lists both', function()
    vim.cmd('Helix! check')
    wait('quickfix', function() return #vim.fn.getqflist() == 2 end, 240000)
  end)
end

H.done()
