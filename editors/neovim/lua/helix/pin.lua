--- Knowledge trees that this session's questions walk.

local client = require('helix.client')

local M = {}

local LIST, LONGEST_MS = 'helix/trees', 500
local met = {} ---@type string[] names that were pinned in this session, for a server that lists none

--- The trees of the project, for completion, which may not wait: a server that is busy for half a second gives those of this session.
---@param bufnr integer
---@return string[]
function M.names(bufnr)
  local names = { 'clear' }
  local server = client.running(bufnr)
  local answer = server and client.announces(server, LIST) and client.wait(server, LIST, { textDocument = client.document(bufnr) }, LONGEST_MS, bufnr)
  local listed = answer and vim.tbl_map(function(tree) return tree.id end, answer.trees) or {}
  for _, id in ipairs(vim.list_extend(listed, met)) do
    if not vim.tbl_contains(names, id) then names[#names + 1] = id end
  end
  return names
end

---@param bufnr integer
---@param words string[] tree ids, or `clear`, or nothing to look
function M.run(bufnr, words)
  client.announced('helix/graphLock', bufnr, function(server)
    local params = { sessionId = require('helix.config').get().session, textDocument = client.document(bufnr) }
    if #words == 1 and words[1] == 'clear' then
      params.action = 'clear'
    elseif #words > 0 then
      params.action, params.treeIds = 'pin', words
    else
      params.action = 'inspect'
    end
    client.ask(server, 'helix/graphLock', params, function(lock)
      for _, id in ipairs(lock.treeIds) do
        if not vim.tbl_contains(met, id) then met[#met + 1] = id end
      end
      client.say(#lock.treeIds > 0 and ('pinned: %s'):format(table.concat(lock.treeIds, ', ')) or 'no tree is pinned', vim.log.levels.INFO)
    end)
  end)
end

return M
