-- Run by tests/e2e/test_neovim_packages.py: prints how many cited places of a drawn answer are cut by the wrapping of windows
-- of many widths, as drawn for the window and as drawn for none.
vim.opt.runtimepath:append(vim.env.HELIX_PLUGIN)
local render = require('helix.render')
local citations, said = {}, {}
for at = 1, 12 do
  local path = ('docs/some-folder/page%s.md'):format(('x'):rep(at))
  citations[at] = { id = at, range_ref = { path = path, start_line = at * 7, end_line = at * 7 } }
  said[at] = ('- %sis said here, well-known/and so: on (%s:%d)'):format(('word '):rep(at), path, at * 7)
end
local text = table.concat(said, '\n')
local answer = {
  question = 'what?', state = 'answered', early = false, params = {}, cited = {},
  envelope = {
    mode = 'repo_grounded', sections = { { title = '', body = text .. '\n```lua\n' .. text .. '\n```' } }, citations = citations,
    claims = {}, uncertainty = {}, clarify = vim.NIL, verdict = vim.NIL,
    index = { fresh = true, generation = 1, unsaved = 0, state = 'fresh', reason = '' }, model = { status = 'none' },
  },
}
vim.o.columns, vim.o.lines = 220, 400

---@param width integer
---@param known boolean the width is told
---@return integer cut, integer places
local function cut(width, known)
  local drawn = render.draw(answer, known and width or nil)
  local fence = 0
  for row, line in ipairs(drawn.lines) do if line == '```lua' then fence = row end end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, drawn.lines)
  local window = vim.api.nvim_open_win(bufnr, true, { relative = 'editor', row = 0, col = 0, width = width, height = 390 })
  for option, value in pairs({ wrap = true, linebreak = true, breakindent = true, number = false, signcolumn = 'no' }) do vim.wo[window][option] = value end
  vim.cmd.redraw()
  local many, all = 0, 0
  for _, mark in ipairs(drawn.marks) do
    if mark.row + 1 < fence then
      all = all + 1
      local first, last = vim.fn.screenpos(window, mark.row + 1, mark.from + 1), vim.fn.screenpos(window, mark.row + 1, mark.to)
      assert(first.row > 0 and last.row > 0)
      if first.row ~= last.row then many = many + 1 end
    end
  end
  vim.api.nvim_win_close(window, true)
  return many, all
end

local told, untold, places = 0, 0, 0
for width = 46, 120 do
  local a, all = cut(width, true)
  local b = cut(width, false)
  told, untold, places = told + a, untold + b, places + all
end
io.write(vim.json.encode({ told = told, untold = untold, places = places }))
