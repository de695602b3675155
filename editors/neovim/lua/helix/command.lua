--- `:Helix <subcommand>`: the table of subcommands, their completion, and what `:help :Helix` says of them.

local M = {}

---@class helix.Subcommand
---@field args string shown after the name in the help
---@field help string one or two sentences
---@field run fun(words: string[], call: table, bufnr: integer)
---@field complete? fun(bufnr: integer): string[]

--- The text of a visual selection or of a range of lines, nil without one.
---@param call table
---@return string?
---@return integer[]? place (1,0)-indexed
local function selection(call)
  if call.range == 0 then return nil end
  local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  if from[2] == call.line1 and to[2] == call.line2 and from[2] > 0 then
    local lines = vim.fn.getregion(from, to, { type = vim.fn.visualmode() })
    return vim.trim(table.concat(lines, '\n')), { from[2], from[3] - 1 }
  end
  return vim.trim(table.concat(vim.api.nvim_buf_get_lines(0, call.line1 - 1, call.line2, false), '\n')), { call.line1, 0 }
end

---@param words string[]
---@param call table
---@param bufnr integer
local function about(words, call, bufnr)
  local text, place = selection(call)
  place = place or vim.api.nvim_win_get_cursor(0)
  local options = { bufnr = bufnr, position = place }
  local ask = require('helix.ask')
  if #words > 0 then return ask.ask(table.concat(words, ' '), options) end
  text = text or vim.fn.expand('<cword>')
  if text == '' then return ask.prompt(options, 'Ask about this place: ') end
  if text:find('\n') or #text > 80 then return ask.prompt(options, 'Ask about the selection: ') end
  ask.ask(('what does `%s` do?'):format(text), options)
end

--- Show cited places as a list.
---@param bufnr integer
---@param fill fun(what: table)
---@param open string
local function list(bufnr, fill, open)
  local answer = require('helix.history').current(bufnr)
  local items = answer and require('helix.citation').items(answer) or {}
  if #items == 0 then return require('helix.client').say('there is no answer with citations yet', vim.log.levels.INFO) end
  fill({ title = 'Helix: ' .. answer.question, items = items })
  vim.cmd(open)
end

---@type table<string, helix.Subcommand>
M.subcommands = {
  ask = {
    args = '[question]',
    help = 'Ask a question about the project of this file, or of the current folder. Without words it asks for them. '
      .. 'When the question can mean two things you are asked which one, each with the place that speaks for it.',
    run = function(words, _, bufnr)
      local ask = require('helix.ask')
      local options = { bufnr = bufnr } -- no position: a free question is not about the place where the cursor happens to be
      if #words == 0 then return ask.prompt(options) end
      ask.ask(table.concat(words, ' '), options)
    end,
  },
  about = {
    args = '[question]',
    help = 'Ask about the word under the cursor, or about the selection; with words, that question about this place.',
    run = about,
  },
  explain = {
    args = '',
    help = 'Show how the last answer (or the one of this buffer) was made: every rung with its time, its gates and what it found.',
    run = function(_, _, bufnr) require('helix.explain').run(bufnr) end,
  },
  mentions = {
    args = '[symbol]',
    help = 'List where documents and code speak of the symbol under the cursor, in the quickfix list.',
    run = function(words, _, bufnr) require('helix.mentions').run(bufnr, words[1]) end,
  },
  check = {
    args = '',
    help = 'Check the documentation: list what this document says that the code no longer backs; with `!` all documents.',
    run = function(_, call, bufnr) require('helix.check').run(bufnr, call.bang) end,
  },
  claims = {
    args = '',
    help = 'Hold this document against the code and show the verdicts; with `!` the paragraph at the cursor, with a range the one at its first line.',
    run = function(_, call, bufnr) require('helix.check').claims(bufnr, call.range > 0 and call.line1 or call.bang and vim.fn.line('.') or nil) end,
  },
  status = {
    args = '',
    help = 'Show what the index of this project holds and how fresh it is.',
    run = function(_, _, bufnr) require('helix.status').run(bufnr) end,
  },
  pin = {
    args = '[tree ... | clear]',
    help = 'Pin knowledge trees, so that the next questions walk them; without a name show what is pinned; `clear` lets go. Names complete.',
    run = function(words, _, bufnr) require('helix.pin').run(bufnr, words) end,
    complete = function() return require('helix.pin').names(vim.api.nvim_get_current_buf()) end,
  },
  cancel = {
    args = '',
    help = 'Cancel the question of this answer buffer; elsewhere every question that is being answered.',
    run = function(_, _, bufnr) require('helix.ask').cancel(bufnr) end,
  },
  history = {
    args = '',
    help = 'Pick one of the answers of this session and show it again.',
    run = function() require('helix.history').pick() end,
  },
  quickfix = {
    args = '',
    help = 'All cited places of the answer in the quickfix list.',
    run = function(_, _, bufnr) list(bufnr, function(what) vim.fn.setqflist({}, ' ', what) end, 'botright copen') end,
  },
  loclist = {
    args = '',
    help = 'All cited places of the answer in the location list of this window.',
    run = function(_, _, bufnr) list(bufnr, function(what) vim.fn.setloclist(0, {}, ' ', what) end, 'lopen') end,
  },
  restart = {
    args = '',
    help = 'Stop the server and start it again.',
    run = function() require('helix.server').restart() end,
  },
}

---@return string[]
local function names()
  local out = vim.tbl_keys(M.subcommands)
  table.sort(out)
  return out
end

---@param call table what `nvim_create_user_command` hands over
function M.run(call)
  local bufnr = vim.api.nvim_get_current_buf()
  local name = call.fargs[1]
  if not name then
    name = 'ask'
  end
  local found = M.subcommands[name]
  if not found then
    return require('helix.client').say(('there is no `:Helix %s`; there are %s'):format(name, table.concat(names(), ', ')))
  end
  found.run(vim.list_slice(call.fargs, 2), call, bufnr)
end

---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local words = vim.split(line:gsub("^.-Helix!?%s+", '', 1), '%s+')
  local found = #words > 1 and M.subcommands[words[1]]
  local offered = #words <= 1 and names() or (found and found.complete and found.complete(vim.api.nvim_get_current_buf()) or {})
  return vim.tbl_filter(function(one) return vim.startswith(one, lead) end, offered)
end

return M
