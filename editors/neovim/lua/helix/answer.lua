--- The answer's buffer, `helix-answer://<number>/<question>`: drawn from the answer, with citations as extmarks, sections as
--- folds, and maps of that buffer only.

local citation = require('helix.citation')
local history = require('helix.history')
local render = require('helix.render')

local M = {}

local MARKS = vim.api.nvim_create_namespace('helix.citation')
local STATE = vim.api.nvim_create_namespace('helix.standing')
local drawn = {} ---@type table<integer, helix.Drawn> by buffer

local looks = {
  HelixCitation = 'Underlined', HelixStale = 'DiagnosticWarn', HelixMoved = 'DiagnosticInfo', HelixSnippet = 'Comment', HelixProof = 'Visual',
  HelixHint = 'Comment', HelixMarked = 'CursorLine', HelixStrong = 'DiagnosticOk', HelixWeak = 'DiagnosticWarn', HelixPlaces = 'DiagnosticInfo',
}

---@param answer helix.Answer
---@return string
local function name_of(answer)
  local slug = answer.question:lower():gsub('[^%w]+', '-'):gsub('^%-+', ''):gsub('%-+$', '')
  return ('helix-answer://%d/%s'):format(answer.number, slug:sub(1, 60))
end

---@param bufnr integer
---@return helix.Answer?
local function answer_of(bufnr) return history.get(vim.b[bufnr].helix_number or -1) end

---@param answer helix.Answer
---@return integer bufnr loaded and set up
function M.buffer(answer)
  local bufnr = vim.fn.bufadd(name_of(answer))
  if vim.b[bufnr].helix_number == nil or not vim.api.nvim_buf_is_loaded(bufnr) then
    vim.b[bufnr].helix_number, vim.b[bufnr].helix_root = answer.number, answer.root
    vim.fn.bufload(bufnr)
    M.set_up(bufnr)
  end
  return bufnr
end

--- `BufReadCmd`: the buffer was opened by its name.
---@param bufnr integer
function M.read(bufnr)
  local number = tonumber(vim.api.nvim_buf_get_name(bufnr):match('^helix%-answer://(%d+)'))
  local answer = history.get(number or -1)
  if not answer then
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, { 'This answer is not kept any more: answers live as long as the session.' })
    vim.bo[bufnr].buftype, vim.bo[bufnr].modifiable, vim.bo[bufnr].modified = 'nofile', false, false
    return
  end
  vim.b[bufnr].helix_number, vim.b[bufnr].helix_root = answer.number, answer.root
  M.set_up(bufnr)
  M.draw(answer)
end

---@param bufnr integer
---@return integer? citation id under the cursor: on its text, or in its line of the evidence list
function M.under_cursor(bufnr)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local now = drawn[bufnr]
  if not now then return nil end
  local on_line = nil
  for _, mark in ipairs(now.marks) do
    if mark.row == row - 1 then
      if column >= mark.from and column < mark.to then return mark.id end
      on_line = on_line or mark.id
    end
  end
  return now.evidence[row - 1] or on_line
end

---@param bufnr integer
---@param act fun(answer: helix.Answer, id: integer)
---@param otherwise? fun()
local function on_citation(bufnr, act, otherwise)
  local answer, id = answer_of(bufnr), M.under_cursor(bufnr)
  if answer and id then return act(answer, id) end
  if otherwise then return otherwise() end
  require('helix.client').say('no citation here; <Tab> goes to the next one', vim.log.levels.INFO)
end

---@param bufnr integer
local function enter(bufnr)
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local option = drawn[bufnr] and drawn[bufnr].options[row]
  local answer = answer_of(bufnr)
  if option and answer then return require('helix.ask').pick(answer, option) end
  if drawn[bufnr] and drawn[bufnr].heads[row + 1] ~= nil then return vim.cmd('normal! za') end
  on_citation(bufnr, citation.jump)
end

--- The file named under the cursor, below the project that was asked.
---@param bufnr integer
local function go_file(bufnr)
  on_citation(bufnr, citation.jump, function()
    local path = vim.fs.joinpath(vim.b[bufnr].helix_root or '', vim.fn.expand('<cfile>'))
    if vim.fn.filereadable(path) == 1 then return vim.cmd.split(vim.fn.fnameescape(path)) end
    require('helix.client').say('no citation and no file here', vim.log.levels.INFO)
  end)
end

