-- Run by tests/e2e/test_neovim_plugin.py. The user chose a model program that takes a minute: cancelled, killed under way, and who may choose.
local H = dofile(vim.env.HELIX_HERE .. '/neovim_harness.lua')
local test, wait = H.test, H.wait
local project = vim.env.HELIX_PROJECT
local marker = vim.env.HELIX_MARKER

H.start({
  settings = {
    search = { per_file = 2 },
    model = { provider = 'command', command = { vim.env.HELIX_PYTHON, vim.env.HELIX_SLOW, marker }, consent = true },
  },
})
local config = require('helix.config')

test('user settings go to the process, workspace settings to initialize', function()
  assert(vim.deep_equal(config.initialization_options(), { search = { per_file = 2 } }), vim.inspect(config.initialization_options()))
  local environment = config.environment()
  assert(environment.HELIX_ASK_MODEL_PROVIDER == 'command' and environment.HELIX_ASK_MODEL_CONSENT == 'true', vim.inspect(environment))
  assert(#config.problems() == 0, vim.inspect(config.problems()))
end)

test('a wrong setting is named', function()
  config.set({ splt = 1, history = 'many', settings = { search = { per_fil = 2 } } })
  assert(#config.problems() == 3, vim.inspect(config.problems()))
  assert(config.get().history == 50)
  config.set(nil)
end)

test('nothing of a project chooses the program', function()
  local path, user, home = vim.env.PATH, vim.g.helix, vim.env.HOME
  vim.g.helix = {}
  vim.cmd.cd(project)
  vim.env.PATH = '.:bin'
  vim.env.HOME = project
  local command, why = require('helix.server').find()
  assert(command == nil and why:find('search path', 1, true), vim.inspect(command))
  vim.env.PATH, vim.g.helix, vim.env.HOME = path, user, home
end)

test('a status line shows a per cent sign and runs nothing', function()
  vim.cmd.edit(project .. '/docs/guide.md')
  local progress, client = require('helix.progress'), H.attached()
  local function hear(value) progress.heard({ client_id = client.id, params = { token = 'mine', value = value } }) end
  hear({ kind = 'begin', title = 'reading %{execute("let g:ran = 1")}', percentage = 5 })
  local shown = vim.api.nvim_eval_statusline("%{%v:lua.require'helix'.statusline()%}", {}).str
  hear({ kind = 'end' })
  assert(shown:find('Helix: reading %{execute("let g:ran = 1")} 5%', 1, true), shown)
  assert(vim.g.ran == nil)
end)

test('<C-c> in the answer buffer cancels', function()
  vim.cmd.edit(project .. '/docs/guide.md')
  local client = H.attached()
  H.indexed(client)
  vim.cmd('Helix ask what does take do?')
  wait('the model runs, and its steps are shown', function()
    return vim.uv.fs_stat(marker) and H.text():find('\n- ', 1, true) and require('helix').statusline():find('Helix: ', 1, true)
  end, 240000)
  assert(H.text():find('Asking ...', 1, true) and H.text():find('\n- ', 1, true), H.text())
  assert(require('helix').statusline():find('Helix: ', 1, true), require('helix').statusline())
  H.press('<C-c>')
  assert(H.text():find('Cancelled.', 1, true), H.text())
  wait('the server heard it', function() return require('helix').statusline() == '' end)
  assert(H.client(vim.fn.bufnr('guide.md')).id == client.id, 'the server lives on')
  vim.cmd('Helix cancel')
  assert(H.last_said():find('nothing is being asked', 1, true), H.last_said())
end)

test('a server killed under way leaves a line, not a wait', function()
  vim.cmd('only | edit ' .. project .. '/docs/guide.md')
  os.remove(marker)
  local status = H.status(H.attached())
  vim.cmd('Helix ask what does take do?')
  wait('the model runs', function() return vim.uv.fs_stat(marker) end, 240000)
  vim.uv.kill(H.server(status), 'sigkill')
  wait('a line', function() return H.text():find('the server ended before it answered', 1, true) end)
end)

H.done()
