--- Live events: what the server reports under `$/progress`, for the status line and for an answer that is being made.
--- Neovim's own `LspProgress` event goes on as ever, so a progress plugin shows the same without our help.

local M = {}

local shown = {} ---@type table<string, { client: integer, text: string }> newest line of each running token
local order = {} ---@type string[] tokens, oldest first

---@param token string
local function forget(token)
  shown[token] = nil
  order = vim.tbl_filter(function(one) return one ~= token end, order)
end

--- One `LspProgress` event; events of other servers are let be.
---@param data { client_id: integer, params: { token: string|integer, value: table } }
function M.heard(data)
  local client = vim.lsp.get_client_by_id(data.client_id)
  if not client or client.name ~= 'helix_ask' or type(data.params.value) ~= 'table' then return end
  local token, value = tostring(data.params.token), data.params.value
  if value.kind == 'end' then
    forget(token)
    require('helix.waiting').again()
  else
    local text = (value.message or value.title or ''):gsub('^Helix Ask:? ?', '')
    if text == '' then text = 'working' end
    if value.percentage then text = ('%s %d%%'):format(text, value.percentage) end
    if not shown[token] then order[#order + 1] = token end
    shown[token] = { client = data.client_id, text = text }
    if value.kind == 'report' and value.message then require('helix.ask').live(token, text) end
  end
  vim.cmd.redrawstatus()
end

--- A server ended: nothing of it runs any more.
---@param client_id integer
function M.gone(client_id)
  for token, one in pairs(shown) do
    if one.client == client_id then forget(token) end
  end
end

--- For a status line: what the server does just now, empty when it waits.
---@return string
function M.line()
  local newest = shown[order[#order]]
  return newest and 'Helix: ' .. newest.text or ''
end

return M
