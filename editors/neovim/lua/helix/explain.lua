--- How an answer was made: its trace, from `helix/explain` where that is the answer meant, else by asking once more with `debug`.

local client = require('helix.client')

local M = {}

local METHOD = 'helix/explain'

---@param answer helix.Answer
local function show(answer)
  require('helix.answer').draw(answer)
  if vim.fn.search('^## Trace', 'w') > 0 then vim.cmd('normal! zt') end -- the whole of it, as far as the window goes
end

---@param bufnr integer
function M.run(bufnr)
  local answer = require('helix.history').current(bufnr)
  if not answer or answer.state ~= 'answered' then
    return client.say('there is no answer to explain yet; :Helix ask', vim.log.levels.INFO)
  end
  require('helix.answer').show(answer)
  if answer.envelope.trace then return show(answer) end
  local here = require('helix.answer').buffer(answer)
  client.with(here, function(server)
    if not client.announces(server, METHOD) then return require('helix.ask').again(answer, { debug = true }) end
    local params = { sessionId = answer.params.sessionId, textDocument = answer.params.textDocument }
    client.request(server, METHOD, params, function(err, envelope)
      local same = not err and envelope.question == answer.envelope.question and envelope.answer == answer.envelope.answer
      if not same then return require('helix.ask').again(answer, { debug = true }) end
      answer.envelope.trace = envelope.trace
      show(answer)
    end)
  end)
end

return M
