--- A hover that found nothing because the index is still being made: it is asked again when the server has done its work.

local M = {}

local BEGINNING = 'Not indexed yet' -- how the server begins such a hover

---@param win integer
---@return boolean
local function waits(win)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, 40, false)
  return vim.iter(lines):any(function(line) return vim.startswith(line, BEGINNING) end)
end

--- The float stays open only as long as the cursor stays where it was, so the same place is asked about.
function M.again()
  local win = vim.b.lsp_floating_preview
  if not win or not vim.api.nvim_win_is_valid(win) or vim.api.nvim_get_current_win() == win or not waits(win) then return end
  vim.api.nvim_win_close(win, true) -- a hover with its float open would move into it
  vim.lsp.buf.hover()
end

return M
