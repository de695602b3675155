--- Documentation that the code no longer backs: the server's diagnostics, as a list. The diagnostics themselves are shown by
--- Neovim as those of any server.

local client = require('helix.client')

local M = {}

local KINDS = { 'E', 'W', 'I', 'N' }
local CLAIMS = 'helixAsk.checkClaims'
local NOT_NOW = -32802
local POLL_MS, POLLS = 500, 240

---@param uri string
---@param diagnostics table[]
---@param encoding string
---@return table[]
local function items(uri, diagnostics, encoding)
  local out = {}
  for _, one in ipairs(diagnostics) do
    local item = vim.lsp.util.locations_to_items({ { uri = uri, range = one.range } }, encoding)[1]
    item.text, item.type = (one.message:gsub('\n', ' ')), KINDS[one.severity or 2]
    out[#out + 1] = item
  end
  return out
end

---@param found table[]
---@param all boolean
local function show(found, all)
  if #found == 0 then return client.say('nothing stale was found', vim.log.levels.INFO) end
  local what = { title = 'Helix: stale documentation', items = found }
  if all then vim.fn.setqflist({}, ' ', what) else vim.fn.setloclist(0, {}, ' ', what) end
  vim.cmd(all and 'botright copen' or 'lopen')
end

--- Ask until the server has compared the documents with the history; it says so by -32802, or by a document's report without an id.
---@param server vim.lsp.Client
---@param method string
---@param params table
---@param done fun(result: any)
local function ask(server, method, params, done, tries)
  tries = tries or 0
  local function again()
    if tries == 0 then client.say('reading the history; the check follows', vim.log.levels.INFO) end
    if tries >= POLLS then return client.say('not checked: not yet, or left out of the index; :Helix status says which') end
    vim.defer_fn(function() ask(server, method, params, done, tries + 1) end, POLL_MS)
  end
  client.request(server, method, params, function(err, result)
    if err and err.code == NOT_NOW then return again() end
    if err then return client.say(err.message or vim.inspect(err), vim.log.levels.ERROR) end
    if result and result.kind == 'full' and not result.resultId then return again() end
    done(result)
  end)
end

---@param bufnr integer
---@param all boolean every document of the project
function M.run(bufnr, all)
  client.with(bufnr, function(server)
    if not server.server_capabilities.diagnosticProvider then return client.say('this server does not offer a check yet') end
    local encoding = server.offset_encoding
    if all then
      return ask(server, 'workspace/diagnostic', { previousResultIds = {} }, function(result)
        local found = {}
        for _, report in ipairs(result.items) do vim.list_extend(found, items(report.uri, report.items or {}, encoding)) end
        show(found, true)
      end)
    end
    local document = client.document(bufnr)
    if not document then return client.say('open the document that is to be checked, or use :Helix! check') end
    ask(server, 'textDocument/diagnostic', { textDocument = document }, function(result)
      show(items(document.uri, result.items or {}, encoding), false)
    end)
  end)
end

--- The verdict of the code on what a document says; the server shows the page.
---@param bufnr integer
---@param line? integer from 1: only the paragraph there
function M.claims(bufnr, line)
  local document = client.document(bufnr)
  if not document then return client.say('open the document that is to be checked') end
  client.with(bufnr, function(server)
    local offered = vim.tbl_get(server.server_capabilities, 'executeCommandProvider', 'commands') or {}
    if not vim.tbl_contains(offered, CLAIMS) then return client.say('this server does not offer a check of claims') end
    local place = { textDocument = document, position = line and { line = line - 1, character = 0 } or nil }
    client.request(server, 'workspace/executeCommand', { command = CLAIMS, arguments = { place } }, function(err)
      if err then client.say(err.message or vim.inspect(err), vim.log.levels.ERROR) end
    end)
  end)
end

return M
