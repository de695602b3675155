--- Finds the server, starts it, and starts it again when it died. One process for each project.
---
--- Only a program that the user named, or that stands in an absolute folder of the user's own search path, is ever started;
--- nothing of the project decides it.

local config = require('helix.config')

local M = {}

M.NAME = 'helix_ask'
M.PROTOCOL = 1
M.ENVELOPE = 1
local MINUTE = 60

local modern = vim.fn.has('nvim-0.11') == 1
local windows = vim.fn.has('win32') == 1
local deaths = {} ---@type table<string, integer[]> seconds at which a project's server died
local waiting = {} ---@type table<string, integer[]> buffers that a restart will attach, by root
local told = {} ---@type table<string, boolean>

--- Say something once in this session.
---@param text string
function M.warn_once(text)
  if told[text] then return end
  told[text] = true
  vim.schedule(function() vim.notify('Helix Ask: ' .. text, vim.log.levels.WARN) end)
end

---@param folder string
---@return string? path of an executable `helix-lsp` in it
local function in_folder(folder)
  for _, name in ipairs(windows and { 'helix-lsp.exe', 'helix-lsp.cmd' } or { 'helix-lsp' }) do
    local path = vim.fs.joinpath(folder, name)
    if vim.fn.executable(path) == 1 then return path end
  end
end

--- The user's own command: `vim.g.helix.cmd`, or `vim.lsp.config('helix_ask', { cmd = { ... } })`, where users of Neovim 0.11 look for it first.
---@return string[]? command
---@return string where it comes from
local function own()
  local chosen = config.get().cmd
  if chosen and chosen[1] then return chosen, 'the setting `cmd`' end
  local found = modern and vim.lsp.config[M.NAME]
  local cmd = found and found.cmd
  if type(cmd) == 'table' and cmd[1] then return cmd, '`cmd` of vim.lsp.config' end
  return nil, ''
end

--- The command that would be started; nil and a reason when there is none.
---@return string[]? command
---@return string where it comes from, or why there is none
function M.find()
  local chosen, where = own()
  if chosen then
    if vim.fn.executable(chosen[1]) == 1 then return chosen, where end
    return nil, ('%s names `%s`, which cannot be run'):format(where, chosen[1])
  end
  for _, folder in ipairs(vim.split(vim.env.PATH or '', windows and ';' or ':', { plain = true })) do
    if folder:match(windows and '^%a:[/\\]' or '^/') then -- a relative entry would let a project choose the program
      local path = in_folder(folder)
      if path then return { path }, 'the search path' end
    end
  end
  for _, folder in ipairs({ '~/.local/bin', '~/.local/share/helix-lsp/bin' }) do
    local path = in_folder(vim.fs.normalize(folder))
    if path then return { path }, folder end
  end
  return nil, '`helix-lsp` is not on the search path; see :help helix-setup'
end

