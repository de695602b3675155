--- A question on its way: sent, heard of, cancelled, answered, given back for the user to choose, or lost with its server.

local client = require('helix.client')
local history = require('helix.history')

local M = {}

local METHOD = 'helix/ask'
local READY_EVERY_MS, READY_TRIES = 500, 1200
local asking = {} ---@type table<string, helix.Answer> by progress token

---@class helix.AskOptions
---@field bufnr? integer buffer the question is asked from; default: the current one
---@field position? { [1]: integer, [2]: integer } (1,0)-indexed place in it, for "here" and "this"
---@field verbosity? 'brief'|'normal'|'extended'
---@field slots? string[] what the answer must speak of

local send ---@type fun(answer: helix.Answer, server: vim.lsp.Client)

---@param answer helix.Answer
local function settled(answer)
  if answer.token then asking[answer.token] = nil end
  answer.request, answer.token = nil, nil
end

---@param answer helix.Answer
---@param err table?
---@param envelope table?
local function answered(answer, err, envelope)
  if answer.state ~= 'asking' then return end
  settled(answer)
  if err then
    answer.state, answer.failure = 'failed', err.message or vim.inspect(err)
  else
    answer.state, answer.envelope = 'answered', envelope
    require('helix.citation').keep(answer)
  end
  require('helix.answer').draw(answer)
  if not envelope then return end
  if type(envelope.clarify) == 'table' then
    -- the answer to a question that asked itself again must not open a prompt under the user's fingers
    local looking = vim.api.nvim_get_current_buf() == require('helix.answer').buffer(answer) and vim.api.nvim_get_mode().mode == 'n'
    if looking or not answer.early then M.clarify(answer) end
  elseif not envelope.index.fresh and not answer.early and not answer.params.clarify then
    M.when_ready(answer, 1)
  end
end

--- The index was not whole when this was answered: ask once more when it is, unless the answer was put away meanwhile.
---@param answer helix.Answer
---@param try integer
function M.when_ready(answer, try)
  local server = answer.client and vim.lsp.get_client_by_id(answer.client)
  if not server or not client.announces(server, 'helix/status') then return end
  local function later()
    if try < READY_TRIES then vim.defer_fn(function() M.when_ready(answer, try + 1) end, READY_EVERY_MS) end
  end
  local params = answer.params.textDocument and { textDocument = answer.params.textDocument } or vim.empty_dict()
  client.request(server, 'helix/status', params, function(_, status)
    if answer.state ~= 'answered' or not require('helix.answer').visible(answer) then return end
    if not status or not status.index.fresh then return later() end
    answer.early = true
    send(answer, server)
  end)
end

--- Send what the answer's params say; its earlier result is replaced when the new one is there.
---@param answer helix.Answer
---@param server vim.lsp.Client
function send(answer, server)
  answer.state, answer.events = 'asking', {}
  answer.token = ('helix-ask-%d-%d'):format(vim.uv.os_getpid(), vim.uv.hrtime())
  answer.client = server.id
  asking[answer.token] = answer
  require('helix.answer').draw(answer)
  local params = vim.tbl_extend('force', answer.params, { workDoneToken = answer.token })
  answer.request = client.request(server, METHOD, params, function(err, result) answered(answer, err, result) end)
  if not answer.request then answered(answer, { message = 'the server is not there any more; ask again' }) end
end

--- Ask again with some params changed, in the same answer.
---@param answer helix.Answer
---@param change table
function M.again(answer, change)
  local bufnr = require('helix.answer').buffer(answer)
  client.announced(METHOD, bufnr, function(server)
    answer.params = vim.tbl_extend('force', answer.params, change)
    send(answer, server)
  end)
end

--- Ask with params as `helix/ask` takes them, and show the answer. The buffer opens at once; a server may have to start first.
---@param params table with `question`
---@param bufnr integer
---@param place? { [1]: integer, [2]: integer } (1,0)-indexed, becomes the position
function M.ask_with(params, bufnr, place)
  local root = client.project(bufnr)
  if not root or not require('helix.server').find() then return client.with(bufnr, function() end) end
  params = vim.tbl_extend('keep', params, { sessionId = require('helix.config').get().session })
  local answer = history.add(params.question, root, params)
  require('helix.answer').show(answer)
  client.announced(METHOD, bufnr, function(server)
    if answer.state ~= 'asking' then return end
    if place and params.textDocument then params.position = M.position(bufnr, place, server.offset_encoding) end
    send(answer, server)
  end, function(text) answered(answer, { message = text }) end)
