--- Knowledge trees that this session's questions walk.

local client = require('helix.client')

local M = {}

local known = { 'clear' } ---@type string[] names that were pinned in this session, for completion

---@return string[]
function M.names() return known end

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
        if not vim.tbl_contains(known, id) then known[#known + 1] = id end
      end
      client.say(#lock.treeIds > 0 and ('pinned: %s'):format(table.concat(lock.treeIds, ', ')) or 'no tree is pinned', vim.log.levels.INFO)
    end)
  end)
end

return M
