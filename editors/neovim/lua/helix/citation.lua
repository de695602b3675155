--- Cited places: are their bytes still what was cited, where are they now, show them, go there, list them.
---
--- A citation is good when the bytes at its offsets hash to its digest, in the live buffer where there is one and else in the
--- file. Where they do not, the cited bytes are looked for: one place that has them means the citation moved.

local render = require('helix.render')

local M = {}

local SHOWN = vim.api.nvim_create_namespace('helix.proof')
local GLOW_MS = 1500

---@class helix.Standing
---@field state 'good'|'moved'|'changed'|'gone'
---@field offset? integer 0-based byte of its beginning now
---@field text? string the whole document it was checked against

--- The bytes that a buffer would be saved as.
---@param bufnr integer
---@return string
local function buffer_text(bufnr)
  local option = vim.bo[bufnr]
  local ending = ({ dos = '\r\n', mac = '\r' })[option.fileformat] or '\n'
  local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), ending)
  if option.endofline or (option.fixendofline and not option.binary) then text = text .. ending end
  return option.bomb and '\239\187\191' .. text or text
end

---@param path string absolute
---@return string? text nil when the file is not there
local function text_of(path)
  local bufnr = vim.fn.bufnr('^' .. vim.fn.escape(path, '\\^$.*?/[]{},') .. '$')
  if bufnr < 0 then bufnr = vim.fn.bufnr(path) end
  if bufnr > 0 and vim.api.nvim_buf_is_loaded(bufnr) and vim.api.nvim_buf_get_name(bufnr) == path then return buffer_text(bufnr) end
  local file = io.open(path, 'rb')
  if not file then return nil end
  local text = file:read('*a')
  file:close()
  return text
end

---@param answer helix.Answer
---@param ref table range-ref.v1
---@return string absolute path
function M.path(answer, ref) return require('helix.client').absolute(answer.root, ref.path) end

--- Remember the cited bytes of an answer that has just come.
---@param answer helix.Answer
function M.keep(answer)
  answer.cited = {}
  local texts = {}
  for _, citation in ipairs(answer.envelope.citations) do
    local ref = citation.range_ref
    local path = M.path(answer, ref)
    texts[path] = texts[path] or text_of(path) or ''
    local bytes = texts[path]:sub(ref.start_byte + 1, ref.end_byte)
    if vim.fn.sha256(bytes) == ref.content_sha256 then answer.cited[citation.id] = bytes end
  end
end

---@param ref table
---@param text string?
---@param cited string?
---@return helix.Standing
local function standing(ref, text, cited)
  if not text then return { state = 'gone' } end
  if vim.fn.sha256(text:sub(ref.start_byte + 1, ref.end_byte)) == ref.content_sha256 then
    return { state = 'good', offset = ref.start_byte, text = text }
  end
  local at = cited and text:find(cited, 1, true)
  if at and not text:find(cited, at + 1, true) then return { state = 'moved', offset = at - 1, text = text } end
  return { state = 'changed', text = text }
end

--- How each citation of an answer stands now, by id.
---@param answer helix.Answer
---@return table<integer, helix.Standing>
function M.standings(answer)
  local out, texts = {}, {}
  for _, citation in ipairs(answer.envelope and answer.envelope.citations or {}) do
    local path = M.path(answer, citation.range_ref)
    if texts[path] == nil then texts[path] = text_of(path) or false end
    out[citation.id] = standing(citation.range_ref, texts[path] or nil, answer.cited[citation.id])
  end
  return out
end

--- Where a citation begins now: 1-based line, 0-based byte column. One that changed: its old line.
---@param ref table
---@param now helix.Standing
---@return integer line
---@return integer column
local function begins(ref, now)
  if not now.offset then return ref.start_line, 0 end
  local before = now.text:sub(1, now.offset):gsub('\r\n', '\n'):gsub('\r', '\n')
  local _, lines = before:gsub('\n', '')
  return lines + 1, #before:match('[^\n]*$')
end

---@param answer helix.Answer
---@param id integer
---@return table? ref
---@return helix.Standing now
local function look(answer, id)
  local ref = render.citation(answer.envelope, id)
  if not ref then return nil, { state = 'gone' } end
  return ref, standing(ref, text_of(M.path(answer, ref)), answer.cited[id])
end