--- The project of a buffer, or of the current folder when the buffer has no file.
---@param bufnr integer
---@return string?
function M.root(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  local file = vim.bo[bufnr].buftype == '' and name ~= '' and not name:match('^%a[%w+.-]+://')
  local root = vim.fs.root(file and bufnr or vim.uv.cwd(), config.get().root_markers)
  return root and vim.fs.normalize(vim.uv.fs_realpath(root) or root)
end

--- One line when server and plugin do not speak the same protocol.
---@param client vim.lsp.Client
---@return string?
function M.mismatch(client)
  local ours = vim.tbl_get(client.server_capabilities or {}, 'experimental', 'helix')
  if not ours then return 'the server announces no helix methods; is it really helix-lsp?' end
  local envelope = vim.tbl_get(ours, 'contracts', 'answer-envelope')
  if ours.protocol ~= M.PROTOCOL or envelope ~= M.ENVELOPE then
    return ('the server speaks protocol %s and answers %s, this plugin %d and %d: update the older one'):format(
      tostring(ours.protocol), tostring(envelope), M.PROTOCOL, M.ENVELOPE)
  end
end

--- How often this root's server died in the last minute.
---@param root string
---@return integer
local function recent(root)
  local now = os.time()
  deaths[root] = vim.tbl_filter(function(at) return now - at < MINUTE end, deaths[root] or {})
  return #deaths[root]
end

---@param code integer
---@param signal integer
---@param id integer
local function on_exit(code, signal, id)
  local client = vim.lsp.get_client_by_id(id)
  local root = client and client.config.root_dir
  local buffers = client and vim.tbl_keys(client.attached_buffers) or {}
  vim.schedule(function()
    require('helix.progress').gone(id)
    require('helix.ask').server_ended(id)
    if not root or vim.v.exiting ~= vim.NIL or (code == 0 and signal == 0) or signal == 15 then return end
    if recent(root) >= config.get().restarts then
      return M.warn_once(('the server of %s keeps ending; see :checkhealth helix, then :Helix restart'):format(root))
    end
    table.insert(deaths[root], os.time())
    waiting[root] = buffers
    vim.defer_fn(function() M.revive(root) end, 200)
  end)
end

--- Start the server of a root again and attach what it had.
---@param root string
function M.revive(root)
  local buffers = waiting[root] or {}
  waiting[root] = nil
  local any = false
  for _, bufnr in ipairs(buffers) do
    if vim.api.nvim_buf_is_loaded(bufnr) then any = M.start(root, bufnr) ~= nil or any end
  end
  if not any then M.start(root) end
end

--- Commands of the server that this editor shows better itself: a code action `Ask about ...` opens the answer buffer.
local commands = {
  ['helixAsk.ask'] = function(command, context)
    local asked = (command.arguments or {})[1] or {}
    require('helix.ask').ask_with(asked, context.bufnr)
  end,
  ['helixAsk.explainLast'] = function(_, context) require('helix.explain').run(context.bufnr) end,
  ['helixAsk.showStatus'] = function(_, context) require('helix.status').run(context.bufnr) end,
}

--- What `lsp/helix_ask.lua` gives to Neovim. The command is found when a server is started, so `setup` may come later.
---@return vim.lsp.Config
function M.config()
  local settings = config.get()
  return {
    name = M.NAME,
    filetypes = settings.filetypes,
    workspace_required = true,
    root_dir = function(bufnr, on_dir)
      local root = M.root(bufnr)
      if not root then return end
      local command, why = M.find()
      if not command then return M.warn_once(why) end
      on_dir(root)
    end,
    cmd = function(dispatchers)
      local command, why = M.find()
      if not command then error(why, 0) end
      -- away from the project and without Python's current folder: nothing of the project may be imported
      local env = vim.tbl_extend('force', config.environment(), { PYTHONSAFEPATH = '1' })
      return vim.lsp.rpc.start(command, dispatchers, { env = env, cwd = vim.uv.os_homedir() })
    end,
    before_init = function(params) params.initializationOptions = config.initialization_options() end,
    settings = { helixAsk = config.initialization_options() },
    commands = commands,
    capabilities = { window = { workDoneProgress = true } },
    on_exit = on_exit,
    on_attach = function(client, bufnr)
      local problem = M.mismatch(client)
      if problem then M.warn_once(problem) end
      require('helix.lens').attach(client, bufnr)
    end,
  }
end

---@return table config with the user's own `vim.lsp.config('helix_ask', ...)` where Neovim has that
local function resolved()
  local found = modern and vim.lsp.config[M.NAME] or M.config()
  return vim.deepcopy(found)
end

--- Start (or reuse) the server of a root. Without a buffer nothing is attached.
---@param root string
---@param bufnr? integer
---@return integer? client id
function M.start(root, bufnr)
  local command, why = M.find()
  if not command then
    M.warn_once(why)
    return nil
  end
  local start = resolved()
  start.name, start.root_dir = M.NAME, root
  start.capabilities = vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), start.capabilities or {})
  start.workspace_folders = { { uri = vim.uri_from_fname(root), name = root } }
  if bufnr then return vim.lsp.start(start, { bufnr = bufnr }) end
  if modern then return vim.lsp.start(start, { attach = false }) end
  for _, client in ipairs(vim.lsp.get_clients({ name = M.NAME })) do
    if client.config.root_dir == root then return client.id end
  end
  return (vim.lsp.start_client(start))
end

--- `vim.lsp.enable('helix_ask')` where it exists; on 0.10 the same by an autocommand.
function M.enable()
  if modern then return vim.lsp.enable(M.NAME) end
  local function attach(bufnr)
    if vim.bo[bufnr].buftype ~= '' or not vim.tbl_contains(config.get().filetypes, vim.bo[bufnr].filetype) then return end
    local root = M.root(bufnr)
    if root then M.start(root, bufnr) end
  end
  local group = vim.api.nvim_create_augroup('helix.enable', {})
  vim.api.nvim_create_autocmd('FileType', { group = group, callback = function(event) attach(event.buf) end })
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) then attach(bufnr) end
  end
end

--- Stop every server of ours and start them again.
function M.restart()
  deaths, told = {}, {}
  for _, client in ipairs(vim.lsp.get_clients({ name = M.NAME })) do
    local root = client.config.root_dir
    waiting[root] = vim.tbl_keys(client.attached_buffers)
    if modern then client:stop(true) else client.stop(true) end
    vim.defer_fn(function() M.revive(root) end, 500)
  end
end

return M