end

--- Ask a question and show its answer.
---@param question string
---@param options? helix.AskOptions
function M.ask(question, options)
  options = options or {}
  question = vim.trim(question)
  if question == '' then return end
  local bufnr = options.bufnr or vim.api.nvim_get_current_buf()
  local params = { question = question, verbosity = options.verbosity, slots = options.slots, textDocument = client.document(bufnr) }
  M.ask_with(params, bufnr, options.position)
end

---@param text string
---@param encoding string
---@return integer length of the text as the server counts it
function M.units(text, encoding)
  if vim.fn.has('nvim-0.11') == 1 then return vim.str_utfindex(text, encoding) end
  local wide, units = vim.str_utfindex(text)
  return encoding == 'utf-16' and units or wide
end

---@param bufnr integer
---@param place { [1]: integer, [2]: integer } (1,0)-indexed, column in bytes
---@param encoding string
---@return table Position
function M.position(bufnr, place, encoding)
  local line = vim.api.nvim_buf_get_lines(bufnr, place[1] - 1, place[1], false)[1] or ''
  local column = math.min(place[2], #line)
  if encoding ~= 'utf-8' then
    column = M.units(line:sub(1, column), encoding)
  end
  return { line = place[1] - 1, character = column }
end

--- Ask for the question with `vim.ui.input`.
---@param options? helix.AskOptions
---@param prompt? string
---@param default? string
function M.prompt(options, prompt, default)
  options = options or {}
  options.bufnr = options.bufnr or vim.api.nvim_get_current_buf()
  vim.ui.input({ prompt = prompt or 'Ask: ', default = default }, function(question)
    if question then M.ask(question, options) end
  end)
end

--- One live event of a question that is being answered.
---@param token string
---@param text string
function M.live(token, text)
  local answer = asking[token]
  if not answer then return end
  answer.events[#answer.events + 1] = text
  require('helix.answer').draw(answer)
end

--- Let the user pick one of the meanings; without a choice the answer buffer keeps them, numbered.
---@param answer helix.Answer
function M.clarify(answer)
  local clarify = answer.envelope.clarify
  vim.cmd.redraw() -- Neovim's own prompt blocks: what it is about must stand in the buffer before
  vim.ui.select(clarify.options, {
    prompt = require('helix.render').plain(clarify.asks),
    kind = 'helix_clarify',
    format_item = function(option) return require('helix.render').option(answer.envelope, option) end,
  }, function(option)
    if option then M.pick(answer, option) end
  end)
end

---@param answer helix.Answer
---@param option table
function M.pick(answer, option)
  M.again(answer, { clarify = { token = answer.envelope.clarify.token, optionId = option.id } })
end

--- Cancel the question of this buffer, else every one that is being answered.
---@param bufnr integer
function M.cancel(bufnr)
  local only = history.get(vim.b[bufnr].helix_number or -1)
  local any = false
  for _, answer in ipairs(history.all()) do
    if answer.state == 'asking' and (not only or only == answer) then
      any = true
      M.drop(answer)
    end
  end
  if not any then client.say('nothing is being asked', vim.log.levels.INFO) end
end

---@param answer helix.Answer
function M.drop(answer)
  local server = answer.client and vim.lsp.get_client_by_id(answer.client)
  local request = answer.request
  settled(answer)
  answer.state = 'cancelled'
  if server and request then client.cancel(server, request) end
  require('helix.answer').draw(answer)
end

--- A server ended: what it was asked will not be answered.
---@param client_id integer
function M.server_ended(client_id)
  for _, answer in ipairs(vim.tbl_values(asking)) do
    if answer.client == client_id then answered(answer, { message = 'the server ended before it answered; ask again' }) end
  end
end

return M
