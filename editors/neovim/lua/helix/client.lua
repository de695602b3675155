--- Requests to the server of one project: which client, whether it can, and the two calling styles of Neovim 0.10 and 0.11.

local server = require('helix.server')

local M = {}

local POLL_MS, POLLS = 50, 600

local modern = vim.fn.has('nvim-0.11') == 1

--- One line for the user.
---@param text string
---@param level? integer
function M.say(text, level) vim.notify('Helix Ask: ' .. text, level or vim.log.levels.WARN) end

---@param bufnr integer
---@return vim.lsp.Client? client that serves the buffer's project and runs already
function M.running(bufnr)
  local attached = vim.lsp.get_clients({ name = server.NAME, bufnr = bufnr })[1]
  if attached then return attached end
  local root = vim.b[bufnr].helix_root or server.root(bufnr)
  for _, client in ipairs(vim.lsp.get_clients({ name = server.NAME })) do
    if client.config.root_dir == root then return client end
  end
end

---@param bufnr integer
---@return string? root of the buffer's project
function M.project(bufnr)
  local client = M.running(bufnr)
  return client and client.config.root_dir or vim.b[bufnr].helix_root or server.root(bufnr)
end

--- Call `done` with an initialized client of the buffer's project, starting one where none runs; else `failed` with one line.
---@param bufnr integer
---@param done fun(client: vim.lsp.Client)
---@param failed? fun(text: string) default: say it
function M.with(bufnr, done, failed)
  failed = failed or M.say
  local client = M.running(bufnr)
  local id = client and client.id
  if not id then
    local root = M.project(bufnr)
    if not root then
      local markers = table.concat(require('helix.config').get().root_markers, ' or ')
      return failed(('no project here: neither the file nor the current folder lies below a folder with %s'):format(markers))
    end
    local command, why = server.find()
    if not command then return failed(why) end
    id = server.start(root)
  end
  local tries = 0
  local function poll()
    local found = id and vim.lsp.get_client_by_id(id)
    if found and found.initialized then return done(found) end
    tries = tries + 1
    if not found or tries > POLLS then return failed('the server did not start; see :checkhealth helix') end
    vim.defer_fn(poll, POLL_MS)
  end
  poll()
end

---@param client vim.lsp.Client
---@param method string a `helix/*` method
---@return boolean
function M.announces(client, method)
  local methods = vim.tbl_get(client.server_capabilities or {}, 'experimental', 'helix', 'methods') or {}
  return vim.tbl_contains(methods, method)
end

---@param client vim.lsp.Client
---@param method string
---@param params table
---@param done fun(err: table?, result: any)
---@param bufnr? integer
---@return integer? request id, nil when it could not be sent
function M.request(client, method, params, done, bufnr)
  local function answered(err, result) done(err, result) end
  local sent, id
  if modern then
    sent, id = client:request(method, params, answered, bufnr)
  else
    sent, id = client.request(method, params, answered, bufnr)
  end
  return sent and id or nil
end

--- The result of a request, waited for; nil when it failed or took too long.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param longest integer milliseconds
---@param bufnr integer
---@return any
function M.wait(client, method, params, longest, bufnr)
  local answer
  if modern then
    answer = client:request_sync(method, params, longest, bufnr)
  else
    answer = client.request_sync(method, params, longest, bufnr)
  end
  return answer and not answer.err and answer.result or nil
end

--- Call `done` with the server of the buffer's project when it announced the method; else `failed` with one line.
---@param method string
---@param bufnr integer
---@param done fun(client: vim.lsp.Client)
---@param failed? fun(text: string) default: say it
function M.announced(method, bufnr, done, failed)
  M.with(bufnr, function(client)
    if not M.announces(client, method) then return (failed or M.say)(('this server does not offer %s'):format(method)) end
    done(client)
  end, failed)
end

--- A request whose failure is one line for the user.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param done fun(result: any)
---@param bufnr? integer
function M.ask(client, method, params, done, bufnr)
  M.request(client, method, params, function(err, result)
    if err then return M.say(err.message or vim.inspect(err), vim.log.levels.ERROR) end
    done(result)
  end, bufnr)
end

---@param client vim.lsp.Client
---@param id integer
function M.cancel(client, id)
  if modern then client:cancel_request(id) else client.cancel_request(id) end
end

---@param bufnr integer
---@return table? TextDocumentIdentifier of a buffer that stands for a file
function M.document(bufnr)
  if vim.bo[bufnr].buftype == '' and vim.api.nvim_buf_get_name(bufnr) ~= '' then return { uri = vim.uri_from_bufnr(bufnr) } end
end

---@param root string
---@param path string as the server names it: relative, with `/`
---@return string
function M.absolute(root, path) return vim.fs.joinpath(root, path) end

return M
