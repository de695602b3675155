--- `:checkhealth helix`

local M = {}

---@param health table
local function editor(health)
  health.start('Neovim')
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok(('%s: vim.lsp.enable("helix_ask")'):format(tostring(vim.version())))
  elseif vim.fn.has('nvim-0.10') == 1 then
    health.warn(('%s has no vim.lsp.enable'):format(tostring(vim.version())), { 'put `require("helix").enable()` into init.lua' })
  else
    health.error(('%s is too old'):format(tostring(vim.version())), { 'Neovim 0.11 or newer; 0.10 works too' })
  end
  local enabled = vim.lsp.is_enabled and vim.lsp.is_enabled('helix_ask')
  if enabled == false then health.warn('the server is not enabled', { 'put `vim.lsp.enable("helix_ask")` into init.lua' }) end
end

---@param health table
local function settings(health)
  health.start('Settings')
  local problems = require('helix.config').problems()
  for _, problem in ipairs(problems) do health.warn(problem) end
  if #problems == 0 then health.ok('nothing wrong with them') end
end

---@param health table
local function program(health)
  health.start('Server')
  local command, where = require('helix.server').find()
  if not command then
    return health.error(where, { 'install it where your editor finds programs, or name it: :help helix-setup' })
  end
  local ok, done = pcall(function() return vim.system({ command[1], '--version' }, { text = true, timeout = 10000 }):wait() end)
  local said = ok and vim.trim((done.stdout or '') .. (done.stderr or '')):match('[^\n]*') or tostring(done)
  if ok and done.code == 0 then
    health.ok(('%s (%s, from %s)'):format(table.concat(command, ' '), said, where))
  elseif ok and #command > 1 then
    health.info(('%s (from %s)'):format(table.concat(command, ' '), where))
  else
    health.error(('%s does not run: %s'):format(command[1], said))
  end
end

---@param health table
---@param client vim.lsp.Client
local function session(health, client)
  local ours = vim.tbl_get(client.server_capabilities or {}, 'experimental', 'helix') or {}
  health.ok(('%s: process for %s, positions in %s'):format(client.name, client.config.root_dir, client.offset_encoding))
  local problem = require('helix.server').mismatch(client)
  if problem then health.error(problem) end
  health.info('methods: ' .. table.concat(ours.methods or {}, ', '))
  local params = { textDocument = { uri = vim.uri_from_fname(client.config.root_dir .. '/helix.toml') } }
  local reply
  require('helix.client').request(client, 'helix/status', params, function(err, result) reply = { err = err, result = result } end)
  vim.wait(5000, function() return reply ~= nil end, 20)
  if not reply or reply.err then return health.warn('no status within five seconds: ' .. vim.inspect(reply and reply.err)) end
  for at, line in ipairs(require('helix.status').lines(reply.result)) do
    if at > 2 then health.info(line) end
  end
end

function M.check()
  local health = vim.health
  editor(health)
  settings(health)
  program(health)
  health.start('Sessions')
  local clients = vim.lsp.get_clients({ name = 'helix_ask' })
  if #clients == 0 then health.info('no server runs; open a file of a project, or `:Helix ask`') end
  for _, client in ipairs(clients) do session(health, client) end
end

return M
