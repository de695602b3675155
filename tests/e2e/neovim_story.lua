-- Run by tests/e2e/test_neovim.py:  nvim -u NONE -i NONE -n --headless -l neovim_story.lua
-- A user with no plugin of ours: the set-up of the README, then hover, definition and a question on a real project.
-- Environment: HELIX_PYTHON (interpreter with helix_lsp), HELIX_PROJECT (a folder that holds flask's source).

local failed, count = 0, 0
local function test(name, body)
  count = count + 1
  local start = vim.uv.hrtime()
  local ok, err = xpcall(body, debug.traceback)
  io.stdout:write(('%s %d - %s (%.0f ms)\n'):format(ok and 'ok' or 'not ok', count, name, (vim.uv.hrtime() - start) / 1e6))
  if not ok then
    failed = failed + 1
    io.stdout:write('# ' .. tostring(err):gsub('\n', '\n# ') .. '\n')
  end
end

local function wait(what, condition, ms)
  assert(vim.wait(ms or 240000, condition, 20), 'timeout: ' .. what)
end

local project = vim.env.HELIX_PROJECT
local progress = {}
vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(event) progress[#progress + 1] = event.data.params.value end,
})

vim.lsp.config('helix_ask', {
  cmd = { vim.env.HELIX_PYTHON, '-m', 'helix_lsp', 'serve' },
  filetypes = { 'markdown', 'rst', 'python' },
  root_markers = { 'pyproject.toml' },
})
vim.lsp.enable('helix_ask')
vim.cmd('filetype plugin on')
vim.cmd.edit(project .. '/docs/appcontext.rst')

local function client() return vim.lsp.get_clients({ name = 'helix_ask' })[1] end

-- 0-based line and byte column of the first place where `needle` stands in the buffer
local function find(needle)
  for at, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(needle, 1, true)
    if column then return at - 1, column - 1 end
  end
  error('not in the buffer: ' .. needle)
end

local function at(line, column)
  local text = vim.api.nvim_buf_get_lines(0, line, line + 1, false)[1]
  local character = vim.str_utfindex(text, client().offset_encoding, column)
  return { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = character } }
end

local function ask(params)
  local reply = assert(client():request_sync('helix/ask', params, 240000, 0))
  assert(not reply.err, vim.inspect(reply.err))
  return reply.result
end

test('attaches and negotiates utf-8', function()
  wait('attach', function() return client() and client().initialized end)
  assert(client().offset_encoding == 'utf-8', client().offset_encoding)
end)

test('the index becomes ready', function()
  wait('index', function()
    local reply = client():request_sync('helix/status', vim.empty_dict(), 240000, 0)
    return reply and reply.result and reply.result.index and reply.result.index.fresh and reply.result.files > 50
  end, 240000)
end)

test('hover on a role shows the definition and where it stands', function()
  local line, column = find('teardown_appcontext')
  vim.api.nvim_win_set_cursor(0, { line + 1, column + 3 })
  vim.lsp.buf.hover()
  local text
  wait('float', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
        return true
      end
    end
  end)
  io.stdout:write('# hover\n# ' .. text:gsub('\n', '\n# ') .. '\n')
  assert(text:find('App.teardown_appcontext(', 1, true), text)
  assert(text:find('src/flask/sansio/app.py', 1, true), text)
end)

test('definition opens the code at the name', function()
  local line, column = find('teardown_appcontext')
  local reply = assert(client():request_sync('textDocument/definition', at(line, column + 3), 240000, 0))
  local target = reply.result[1] or reply.result
  local uri, range = target.targetUri or target.uri, target.targetSelectionRange or target.range
  assert(uri:find('src/flask/sansio/app.py', 1, true), uri)
  vim.cmd.edit(vim.uri_to_fname(uri))
  local text = vim.api.nvim_buf_get_lines(0, range.start.line, range.start.line + 1, false)[1]
  assert(text:sub(range.start.character + 1, range['end'].character) == 'teardown_appcontext', text)
  vim.cmd.buffer('#')
end)

test('a question is answered with citations that hold', function()
  local answer = ask({ question = 'what does teardown_appcontext do?', workDoneToken = 'story' })
  assert(answer.schema == 'answer-envelope.v1' and answer.mode == 'repo_grounded', vim.inspect(answer))
  io.stdout:write('# answer\n# ' .. answer.answer:gsub('\n', '\n# ') .. '\n')
  assert(#answer.citations > 0)
  for _, citation in ipairs(answer.citations) do
    local ref = citation.range_ref
    local file = assert(io.open(project .. '/' .. ref.path, 'rb'))
    local data = file:read('*a')
    file:close()
    assert(vim.fn.sha256(data:sub(ref.start_byte + 1, ref.end_byte)) == ref.content_sha256, ref.path)
  end
  wait('progress', function()
    for _, value in ipairs(progress) do
      if (value.message or ''):find('files found', 1, true) then return true end
    end
  end)
end)

test('an unsaved edit moves the citation, not its bytes', function()
  vim.cmd.edit(project .. '/src/flask/sansio/app.py')
  wait('attach', function() return client() and client().attached_buffers[vim.api.nvim_get_current_buf()] end)
  local before = ask({ question = 'teardown_appcontext' }).citations[1].range_ref
  local lines = {}
  for n = 1, 45 do lines[n] = '# é😀 line ' .. n end
  vim.api.nvim_buf_set_lines(0, 0, 0, false, lines)
  local after
  wait('moved', function()
    after = ask({ question = 'teardown_appcontext' }).citations[1].range_ref
    return after.start_line == before.start_line + 45
  end)
  assert(after.content_sha256 == before.content_sha256)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n'
  assert(vim.fn.sha256(text:sub(after.start_byte + 1, after.end_byte)) == after.content_sha256)
  vim.cmd('edit!')
end)

test('nothing found says so', function()
  local answer = ask({ question = 'how does the kafka consumer rebalance partitions?' })
  assert(answer.mode == 'no_evidence', answer.answer)
end)

test('an empty question is refused with a reason', function()
  local reply = assert(client():request_sync('helix/ask', { question = ' ' }, 240000, 0))
  assert(reply.err and reply.err.code == -32602 and reply.err.message:find('empty', 1, true), vim.inspect(reply))
end)

test('stops cleanly', function()
  local running = client()
  running:stop()
  wait('stop', function() return running:is_stopped() end)
end)

io.stdout:write(('1..%d # %d failed\n'):format(count, failed))
os.exit(failed == 0 and 0 or 1)
