-- Run by tests/e2e/test_neovim_plugin.py:  nvim -u NONE -i NONE -n --headless -l neovim_plugin_story.lua
-- One user's session with editors/neovim on two small projects, in Neovim 0.12 and 0.10.
local H = dofile(vim.env.HELIX_HERE .. '/neovim_harness.lua')
local test, wait = H.test, H.wait
local project, other = vim.env.HELIX_PROJECT, vim.env.HELIX_OTHER
local select_real = vim.ui.select
local offered

local function choosing(number)
  offered = nil
  vim.ui.select = function(items, options, done)
    offered = { prompt = options.prompt, kind = options.kind, lines = vim.tbl_map(options.format_item, items) }
    done(items[number], number)
  end
end

H.start()
vim.cmd.edit(project .. '/docs/guide.md')

test('one line enables it, and the index becomes ready', function()
  local client = H.attached()
  assert(client.config.root_dir == project, client.config.root_dir)
  assert(client.offset_encoding == (vim.lsp.enable and 'utf-8' or 'utf-16'), client.offset_encoding)
  assert(require('helix.server').mismatch(client) == nil)
  H.indexed(client)
end)

test('hover on inline code after an emoji shows its proof', function()
  H.to('PrintQueue.collect')
  vim.cmd('normal! 2l')
  vim.lsp.buf.hover()
  local text = H.float()
  assert(text:find('printing/queue.py', 1, true), text)
  H.close_floats()
end)

test('definition goes to the code', function()
  H.to('MailQueue.take')
  vim.cmd('normal! 12l')
  vim.lsp.buf.definition()
  wait('jump', function() return vim.api.nvim_buf_get_name(0):find('mail/queue.py', 1, true) end)
  assert(vim.api.nvim_get_current_line():find('def take', 1, true))
end)

test('status is shown in a float', function()
  vim.cmd('Helix status')
  local text = H.float()
  assert(text:find('index: generation', 1, true) and text:find('python 2', 1, true), text)
  H.close_floats()
end)

