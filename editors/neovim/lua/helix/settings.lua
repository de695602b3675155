--- Written by scripts/generate_neovim.py from the options that helix_lsp declares; a test compares. Types of the options: lua/helix/meta.

local M = {}

local NAMES = {
  user = [[
    model.provider model.url model.model model.key_env model.key_file model.command model.consent model.proxy
    model.ca_file model.timeout model.max_tokens model.temperature model.prompt_chars index.max_file_bytes
    index.max_data_file_bytes index.max_files index.max_total_bytes index.workers index.cache_dir index.git_seconds
    ask.gates ask.passes ask.first_files_ms ask.settle_ms ask.python_names search.longest_question search.meaning
    search.learned search.second_opinion meaning.folder ide.completions ide.references ide.diagnostics ide.code_lens
    ide.mentions drift.history drift.history_commits drift.history_seconds verify.covered_share verify.unsupported_most
    trees.enabled pr.files pr.asked pr.listed privacy.telemetry privacy.traces serve.companion serve.slow_workers
    serve.diagnose_debounce_ms serve.rescan_ms cli.batch_roots cli.resident_start cli.resident_idle_seconds
  ]],
  workspace = [[
    index.exclude ask.places ask.documents search.per_file hover.usages hover.tests hover.documents hover.definitions
    drift.min_confidence drift.select drift.ignore drift.ignore_paths drift.ignore_words verify.quantity_rules
    trees.files trees.resolvers align.usual_files
  ]],
}

--- Options by the names that they had before.
---@type table<string, string>
M.renamed = {
  ['session.git_seconds'] = 'index.git_seconds',
  ['control.mode'] = 'ask.gates',
  ['control.steps'] = 'ask.passes',
  ['session.first_files_ms'] = 'ask.first_files_ms',
  ['session.settle_ms'] = 'ask.settle_ms',
  ['session.python_names'] = 'ask.python_names',
  ['align.shown_usages'] = 'hover.usages',
  ['align.shown_tests'] = 'hover.tests',
  ['align.shown_documents'] = 'hover.documents',
  ['align.shown_others'] = 'hover.definitions',
  ['session.telemetry'] = 'privacy.telemetry',
  ['session.traces'] = 'privacy.traces',
}

---@type table<string, 'workspace'|'user'>
M.scopes = {}

for scope, names in pairs(NAMES) do
  for name in names:gmatch('%S+') do
    M.scopes[name] = scope
  end
end

return M
