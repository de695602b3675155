--- Code lenses of the server, by Neovim's own means, which differ between its versions.

local M = {}

---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  if not client.server_capabilities.codeLensProvider or not require('helix.config').get().code_lens then return end
  if vim.lsp.codelens.enable then return vim.lsp.codelens.enable(true, { bufnr = bufnr }) end
  local group = vim.api.nvim_create_augroup('helix.lens.' .. bufnr, {})
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    group = group, buffer = bufnr, callback = function() vim.lsp.codelens.refresh({ bufnr = bufnr }) end,
  })
  vim.lsp.codelens.refresh({ bufnr = bufnr })
end

return M
