-- Shared by the Neovim stories: tests with a real exit code, waiting, and a look at what is on the screen.
local H = { said = {} }
local failed, count = 0, 0

function H.test(name, body)
  count = count + 1
  local start = vim.uv.hrtime()
  local ok, err = xpcall(body, debug.traceback)
  io.stdout:write(('%s %d - %s (%.0f ms)\n'):format(ok and 'ok' or 'not ok', count, name, (vim.uv.hrtime() - start) / 1e6))
  if not ok then
    failed = failed + 1
    io.stdout:write('# ' .. tostring(err):gsub('\n', '\n# ') .. '\n')
  end
end

function H.wait(what, condition, ms) assert(vim.wait(ms or 240000, condition, 20), 'timeout: ' .. what) end

function H.done()
  io.stdout:write(('1..%d # %d failed\n'):format(count, failed))
  os.exit(failed == 0 and 0 or 1)
end

-- The user's settings and the plugin, as a start of the editor would read them.
function H.start(settings)
  vim.opt.rtp:prepend(vim.env.HELIX_PLUGIN)
  vim.g.helix = vim.tbl_extend('keep', settings or {}, { cmd = { vim.env.HELIX_PYTHON, '-m', 'helix_lsp', 'serve' } })
  vim.notify = function(text) H.said[#H.said + 1] = text end
  vim.cmd('runtime plugin/helix.lua')
  vim.cmd('filetype plugin on')
  if vim.lsp.enable then vim.lsp.enable('helix_ask') else require('helix').enable() end
end

function H.client(bufnr) return vim.lsp.get_clients({ name = 'helix_ask', bufnr = bufnr or 0 })[1] end

function H.attached()
  local ok = vim.wait(240000, function() return H.client() and H.client().initialized end, 20)
  assert(ok, ('no server was attached to %s (%s): %s'):format(vim.api.nvim_buf_get_name(0), vim.bo.filetype, table.concat(H.said, ' | ')))
  return H.client()
end

-- The server's process writes the index; its id is in the status.
function H.status(client)
  local reply
  local params = { textDocument = { uri = vim.uri_from_fname(client.config.root_dir .. '/helix.toml') } }
  require('helix.client').request(client, 'helix/status', params, function(err, status) reply = status or { failed = err } end)
  H.wait('status', function() return reply end)
  return reply
end

-- The process that the editor started: the parent of the one that writes the index, or that one itself.
function H.server(status)
  local parent = vim.api.nvim_get_proc(status.writer).ppid
  return parent == vim.uv.os_getpid() and status.writer or parent
end

function H.indexed(client)
  H.wait('index', function()
    local status = H.status(client)
    return status.index and status.index.fresh
  end, 240000)
end

function H.lines(bufnr) return vim.api.nvim_buf_get_lines(bufnr or 0, 0, -1, false) end

function H.text(bufnr) return table.concat(H.lines(bufnr), '\n') end

function H.last_said() return H.said[#H.said] or '' end

-- Text of the float that is open; floats are closed first by H.close_floats.
function H.float()
  local found
  H.wait('float', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        found = H.text(vim.api.nvim_win_get_buf(window))
        return true
      end
    end
  end)
  return found
end

function H.close_floats()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then vim.api.nvim_win_close(window, true) end
  end
end

-- Put the cursor on the first place where `needle` stands in the current buffer.
function H.to(needle)
  for at, line in ipairs(H.lines()) do
    local column = line:find(needle, 1, true)
    if column then return vim.api.nvim_win_set_cursor(0, { at, column - 1 }) end
  end
  error('not in the buffer: ' .. needle .. '\n' .. H.text())
end

function H.press(keys) vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'xt', false) end

-- Run a command that asks and wait for its answer to stand.
function H.answered(command)
  local history = require('helix.history')
  local before = history.all()[1]
  vim.cmd(command)
  H.wait('question', function() return history.all()[1] ~= before end)
  return H.settled()
end

function H.settled()
  local answer = require('helix.history').all()[1]
  H.wait('answer', function()
    if answer.state == 'asking' then return false end
    local final = answer.early or answer.params.clarify or not answer.envelope or type(answer.envelope.clarify) == 'table'
    return final or answer.envelope.index.fresh
  end, 240000)
  assert(answer.envelope or answer.state ~= 'failed', ('not answered: %s'):format(answer.failure))
  return answer
end

-- What is written beside the citations of the current answer: moved, changed.
function H.notes()
  local out = {}
  local space = vim.api.nvim_get_namespaces()['helix.standing']
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do
    out[vim.trim(mark[4].virt_text[1][1])] = true
  end
  return vim.tbl_keys(out)
end

return H
