rockspec_format = '3.0'
package = 'helix-ask.nvim'
version = 'scm-1'
source = { url = 'git+<repository>', dir = 'helix-lsp/editors/neovim' }
description = {
  summary = 'Ask a repository a question and get an answer that shows its proof',
  detailed = 'Needs the server: `helix-lsp` on the search path.',
  homepage = '<repository>',
  license = 'MIT',
  labels = { 'neovim', 'lsp' },
}
dependencies = { 'lua >= 5.1' }
build = { type = 'builtin', copy_directories = { 'doc', 'lsp', 'plugin' } }
