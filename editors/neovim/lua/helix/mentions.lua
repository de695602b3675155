--- Where a symbol is spoken of: the documents that mention it, as a quickfix list; from a server without `helix/mentions` its references.

local client = require('helix.client')

local M = {}

local METHOD = 'helix/mentions'

---@param bufnr integer
---@param symbol? string asked about instead of what stands under the cursor
function M.run(bufnr, symbol)
  client.with(bufnr, function(server)
    local offered = client.announces(server, METHOD)
    if not offered and not server.server_capabilities.referencesProvider then return client.say('this server does not offer mentions yet') end
    local document = client.document(bufnr)
    if not document then return client.say('mentions are looked up from a file; open one') end
    local name = symbol or vim.fn.expand('<cword>')
    local params = { textDocument = document }
    if offered and symbol then
      params.symbol = symbol
    else
      local place = vim.api.nvim_win_get_cursor(0)
      if symbol then
        local found = vim.fn.searchpos('\\V\\C' .. vim.fn.escape(symbol, '\\'), 'nw')
        if found[1] == 0 then return client.say(('`%s` does not stand in this file'):format(symbol)) end
        place = { found[1], found[2] - 1 }
      end
      params.position = require('helix.ask').position(bufnr, place, server.offset_encoding)
    end
    if offered then
      client.ask(server, METHOD, params, function(result) M.list(M.items(result, server.offset_encoding), name) end, bufnr)
    else
      params.context = { includeDeclaration = true }
      client.ask(server, 'textDocument/references', params, function(result)
        M.list(vim.lsp.util.locations_to_items(type(result) == 'table' and result or {}, server.offset_encoding), name)
      end, bufnr)
    end
  end)
end

--- Entries of a quickfix list; the text is the section and what is written, not the whole line.
---@param result any result of `helix/mentions`
---@param encoding string
---@return table[]
function M.items(result, encoding)
  local mentions = type(result) == 'table' and result.mentions or {}
  local items = vim.lsp.util.locations_to_items(mentions, encoding)
  local sections = {}
  for _, mention in ipairs(mentions) do
    sections[('%s:%d:%d'):format(vim.uri_to_fname(mention.uri), mention.range.start.line, mention.range.start.character)] = mention.section
  end
  for _, item in ipairs(items) do
    local start = item.user_data and item.user_data.range.start or { line = item.lnum - 1, character = item.col - 1 }
    local section = sections[('%s:%d:%d'):format(item.filename, start.line, start.character)]
    if section and section ~= '' then item.text = ('%s: %s'):format(section, vim.trim(item.text)) end
  end
  return items
end

---@param items table[] entries of a quickfix list
---@param name string
function M.list(items, name)
  if #items == 0 then return client.say(('nothing mentions `%s`'):format(name), vim.log.levels.INFO) end
  vim.fn.setqflist({}, ' ', { title = ('Helix: mentions of %s'):format(name), items = items })
  vim.cmd('botright copen')
end

return M