---@param bufnr integer
---@param step 1|-1
local function next_citation(bufnr, step)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local marks = vim.deepcopy(drawn[bufnr] and drawn[bufnr].marks or {})
  table.sort(marks, function(a, b) return a.row < b.row or (a.row == b.row and a.from < b.from) end)
  local first, last = 1, #marks
  if step < 0 then first, last = last, first end
  for at = first, last, step do
    local mark = marks[at]
    local here = (mark.row + 1 - row) * 1e6 + mark.from - column
    if here * step > 0 then
      vim.api.nvim_win_set_cursor(0, { mark.row + 1, mark.from })
      return vim.cmd('normal! zv')
    end
  end
end

local HELP = {
  'gf gd <CR>   open the cited place', 'K            show the cited lines', '<Tab> <S-Tab> next, previous citation',
  '<CR>         on a numbered option: pick it; on a heading: fold', '1 2 3 4      pick that option', 'za zR zM     folds',
  '<C-c>        cancel', 'q            close',
  ':Helix explain   how the answer was made', ':Helix quickfix  all cited places', ':Helix history   earlier answers',
}

--- A digit picks an option while there are options, and is a count otherwise.
---@param bufnr integer
---@param number integer
---@return string keys
local function digit(bufnr, number)
  local answer = answer_of(bufnr)
  for _, option in pairs(answer and answer.state == 'answered' and drawn[bufnr].options or {}) do
    if option == answer.envelope.clarify.options[number] then
      vim.schedule(function() require('helix.ask').pick(answer, option) end)
      return ''
    end
  end
  return tostring(number)
end

---@param bufnr integer
local function map(bufnr)
  local function to(keys, act, text)
    for _, key in ipairs(keys) do vim.keymap.set('n', key, act, { buffer = bufnr, nowait = true, desc = 'Helix Ask: ' .. text }) end
  end
  to({ '<CR>' }, function() enter(bufnr) end, 'open, pick or fold')
  to({ 'gd', '<C-]>' }, function() on_citation(bufnr, citation.jump) end, 'open the cited place')
  to({ 'gf' }, function() go_file(bufnr) end, 'open the cited place or the file')
  to({ 'K' }, function() on_citation(bufnr, citation.peek) end, 'show the cited lines')
  to({ '<Tab>' }, function() next_citation(bufnr, 1) end, 'next citation')
  to({ '<S-Tab>' }, function() next_citation(bufnr, -1) end, 'previous citation')
  to({ '<C-c>' }, function() require('helix.ask').cancel(bufnr) end, 'cancel')
  to({ 'q' }, '<Cmd>close<CR>', 'close')
  for number = 1, 4 do
    vim.keymap.set('n', tostring(number), function() return digit(bufnr, number) end, { buffer = bufnr, expr = true, desc = 'Helix Ask: pick' })
  end
  to({ 'g?' }, function() vim.lsp.util.open_floating_preview(HELP, '', { border = 'rounded', title = ' keys here ' }) end, 'help')
end

--- `foldexpr` of an answer: each section folds, the question does not.
---@param line integer 1-based
---@return string
function M.fold(line)
  local now = drawn[vim.api.nvim_get_current_buf()]
  local head = now and now.heads[line]
  if not head then return line <= 2 and '0' or '=' end
  return head.level == 0 and '0' or '>' .. head.level
end

---@param window integer
local function dress(window)
  for option, value in pairs({
    foldmethod = 'expr', foldexpr = "v:lua.require'helix.answer'.fold(v:lnum)", foldtext = '', foldenable = true, foldlevel = 99,
    wrap = true, linebreak = true, breakindent = true, number = false, relativenumber = false, signcolumn = 'no', spell = false,
    conceallevel = 2, fillchars = 'fold: ,eob: ', winbar = '%#HelixHint# <CR> open  K show  <Tab> next  g? keys  q close',
  }) do
    vim.api.nvim_set_option_value(option, value, { win = window, scope = 'local' })
  end
end