--- A window for files: not the answer's, not a float; a new one where there is none.
local function file_window()
  local last = vim.fn.win_getid(vim.fn.winnr('#'))
  for _, window in ipairs({ last, unpack(vim.api.nvim_tabpage_list_wins(0)) }) do
    if window ~= 0 and vim.api.nvim_win_get_config(window).relative == '' then
      if vim.bo[vim.api.nvim_win_get_buf(window)].buftype == '' then return window end
    end
  end
  vim.cmd('topleft vsplit')
  return vim.api.nvim_get_current_win()
end

---@param bufnr integer
---@param line integer 1-based
---@param column integer
---@param bytes string
local function glow(bufnr, line, column, bytes)
  local _, more = bytes:gsub('\n', '')
  local last = more == 0 and column + #bytes or #bytes:match('[^\n]*$')
  local row = math.min(line - 1 + more, vim.api.nvim_buf_line_count(bufnr) - 1)
  pcall(vim.api.nvim_buf_set_extmark, bufnr, SHOWN, line - 1, column, { end_row = row, end_col = last, hl_group = 'HelixProof' })
  vim.defer_fn(function()
    if vim.api.nvim_buf_is_valid(bufnr) then vim.api.nvim_buf_clear_namespace(bufnr, SHOWN, 0, -1) end
  end, GLOW_MS)
end

--- Open the file of a citation at its first byte; the cited bytes are lit for a moment.
---@param answer helix.Answer
---@param id integer
function M.jump(answer, id)
  local ref, now = look(answer, id)
  if not ref then return end
  local path = M.path(answer, ref)
  if now.state == 'gone' then return require('helix.client').say(('%s is not there any more'):format(ref.path)) end
  vim.api.nvim_set_current_win(file_window())
  vim.cmd("normal! m'")
  local bufnr = vim.fn.bufadd(vim.fn.fnamemodify(path, ':.'))
  vim.bo[bufnr].buflisted = true
  vim.api.nvim_win_set_buf(0, bufnr)
  local line, column = begins(ref, now)
  vim.api.nvim_win_set_cursor(0, { math.min(line, vim.api.nvim_buf_line_count(bufnr)), column })
  vim.cmd('normal! zvzz')
  if now.offset and answer.cited[id] then glow(bufnr, line, column, answer.cited[id]) end
  if now.state == 'changed' then require('helix.client').say(('%s changed since it was cited'):format(render.place(ref))) end
end

local words = { good = 'as cited', moved = 'moved', changed = 'changed since', gone = 'not there any more' }

--- Show the cited lines in a float.
---@param answer helix.Answer
---@param id integer
function M.peek(answer, id)
  local ref, now = look(answer, id)
  if not ref then return end
  local shown = answer.cited[id] or '(the cited bytes are not known here)'
  if now.state == 'good' or now.state == 'moved' then
    local from = now.text:sub(1, now.offset):find('[^\n]*$') -- from the beginning of its line
    shown = now.text:sub(from, now.offset) .. shown
  end
  local language = vim.filetype.match({ filename = ref.path }) or ''
  local fence = ('`'):rep(math.max(3, #(shown:match('`+') or '') + 1))
  local lines = { fence .. language }
  vim.list_extend(lines, vim.split((shown:gsub('\r\n', '\n')), '\n', { plain = true }))
  lines[#lines + 1] = fence
  local title = (' %s, %s '):format(render.place(ref), words[now.state])
  local width = #title
  for _, line in ipairs(lines) do width = math.max(width, vim.fn.strdisplaywidth(line)) end
  vim.lsp.util.open_floating_preview(lines, 'markdown', {
    focus_id = 'helix_proof', border = 'rounded', width = math.min(width, 100, vim.o.columns - 4), max_height = 24, title = title,
  })
end

--- All citations of an answer as list entries.
---@param answer helix.Answer
---@return table[]
function M.items(answer)
  local now, out = M.standings(answer), {}
  for _, citation in ipairs(answer.envelope and answer.envelope.citations or {}) do
    local ref, one = citation.range_ref, now[citation.id]
    local line, column = begins(ref, one)
    local text = vim.trim((answer.cited[citation.id] or ''):match('[^\r\n]*') or '')
    local note = one.state == 'good' and '' or (' (%s)'):format(words[one.state])
    out[#out + 1] = {
      filename = M.path(answer, ref), lnum = line, col = column + 1, end_lnum = line + ref.end_line - ref.start_line,
      text = ('[%d]%s %s'):format(citation.id, note, text),
    }
  end
  return out
end

return M
