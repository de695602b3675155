-- Run by tests/e2e/test_neovim_plugin.py. Against a server that is played here: one that offers what ours may not offer yet, and one that offers too little.
local H = dofile(vim.env.HELIX_HERE .. '/neovim_harness.lua')
local test, wait = H.test, H.wait
local project = vim.env.HELIX_PROJECT
local uri = vim.uri_from_fname(project .. '/docs/guide.md')
local span = { start = { line = 2, character = 0 }, ['end'] = { line = 2, character = 7 } }
local stale = { range = span, severity = 2, message = '`MailQueue.take`\nis gone', source = 'Helix Ask' }
local asked = {}

local replies = {
  ['textDocument/diagnostic'] = { kind = 'full', resultId = '1', items = { stale } },
  ['workspace/diagnostic'] = { items = { { kind = 'full', uri = uri, items = { stale, stale } } } },
  ['textDocument/references'] = { { uri = uri, range = span } },
  ['textDocument/codeLens'] = { { range = span, command = { title = '2 documents', command = 'helixAsk.showStatus' } } },
}
local capabilities

vim.lsp.rpc.start = function(_, dispatchers)
  local number, closing = 0, false
  return {
    request = function(method, _, callback)
      number = number + 1
      asked[#asked + 1] = method
      local result = method == 'initialize' and { capabilities = capabilities, serverInfo = { name = 'played' } } or replies[method] or vim.NIL
      vim.schedule(function() callback(nil, result, number) end)
      return true, number
    end,
    notify = function(method)
      if method == 'exit' then
        closing = true
        vim.schedule(function() dispatchers.on_exit(0, 0) end)
      end
      return true
    end,
    is_closing = function() return closing end,
    terminate = function() closing = true end,
  }
end

capabilities = {
  positionEncoding = 'utf-16',
  diagnosticProvider = { interFileDependencies = true, workspaceDiagnostics = true },
  referencesProvider = true,
  codeLensProvider = { resolveProvider = false },
  experimental = { helix = { protocol = 2, methods = {}, contracts = { ['answer-envelope'] = 1 } } },
}
H.start()
vim.cmd.edit(project .. '/docs/guide.md')

test('another protocol is said once', function()
  H.attached()
  wait('a line', function() return H.last_said():find('speaks protocol 2', 1, true) end)
end)

test('a method that is not announced is one line', function()
  vim.cmd('Helix status')
  wait('a line', function() return H.last_said():find('does not offer helix/status', 1, true) end)
  vim.cmd('Helix pin')
  wait('a line', function() return H.last_said():find('does not offer helix/graphLock', 1, true) end)
  vim.cmd('Helix ask what is this?')
  wait('a line in the answer', function() return H.text():find('does not offer helix/ask', 1, true) end)
end)

test('check lists what is stale in the document, and with a bang in all', function()
  vim.cmd('only | edit ' .. project .. '/docs/guide.md')
  vim.cmd('Helix check')
  wait('location list', function() return #vim.fn.getloclist(0) == 1 end)
  local item = vim.fn.getloclist(0)[1]
  assert(item.lnum == 3 and item.type == 'W' and item.text == '`MailQueue.take` is gone', vim.inspect(item))
  vim.cmd('only | edit ' .. project .. '/docs/guide.md')
  vim.cmd('Helix! check')
  wait('quickfix', function() return #vim.fn.getqflist() == 2 end)
  vim.cmd.cclose()
end)

test('mentions fill the quickfix list', function()
  vim.cmd('only | edit ' .. project .. '/docs/guide.md')
  vim.cmd('Helix mentions MailQueue')
  wait('quickfix', function() return vim.fn.getqflist({ title = 1 }).title == 'Helix: mentions of MailQueue' end)
  assert(vim.fn.getqflist()[1].lnum == 3)
  vim.cmd.cclose()
  vim.cmd('Helix mentions NoSuchName')
  assert(H.last_said():find('`NoSuchName` does not stand in this file', 1, true), H.last_said())
end)

test('code lenses are asked for', function()
  wait('lens', function() return vim.tbl_contains(asked, 'textDocument/codeLens') end)
end)

H.done()