test('a question opens an answer with marked citations', function()
  local answer = H.answered('Helix ask what does take do?')
  assert(vim.api.nvim_buf_get_name(0):match('^helix%-answer://%d+/what%-does%-take%-do$'), vim.api.nvim_buf_get_name(0))
  io.stdout:write('# ' .. H.text():gsub('\n', '\n# ') .. '\n')
  assert(answer.envelope.mode == 'repo_grounded')
  local space = vim.api.nvim_get_namespaces()['helix.citation']
  local marked = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do
    if mark[4].hl_group == 'HelixCitation' then
      marked[#marked + 1] = H.lines()[mark[2] + 1]:sub(mark[3] + 1, mark[4].end_col)
    end
  end
  assert(vim.tbl_contains(marked, 'mail/queue.py:11'), vim.inspect(marked))
  assert(#answer.events > 0, 'no live event was heard')
  assert(#H.notes() == 0, vim.inspect(H.notes()))
  assert(not vim.bo.modifiable and vim.bo.buftype == 'nofile')
end)

test('sections fold; claims begin closed', function()
  H.to('## Claims')
  assert(vim.fn.foldclosed('.') > 0)
  H.press('<CR>')
  assert(vim.fn.foldclosed('.') < 0)
  H.to('# what does')
  assert(vim.fn.foldlevel('.') == 0)
end)

test('K shows the cited lines, gd and gf go there', function()
  H.to('mail/queue.py:11')
  H.press('K')
  local text = H.float()
  assert(text:find('def take(self, limit)', 1, true), text)
  H.close_floats()
  for _, key in ipairs({ 'gd', 'gf', '<CR>' }) do
    H.press(key)
    assert(vim.api.nvim_buf_get_name(0) == project .. '/mail/queue.py', vim.api.nvim_buf_get_name(0))
    assert(vim.api.nvim_win_get_cursor(0)[1] == 11, vim.inspect(vim.api.nvim_win_get_cursor(0)))
    vim.cmd.wincmd('l')
    H.to('mail/queue.py:11')
  end
  assert(vim.fn.maparg('gd', 'n') ~= '')
  vim.cmd.wincmd('h')
  assert(vim.fn.maparg('K', 'n'):find('Helix', 1, true) == nil, 'the maps belong to the answer only')
end)

test('a question with two meanings is given back, and a pick answers it', function()
  vim.cmd('only | edit ' .. project .. '/README.md')
  H.attached()
  choosing(2)
  H.answered('Helix ask what does drain do?')
  wait('pick', function() return offered end)
  assert(offered.kind == 'helix_clarify' and #offered.lines == 4, vim.inspect(offered))
  assert(offered.lines[1]:find('MailQueue.drain: method in mail/queue.py  mail/queue.py:7', 1, true), offered.lines[1])
  local answer = H.settled()
  assert(answer.envelope.mode == 'repo_grounded' and answer.envelope.answer:find('PrintQueue.drain', 1, true), H.text())
end)

test('without a pick the meanings stay in the buffer, and a digit picks', function()
  H.answered('Helix ask what does collect do?')
  choosing(nil)
  H.answered('Helix ask what does drain do?')
  wait('offer', function() return offered end)
  io.stdout:write('# ' .. H.text():gsub('\n', '\n# ') .. '\n')
  assert(H.text():find('1. MailQueue.drain: method in mail/queue.py', 1, true))
  H.press('1')
  wait('answer', function() return H.text():find('Send every waiting letter', 1, true) and not H.text():find('Pick one', 1, true) end)
end)

test('explain shows the ladder of the answer', function()
  vim.cmd('Helix explain')
  wait('trace', function() return H.text():find('## Trace', 1, true) end)
  assert(H.text():find(' retrieval ', 1, true) and H.text():find(' envelope ', 1, true), H.text())
  assert(vim.api.nvim_get_current_line() == '## Trace')
end)

test('cited places as quickfix and location list', function()
  vim.cmd('Helix quickfix')
  local list = vim.fn.getqflist({ title = 1, items = 1 })
  assert(list.title == 'Helix: what does drain do?' and #list.items > 1, vim.inspect(list.title))
  assert(list.items[1].lnum == 7 and vim.api.nvim_buf_get_name(list.items[1].bufnr) == project .. '/mail/queue.py')
  vim.cmd.cclose()
  vim.cmd('Helix loclist')
  assert(#vim.fn.getloclist(0) == #list.items)
  vim.cmd.lclose()
end)

test('about the word, and about a selection', function()
  vim.cmd('only | edit ' .. project .. '/printing/queue.py')
  H.attached()
  H.to('collect(limit)')
  local answer = H.answered('Helix about')
  assert(answer.question == 'what does `collect` do?', answer.question)
  assert(answer.envelope.mode == 'repo_grounded', answer.envelope.answer)
  vim.cmd('only | edit ' .. project .. '/printing/queue.py')
  H.to('PrintQueue')
  H.press('viw<Esc>')
  answer = H.answered("'<,'>Helix about")
  assert(answer.question == 'what does `PrintQueue` do?', answer.question)
end)

test('moved and changed bytes are marked, and a moved place is found', function()
  H.answered('Helix ask what does take do?')
  local window = vim.api.nvim_get_current_win()
  local buffer = vim.fn.bufadd(project .. '/mail/queue.py')
  vim.fn.bufload(buffer)
  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '# é😀', '# 第二行' })
  vim.api.nvim_exec_autocmds('BufEnter', { buffer = vim.api.nvim_win_get_buf(window) })
  assert(vim.deep_equal(H.notes(), { 'moved' }), vim.inspect(H.notes()))
  H.to('mail/queue.py:11')
  H.press('gd')
  assert(vim.api.nvim_get_current_line():find('def take', 1, true), vim.api.nvim_get_current_line())
  assert(vim.api.nvim_win_get_cursor(0)[1] == 13)
  vim.api.nvim_set_current_line('    def take(self, most):')
  vim.api.nvim_exec_autocmds('TextChanged', { buffer = buffer })
  vim.api.nvim_set_current_win(window)
  assert(vim.tbl_contains(H.notes(), 'changed'), vim.inspect(H.notes()))
  vim.api.nvim_buf_call(buffer, function() vim.cmd('edit!') end)
end)

test('an unsaved multi-byte edit is what the next answer cites', function()
  vim.cmd('only | edit ' .. project .. '/mail/queue.py')
  H.attached()
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '# é😀 und 漢字', '#' })
  local answer = H.answered('Helix ask what does take do?')
  local ref = answer.envelope.citations[1].range_ref
  assert(ref.start_line == 13, vim.inspect(ref))
  assert(answer.envelope.index.unsaved == 1)
  assert(#H.notes() == 0, 'fresh citations must hold against the live buffer: ' .. vim.inspect(H.notes()))
  H.to('mail/queue.py:13')
  H.press('gd')
  assert(vim.api.nvim_win_get_cursor(0)[1] == 13)
  vim.cmd('edit!')
end)

test('history brings an answer back', function()
  vim.cmd('only')
  choosing(#require('helix.history').all())
  vim.cmd('Helix history')
  assert(offered.kind == 'helix_history')
  assert(H.lines()[1] == '# what does take do?', H.lines()[1])
  vim.cmd('bwipeout')
  vim.cmd.edit('helix-answer://1/what-does-take-do')
  assert(H.text():find('mail/queue.py:11', 1, true), H.text())
end)

test('pin, mentions and check do it, or say in one line that the server does not', function()
  vim.cmd('only | edit ' .. project .. '/docs/guide.md')
  local client = H.attached()
  vim.cmd('Helix pin')
  wait('pin', function() return H.last_said():find('no tree is pinned', 1, true) end)
  vim.cmd('Helix pin nowhere')
  wait('unknown tree', function() return H.last_said():find('nowhere', 1, true) end)
  H.to('MailQueue.take')
  vim.cmd('normal! 12l')
  vim.cmd('Helix mentions')
  if client.server_capabilities.referencesProvider then
    wait('mentions', function() return (vim.fn.getqflist({ title = 1 }).title or ''):find('mentions of', 1, true) end)
    vim.cmd.cclose()
  else
    assert(H.last_said():find('does not offer mentions', 1, true), H.last_said())
  end
  vim.cmd('Helix check')
  local offers = client.server_capabilities.diagnosticProvider
  wait('check', function() return H.last_said():find(offers and 'nothing stale' or 'does not offer a check', 1, true) end)
end)

test('a file and a paragraph, held against the code', function()
  local heads = { ['Helix claims'] = '# `docs/guide.md` against the code', ['Helix! claims'] = '# The paragraph at `docs/guide.md:' }
  for command, head in pairs(heads) do
    vim.cmd('only | edit ' .. project .. '/docs/guide.md')
    H.attached()
    vim.cmd(command)
    wait(command, function()
      for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
        local first = vim.api.nvim_buf_is_loaded(bufnr) and vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] or ''
        if vim.startswith(first, head) then return true end
      end
    end)
  end
end)

test('the trees of the project complete before any of them was seen', function()
  vim.cmd('only | edit ' .. project .. '/docs/guide.md')
  H.attached()
  local nodes = { { id = 'walk', title = 'Walk', tags = {}, children = {}, links = {} } }
  vim.fn.mkdir(project .. '/configs', 'p')
  vim.fn.writefile({ vim.json.encode({ rootId = 'walk', nodes = nodes }) }, project .. '/docs/walk-tree.json')
  local trees = { { id = 'queues', label = 'Queues', path = 'docs/walk-tree.json', matchers = { 'queue' } } }
  vim.fn.writefile({ vim.json.encode({ version = 1, trees = trees }) }, project .. '/configs/graph-resolvers.json')
  vim.cmd('write')
  wait('the tree', function() return vim.tbl_contains(vim.fn.getcompletion('Helix pin ', 'cmdline'), 'queues') end, 240000)
  vim.cmd('Helix pin queues')
  wait('pin', function() return H.last_said():find('pinned: queues', 1, true) end)
  vim.cmd('Helix pin clear')
  wait('clear', function() return H.last_said():find('no tree is pinned', 1, true) end)
  vim.fn.delete(project .. '/configs', 'rf')
  vim.fn.delete(project .. '/docs/walk-tree.json')
end)

test('an unknown subcommand and completion', function()
  vim.cmd('Helix nonsense')
  assert(H.last_said():find('there is no `:Helix nonsense`', 1, true), H.last_said())
  assert(vim.deep_equal(vim.fn.getcompletion('Helix e', 'cmdline'), { 'explain' }))
  assert(vim.tbl_contains(vim.fn.getcompletion('Helix pin ', 'cmdline'), 'clear'))
  assert(vim.fn.maparg('<Plug>(HelixAsk)', 'n') ~= '')
end)

test('checkhealth names the server, the project and the index', function()
  vim.cmd('checkhealth helix')
  local text = H.text()
  assert(text:find('process for ' .. project, 1, true) and text:find('index: generation', 1, true), text)
  assert(not text:find('ERROR', 1, true), text)
  vim.cmd('bwipeout')
end)

test('a second project has a server of its own, and its own answers', function()
  vim.cmd('only | edit ' .. other .. '/queue.py')
  local client = H.attached()
  assert(client.config.root_dir == other)
  local answer = H.answered('Helix ask what does take do?')
  assert(answer.root == other and answer.envelope.answer:find('baskets', 1, true), answer.envelope.answer)
  H.to('queue.py:')
  H.press('gd')
  assert(vim.api.nvim_buf_get_name(0) == other .. '/queue.py', vim.api.nvim_buf_get_name(0))
  vim.cmd('only | edit ' .. project .. '/docs/guide.md')
  assert(H.answered('Helix ask what does take do?').root == project)
end)

test('a killed server is started again and answers', function()
  vim.cmd('only | edit ' .. project .. '/docs/guide.md')
  local client = H.attached()
  local reply = H.status(client)
  assert(reply.writer > 0, vim.inspect(reply))
  assert(vim.uv.kill(H.server(reply), 'sigkill') == 0)
  wait('another client', function() return H.client() and H.client().id ~= client.id and H.client().initialized end)
  assert(H.answered('Helix ask what does take do?').envelope.mode == 'repo_grounded')
end)

test('a question asked from no file is about the current folder', function()
  vim.cmd('only | enew')
  vim.cmd.cd(other)
  assert(H.answered('Helix ask what does take do?').root == other)
  vim.cmd('only | enew')
  vim.cmd.cd('/')
  vim.cmd('Helix ask what is here?')
  assert(H.last_said():find('no project here', 1, true), H.last_said())
end)

vim.ui.select = select_real
for _, client in ipairs(vim.lsp.get_clients()) do
  if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end
end
vim.wait(30000, function() return #vim.lsp.get_clients() == 0 end, 20)
H.done()
