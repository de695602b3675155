--- Where a symbol is spoken of: the server's references, as a quickfix list.

local client = require('helix.client')

local M = {}

---@param bufnr integer
---@param symbol? string the first place of this word in the buffer is asked about, instead of the cursor's
function M.run(bufnr, symbol)
  client.with(bufnr, function(server)
    if not server.server_capabilities.referencesProvider then return client.say('this server does not offer mentions yet') end
    local document = client.document(bufnr)
    if not document then return client.say('mentions are looked up from a file; open one') end
    local place = vim.api.nvim_win_get_cursor(0)
    if symbol then
      local found = vim.fn.searchpos('\\V\\C' .. vim.fn.escape(symbol, '\\'), 'nw')
      if found[1] == 0 then return client.say(('`%s` does not stand in this file'):format(symbol)) end
      place = { found[1], found[2] - 1 }
    end
    local params = {
      textDocument = document, position = require('helix.ask').position(bufnr, place, server.offset_encoding),
      context = { includeDeclaration = true },
    }
    client.ask(server, 'textDocument/references', params, function(result)
      M.list(type(result) == 'table' and result or {}, server.offset_encoding, symbol or vim.fn.expand('<cword>'))
    end, bufnr)
  end)
end

---@param locations table[] Location[]
---@param encoding string
---@param name string
function M.list(locations, encoding, name)
  if #locations == 0 then return client.say(('nothing mentions `%s`'):format(name), vim.log.levels.INFO) end
  vim.fn.setqflist({}, ' ', { title = ('Helix: mentions of %s'):format(name), items = vim.lsp.util.locations_to_items(locations, encoding) })
  vim.cmd('botright copen')
end

return M
