--- Documentation that the code no longer backs: the server's diagnostics, as a list. The diagnostics themselves are shown by
--- Neovim as those of any server.

local client = require('helix.client')

local M = {}

local KINDS = { 'E', 'W', 'I', 'N' }

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

---@param bufnr integer
---@param all boolean every document of the project
function M.run(bufnr, all)
  client.with(bufnr, function(server)
    local offered = server.server_capabilities.diagnosticProvider
    if not offered or (all and not offered.workspaceDiagnostics) then
      return client.say(all and 'this server does not offer a check of all documents yet' or 'this server does not offer a check yet')
    end
    local encoding = server.offset_encoding
    if all then
      return client.ask(server, 'workspace/diagnostic', { previousResultIds = {} }, function(result)
        local found = {}
        for _, report in ipairs(result.items) do vim.list_extend(found, items(report.uri, report.items or {}, encoding)) end
        show(found, true)
      end)
    end
    local document = client.document(bufnr)
    if not document then return client.say('open the document that is to be checked, or use :Helix! check') end
    client.ask(server, 'textDocument/diagnostic', { textDocument = document }, function(result)
      show(items(document.uri, result.items or {}, encoding), false)
    end, bufnr)
  end)
end

return M
