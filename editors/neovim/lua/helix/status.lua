--- What the index holds, from `index-status.v1`, in a float: plain text, so that a path's own `*` and `_` stay what they are.

local client = require('helix.client')

local M = {}

---@param bytes integer
---@return string
local function size(bytes)
  return bytes < 1e6 and ('%.0f kB'):format(bytes / 1e3) or ('%.1f MB'):format(bytes / 1e6)
end

---@param status table index-status.v1
---@return string[]
function M.lines(status)
  local index = status.index
  local state = index.fresh and 'fresh' or ('%s: %s'):format(index.state, index.reason)
  local out = {
    status.root,
    '',
    ('index: generation %d, %s'):format(index.generation, state),
    ('%d files, %d definitions, %d units; %s facts, %s text'):format(
      status.files, status.definitions, status.units, size(status.bytes.sqlite), size(status.bytes.text)),
  }
  local languages = vim.tbl_map(function(one)
    return ('%s %d'):format(one.language ~= '' and one.language or 'other', one.files)
  end, status.languages)
  if #languages > 0 then out[#out + 1] = table.concat(languages, ', ') end
  if index.unsaved > 0 then
    out[#out + 1] = index.unsaved == 1 and '1 unsaved buffer is seen as it is' or ('%d unsaved buffers are seen as they are'):format(index.unsaved)
  end
  if not status.writable then out[#out + 1] = ('read only here: process %d writes this index'):format(status.writer) end
  for _, one in ipairs(status.skipped) do
    out[#out + 1] = ('left out: %d files, %s (%s)'):format(one.count, one.reason, table.concat(one.examples, ', '))
  end
  for _, problem in ipairs(status.problems) do out[#out + 1] = 'problem: ' .. problem end
  return out
end

---@param bufnr integer
function M.run(bufnr)
  client.announced('helix/status', bufnr, function(server)
    local params = { textDocument = client.document(bufnr) }
    client.ask(server, 'helix/status', next(params) and params or vim.empty_dict(), function(status)
      vim.lsp.util.open_floating_preview(M.lines(status), '', { focus_id = 'helix_status', border = 'rounded', title = ' Helix Ask ' })
    end)
  end)
end

return M
