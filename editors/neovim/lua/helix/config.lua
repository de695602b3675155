--- The user's own settings: `vim.g.helix` or `require('helix').setup(...)`, and nothing else.
---
--- No file of a project is read here. What reaches the server goes two ways: options that a repository may set
--- too as initializationOptions, all others as environment variables of the server's process, because the server takes from
--- initializationOptions only what a repository may do.

local M = {}

---@class helix.Config
---@field cmd? string[] Command of the server. Default: `helix-lsp` from your own search path.
---@field filetypes? string[] Where the server is attached.
---@field root_markers? string[] A folder that holds one of these is a project.
---@field session? string Whose pinned trees and open clarification count. Default: `editor`.
---@field split? string How an answer's window is opened: a command modifier and `split`, or `edit`. Default: `botright vsplit`.
---@field code_lens? boolean Show code lenses where the server offers them. Default: true.
---@field restarts? integer How often within a minute a server that died is started again. Default: 3.
---@field history? integer How many answers are kept in this session. Default: 50.
---@field settings? helix.Settings Options of the server; see its configuration reference.

---@type helix.Config
M.defaults = {
  cmd = nil,
  filetypes = {
    'markdown', 'rst', 'asciidoc', 'asciidoctor', 'mdx', 'text', 'help', 'python', 'javascript', 'javascriptreact', 'typescript',
    'typescriptreact', 'go', 'rust', 'java', 'kotlin', 'swift', 'scala', 'c', 'cpp', 'cs', 'ruby', 'php', 'sh', 'bash', 'lua',
    'elixir', 'haskell', 'zig', 'sql', 'proto', 'html', 'css', 'json', 'yaml', 'toml',
  },
  root_markers = { 'helix.toml', '.git' },
  session = 'editor',
  split = 'botright vsplit',
  code_lens = true,
  restarts = 3,
  history = 50,
  settings = {},
}

local kinds = {
  cmd = 'table', filetypes = 'table', root_markers = 'table', session = 'string', split = 'string', code_lens = 'boolean',
  restarts = 'number', history = 'number', settings = 'table',
}
local set = nil ---@type helix.Config?

--- Set from `setup`; overrides `vim.g.helix`.
---@param options? helix.Config
function M.set(options) set = options end

---@return helix.Config given What the user wrote, unchecked.
local function given()
  return set or (type(vim.g.helix) == 'table' and vim.g.helix or {})
end

--- The settings in force. A value that does not fit is left out; `problems` says so.
---@return helix.Config
function M.get()
  local config = vim.deepcopy(M.defaults)
  for key, value in pairs(given()) do
    if kinds[key] == type(value) then config[key] = value end
  end
  return config
end

--- Options of the server as a flat table: `search.per_file = 2`.
---@return table<string, any>
local function flat()
  local out = {}
  for key, value in pairs(M.get().settings) do
    if type(value) == 'table' and not vim.islist(value) then
      for name, inner in pairs(value) do out[key .. '.' .. name] = inner end
    else
      out[key] = value
    end
  end
  return out
end

--- The same under the names of now; where old and new stand together, the new one counts.
---@return table<string, any>
local function named()
  local out, given_names = {}, flat()
  for name, value in pairs(given_names) do
    local new = require('helix.settings').renamed[name]
    if not new then
      out[name] = value
    elseif given_names[new] == nil then
      out[new] = value
    end
  end
  return out
end

--- What is wrong with the user's settings, one line each.
---@return string[]
function M.problems()
  local out = {}
  for key, value in pairs(given()) do
    if not kinds[key] then
      out[#out + 1] = ('unknown setting `%s`'):format(key)
    elseif kinds[key] ~= type(value) then
      out[#out + 1] = ('`%s` must be a %s, not a %s'):format(key, kinds[key], type(value))
    end
  end
  for name in pairs(flat()) do
    local new = require('helix.settings').renamed[name]
    if new then
      out[#out + 1] = ('the server option `settings.%s` is called `settings.%s` now'):format(name, new)
    elseif not require('helix.settings').scopes[name] then
      out[#out + 1] = ('unknown server option `settings.%s`'):format(name)
    end
  end
  table.sort(out)
  return out
end

--- Options that a repository may set too, nested as the server reads them.
---@return table
function M.initialization_options()
  local out = vim.empty_dict()
  for name, value in pairs(named()) do
    if require('helix.settings').scopes[name] == 'workspace' then
      local section, key = name:match('^([^.]+)%.(.+)$')
      out[section] = out[section] or {}
      out[section][key] = value
    end
  end
  return out
end

--- Options that only the user may loosen, as the variables of the server's process.
---@return table<string, string>
function M.environment()
  local out = {}
  for name, value in pairs(named()) do
    if require('helix.settings').scopes[name] == 'user' then
      out['HELIX_ASK_' .. name:upper():gsub('%.', '_')] = type(value) == 'table' and table.concat(value, ',') or tostring(value)
    end
  end
  return out
end

return M
