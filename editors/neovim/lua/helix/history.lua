--- The answers of this session, newest last. They live in memory only: an answer quotes the repository.

local M = {}

---@class helix.Answer
---@field number integer
---@field question string
---@field root string project that was asked
---@field params table of `helix/ask`, without the token
---@field state 'asking'|'answered'|'failed'|'cancelled'
---@field events string[] live events, in order
---@field envelope? table answer-envelope.v1
---@field failure? string
---@field cited table<integer, string> the cited bytes as they were when the answer came, by citation id
---@field token? string of its progress
---@field early? boolean it was asked again because the index was not whole the first time
---@field request? integer
---@field client? integer

local answers = {} ---@type helix.Answer[]
local numbered = 0

---@param question string
---@param root string
---@param params table
---@return helix.Answer
function M.add(question, root, params)
  numbered = numbered + 1
  local answer = { number = numbered, question = question, root = root, params = params, state = 'asking', events = {}, cited = {} }
  answers[#answers + 1] = answer
  while #answers > math.max(1, require('helix.config').get().history) do table.remove(answers, 1) end
  return answer
end

---@param number integer
---@return helix.Answer?
function M.get(number)
  for _, answer in ipairs(answers) do
    if answer.number == number then return answer end
  end
end

--- The answer of this buffer, else the last one.
---@param bufnr integer
---@return helix.Answer?
function M.current(bufnr)
  return M.get(vim.b[bufnr].helix_number or -1) or answers[#answers]
end

---@return helix.Answer[] newest first
function M.all()
  local out = {}
  for at = #answers, 1, -1 do out[#out + 1] = answers[at] end
  return out
end

--- Pick an earlier answer and show it again.
function M.pick()
  if #answers == 0 then return require('helix.client').say('nothing was asked yet', vim.log.levels.INFO) end
  vim.ui.select(M.all(), {
    prompt = 'Answers:',
    kind = 'helix_history',
    format_item = function(answer)
      local mode = answer.envelope and answer.envelope.mode or answer.state
      return ('%d  %s  (%s)'):format(answer.number, answer.question, mode)
    end,
  }, function(answer)
    if answer then require('helix.answer').show(answer) end
  end)
end

return M