--- Buffer options, maps and the autocommands that keep its marks true.
---@param bufnr integer
function M.set_up(bufnr)
  for group, link in pairs(looks) do vim.api.nvim_set_hl(0, group, { link = link, default = true }) end
  for option, value in pairs({ buftype = 'nofile', bufhidden = 'hide', swapfile = false, undolevels = -1, modifiable = false }) do
    vim.bo[bufnr][option] = value
  end
  if vim.bo[bufnr].filetype ~= 'markdown' then vim.bo[bufnr].filetype = 'markdown' end
  pcall(vim.treesitter.start, bufnr, 'markdown') -- 0.10 has the parser but does not start it; without one the text stays plain
  map(bufnr)
  local group = vim.api.nvim_create_augroup('helix.answer.' .. bufnr, {})
  vim.api.nvim_create_autocmd('BufWinEnter', { group = group, buffer = bufnr, callback = function() dress(vim.api.nvim_get_current_win()) end })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'CursorHold' }, { group = group, buffer = bufnr, callback = function() M.check(bufnr) end })
  vim.api.nvim_create_autocmd({ 'BufWritePost', 'TextChanged', 'InsertLeave', 'FileChangedShellPost' }, {
    group = group,
    callback = function(event)
      if event.buf ~= bufnr and vim.fn.bufwinid(bufnr) > 0 then M.check(bufnr, vim.api.nvim_buf_get_name(event.buf)) end
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group, buffer = bufnr,
    callback = function()
      drawn[bufnr] = nil
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
end

--- Show an answer in a window: the one that shows an answer already, else a new one.
---@param answer helix.Answer
function M.show(answer)
  local bufnr = M.buffer(answer)
  local window = vim.fn.bufwinid(bufnr)
  for _, other in ipairs(window > 0 and {} or vim.api.nvim_tabpage_list_wins(0)) do
    if vim.b[vim.api.nvim_win_get_buf(other)].helix_number then window = other end
  end
  if window > 0 then
    vim.api.nvim_set_current_win(window)
  else
    local split = require('helix.config').get().split
    if split ~= 'edit' then vim.cmd(split) end
  end
  vim.api.nvim_win_set_buf(0, bufnr)
  dress(vim.api.nvim_get_current_win())
  M.draw(answer)
end

---@param answer helix.Answer
---@return boolean
function M.visible(answer) return vim.fn.bufwinid(M.buffer(answer)) > 0 end

---@param bufnr integer
local function close_folds(bufnr)
  local window = vim.fn.bufwinid(bufnr)
  if window < 0 then return end
  vim.api.nvim_win_call(window, function()
    vim.cmd('normal! zx')
    for line, head in pairs(drawn[bufnr].heads) do
      if head.closed and vim.fn.foldlevel(line) > 0 and vim.fn.foldclosed(line) < 0 then vim.cmd(line .. 'foldclose') end
    end
  end)
end

--- Write what the answer is now into its buffer.
---@param answer helix.Answer
function M.draw(answer)
  local bufnr = M.buffer(answer)
  local window = vim.fn.bufwinid(bufnr)
  local now = render.draw(answer, window > 0 and vim.api.nvim_win_get_width(window) or nil)
  drawn[bufnr] = now
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, now.lines)
  vim.bo[bufnr].modifiable, vim.bo[bufnr].modified = false, false
  vim.api.nvim_buf_clear_namespace(bufnr, MARKS, 0, -1)
  if now.verdict then
    vim.api.nvim_buf_set_extmark(bufnr, MARKS, now.verdict.row, 0, { end_col = now.verdict.to, hl_group = now.verdict.group, priority = 200 })
  end
  for _, mark in ipairs(now.marks) do
    vim.api.nvim_buf_set_extmark(bufnr, MARKS, mark.row, mark.from, { end_col = mark.to, hl_group = 'HelixCitation', priority = 200 })
  end
  for _, row in ipairs(now.marked) do vim.api.nvim_buf_set_extmark(bufnr, MARKS, row, 0, { line_hl_group = 'HelixMarked' }) end
  for row, id in pairs(now.evidence) do
    local snippet = vim.trim((answer.cited[id] or ''):match('[^\r\n]*') or '')
    vim.api.nvim_buf_set_extmark(bufnr, MARKS, row, 0, { virt_text = { { snippet, 'HelixSnippet' } }, virt_text_pos = 'eol' })
  end
  close_folds(bufnr)
  M.check(bufnr)
end

local notes = { moved = { ' moved', 'HelixMoved' }, changed = { ' changed', 'HelixStale' }, gone = { ' gone', 'HelixStale' } }

--- Mark the citations whose bytes are not what was cited any more.
---@param bufnr integer
---@param only? string do nothing unless this file is cited
function M.check(bufnr, only)
  local answer, now = answer_of(bufnr), drawn[bufnr]
  if not answer or not answer.envelope or not now then return end
  if only then
    local cited = vim.iter(answer.envelope.citations):any(function(one) return citation.path(answer, one.range_ref) == only end)
    if not cited then return end
  end
  vim.api.nvim_buf_clear_namespace(bufnr, STATE, 0, -1)
  local standings = citation.standings(answer)
  for _, mark in ipairs(now.marks) do
    local note = notes[(standings[mark.id] or {}).state]
    if note then
      vim.api.nvim_buf_set_extmark(bufnr, STATE, mark.row, mark.to, { virt_text = { note }, virt_text_pos = 'inline' })
    end
  end
end

return M
