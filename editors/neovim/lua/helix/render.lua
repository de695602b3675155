--- An answer as lines of a buffer: text, where citations and options stand in it, and which sections fold. Shows what the
--- envelope says and decides nothing.

local M = {}

local BAR = 12 -- cells of the longest rung's bar

---@class helix.Drawn
---@field lines string[]
---@field marks { row: integer, from: integer, to: integer, id: integer }[] citations: 0-based row, byte columns, citation id
---@field evidence table<integer, integer> 0-based row of the evidence list -> citation id
---@field options table<integer, table> 0-based row -> option of a clarification
---@field heads table<integer, { level: integer, closed: boolean }> what begins a fold, by 1-based line
---@field marked integer[] 0-based rows of the quoted lines that matter: `> ` stands in their gutter
---@field verdict? { row: integer, to: integer, group: string } 0-based row and end of what says whether it answers, in which colour

---@param value any
---@return any nil for JSON's null
local function given(value)
  if value ~= vim.NIL then return value end
end

--- Without the marks of inline code, for a prompt.
---@param text string
---@return string
function M.plain(text) return (text:gsub('`', '')) end

---@param ref table range-ref.v1
---@return string
function M.place(ref)
  local last = ref.end_line > ref.start_line and ('-%d'):format(ref.end_line) or ''
  return ('%s:%d%s'):format(ref.path, ref.start_line, last)
end

---@param envelope table
---@param id integer
---@return table? range-ref.v1
function M.citation(envelope, id)
  for _, citation in ipairs(envelope.citations) do
    if citation.id == id then return citation.range_ref end
  end
end

--- One option of a clarification in one line: label, detail, and the place of its first evidence.
---@param envelope table
---@param option table
---@return string
function M.option(envelope, option)
  local ref = option.evidence_refs[1] and M.citation(envelope, option.evidence_refs[1])
  local where = ref and ('  %s'):format(M.place(ref)) or ''
  return ('%s: %s%s'):format(option.label, option.detail, where)
end

---@param out helix.Drawn
---@param text string
local function add(out, text)
  for _, line in ipairs(vim.split(text, '\n', { plain = true })) do out.lines[#out.lines + 1] = line end
end

---@param out helix.Drawn
---@param title string
---@param closed? boolean
local function head(out, title, closed)
  if out.lines[#out.lines] ~= '' then add(out, '') end
  add(out, '## ' .. title)
  out.heads[#out.lines] = { level = 1, closed = closed == true }
end

--- A line of prose as the window will wrap it, but that a word with a cited place is not cut at its `/` and `:`: it begins a
--- line of its own where it does not fit into the rest of the row. (What would fill a row to its end is taken to the next by Neovim, too.)
---@param line string
---@param width integer columns of the window
---@return string
local function uncut(line, width)
  if vim.fn.strdisplaywidth(line) <= width then return line end
  local out, column = '', 0
  for blanks, word in line:gmatch('(%s*)(%S+)') do
    local wide = vim.fn.strdisplaywidth(word)
    local place = word:find('[%w_]:%d') ~= nil and wide < width
    local after = column + #blanks > width and column + #blanks - width or column + #blanks
    if place and column > 0 and after + wide >= width then
      out, column = out .. '\n  ' .. word, 2 + wide
    else
      out, column = out .. blanks .. word, after
      for piece in (place and word or word:gsub('[-*+;:,./?!@]', '%0 ')):gmatch('%S+') do
        local columns = vim.fn.strdisplaywidth(piece)
        column = column + columns >= width and columns or column + columns
      end
    end
  end
  return out
end

--- A section's text; the fence of a quotation names the line that matters: "```python {3}".
---@param out helix.Drawn
---@param text string
---@param width integer
local function quoted(out, text, width)
  local first, fence = #out.lines, nil ---@type integer, string?
  for _, line in ipairs(vim.split(text, '\n', { plain = true })) do
    local ticks = line:match('^%s*(```+)')
    if ticks then fence = not fence and ticks or (fence ~= ticks and fence or nil) end
    add(out, (ticks or fence) and line or uncut(line, width))
  end
  for at = first + 1, #out.lines do
    local line = tonumber(out.lines[at]:match('^```+[^`]* {(%d+)}$'))
    if line and (out.lines[at + line] or ''):sub(1, 1) == '>' then out.marked[#out.marked + 1] = at + line - 1 end
  end
end

---@param out helix.Drawn
---@param envelope table
---@param width integer
local function body(out, envelope, width)
  for _, section in ipairs(envelope.sections) do
    if section.title ~= '' then head(out, section.title, section.title == 'What was searched' and given(envelope.clarify) ~= nil) end
    quoted(out, section.body, width)
  end
  if #envelope.sections == 0 then quoted(out, envelope.answer, width) end
  for at, doubt in ipairs(envelope.uncertainty) do
    if at == 1 then head(out, 'Uncertain') end
    add(out, ('- %s (%s)'):format(doubt.text, doubt.reason))
  end
  local clarify = given(envelope.clarify)
  if not clarify then return end
  head(out, 'Pick one: <CR> on its line, or its number')
  for at, option in ipairs(clarify.options) do
    add(out, ('%d. %s'):format(at, M.option(envelope, option)))
    out.options[#out.lines - 1] = option
  end
end

---@param out helix.Drawn
---@param envelope table
local function evidence(out, envelope)
  if #envelope.citations == 0 then return end
  head(out, 'Evidence')
  for _, citation in ipairs(envelope.citations) do
    add(out, ('%d. %s'):format(citation.id, M.place(citation.range_ref)))
    out.evidence[#out.lines - 1] = citation.id
  end
end

local LABELS = { carried = 'supported', open = 'not verified', against = 'its place says otherwise' }

---@param out helix.Drawn
---@param envelope table
local function claims(out, envelope)
  local facts = vim.tbl_filter(function(claim) return claim.kind ~= 'note' end, envelope.claims)
  if #facts == 0 then return end
  head(out, ('Claims (%d)'):format(#facts), true)
  for _, claim in ipairs(facts) do
    local carried = LABELS[given(claim.label)] or given(claim.supported) == true and 'supported' or 'not weighed'
    local refs = #claim.evidence_refs > 0 and (' by %s'):format(table.concat(claim.evidence_refs, ', ')) or ''
    add(out, ('- %s, %s%s: %s'):format(claim.kind, carried, refs, (claim.text:gsub('\n', ' '))))
    if claim.reason ~= '' then add(out, '  ' .. (claim.reason:gsub('\n', ' '))) end
  end
end

local PURPOSES = {
  choice = 'what could be chosen, worked out again',
  question = 'the question',
  not_near = 'without what is open',
  place = 'as the place of the cursor means it',
  no_model = 'without the model, to compare with',
  withheld = 'with the top evidence withheld',
}

--- One line a rung; where the ladder was climbed more than once, below a line for each climb.
---@param out helix.Drawn
---@param trace table[]
local function ladder(out, trace)
  local longest = 1
  for _, rung in ipairs(trace) do longest = math.max(longest, rung.elapsed_us) end
  head(out, 'Trace')
  local climb = #trace > 0 and trace[#trace].climb == 1 and 1 or nil
  for _, rung in ipairs(trace) do
    if rung.climb ~= climb then
      climb = rung.climb
      local purpose = PURPOSES[rung.purpose]
      add(out, ('Climb %d%s'):format(climb, purpose and ': ' .. purpose or ''))
      out.heads[#out.lines] = { level = 2, closed = false }
    end
    local bar = ('='):rep(math.floor(BAR * rung.elapsed_us / longest + 0.5))
    add(out, ('%2d %-15s %-13s %8.1f ms %s'):format(rung.number, rung.rung, rung.status, rung.elapsed_us / 1e3, bar))
    if #rung.facts > 0 then out.heads[#out.lines] = { level = 2, closed = true } end
    for _, fact in ipairs(rung.facts) do
      if fact.text ~= '' then add(out, ('     %s: %s'):format(fact.label, (fact.text:gsub('\n', ' ')))) end
    end
  end
end

---@param envelope table
---@return string
local function foot(envelope)
  local files = {}
  for _, citation in ipairs(envelope.citations) do files[citation.range_ref.path] = true end
  local index = envelope.index
  local state = index.fresh and 'fresh' or ('%s: %s'):format(index.state, index.reason)
  local function counted(number, one) return ('%d %s%s'):format(number, one, number == 1 and '' or 's') end
  local text = ('%s in %s; index generation %d, %s'):format(
    counted(#envelope.citations, 'cited place'), counted(vim.tbl_count(files), 'file'), index.generation, state)
  if index.unsaved > 0 then text = ('%s, %d unsaved'):format(text, index.unsaved) end
  if envelope.model.status ~= 'none' then
    text = ('%s; model %s %s: %s %s'):format(text, envelope.model.provider, envelope.model.name, envelope.model.status, envelope.model.reason)
  end
  return vim.trim(text)
end

local ANSWERS = {
  strong = { said = 'Answers: strong', group = 'HelixStrong' },
  weak = { said = 'Answers: weak, read the places', group = 'HelixWeak' },
  places_only = { said = 'Answers: no, places only', group = 'HelixPlaces' },
}

--- Whether it answers, what of its quotations was checked, and what no cited line carries; an older server says none of it.
---@param out helix.Drawn
---@param envelope table
local function verdict(out, envelope)
  local worth = given(envelope.verdict)
  local answers = worth and ANSWERS[worth.answers]
  if not worth or not answers then return end
  add(out, ('%s; %d of %d quotations checked'):format(answers.said, worth.checked, worth.quoted))
  out.verdict = { row = #out.lines - 1, to = #answers.said, group = answers.group }
  if #worth.unsaid > 0 then add(out, 'In no cited line: ' .. table.concat(worth.unsaid, ', ')) end
  add(out, '')
end

--- A number as people write it: 3,178.
---@param value integer
---@return string
local function number(value)
  local text = tostring(value):reverse():gsub('(%d%d%d)', '%1,'):reverse():gsub('^,', '')
  return text
end

--- What stands in the place of a verdict while most of the project is not read.
---@param index table
---@param again boolean the question is asked again by itself
---@return string
local function unread(index, again)
  local later = again and 'This is asked again when the rest is read.' or 'Ask again when the rest is read.'
  if index.files == 0 then return ('**Still reading: no file yet.** Provisional. %s'):format(later) end
  local far = ('%s of %s files'):format(number(math.max(0, index.files - index.behind)), number(index.files))
  local head = ('%s: %s'):format(index.state == 'behind' and 'Read so far' or 'Still reading', far)
  return ('**%s.** Provisional. %s'):format(head, later)
end

--- Every `path:line` of a cited place.
---@param out helix.Drawn
---@param envelope table
local function find_marks(out, envelope)
  local seen = {}
  for _, citation in ipairs(envelope.citations) do
    local ref = citation.range_ref
    local needle = ('%s:%d'):format(ref.path, ref.start_line)
    for at, line in ipairs(out.lines) do
      local from = 1
      while true do
        local start, stop = line:find(needle, from, true)
        if not start then break end
        from = stop + 1
        local key = at .. ':' .. start
        if not line:sub(from, from):match('%d') and not seen[key] and not line:sub(start - 1, start - 1):match('[%w_/]') then
          local more = line:match('^%-%d+', from) or ''
          seen[key] = true
          out.marks[#out.marks + 1] = { row = at - 1, from = start - 1, to = stop + #more, id = out.evidence[at - 1] or citation.id }
        end
      end
    end
  end
end

---@param answer helix.Answer
---@param width? integer columns of the window that shows it
---@return helix.Drawn
function M.draw(answer, width)
  local out = { lines = {}, marks = {}, evidence = {}, options = {}, heads = {}, marked = {} }
  add(out, '# ' .. answer.question:gsub('\n', ' '))
  add(out, '')
  local envelope = answer.envelope
  if answer.state == 'asking' then
    add(out, answer.token and 'Asking ... (<C-c> cancels)' or 'Starting the server ... (<C-c> cancels)')
    for _, event in ipairs(answer.events) do add(out, '- ' .. event) end
  elseif answer.state == 'cancelled' then
    add(out, 'Cancelled.')
  elseif answer.state == 'failed' then
    add(out, 'This could not be answered: ' .. (answer.failure or ''))
  elseif envelope then
    local provisional = envelope.mode == 'provisional'
    local again = not answer.early and not answer.params.clarify and not given(envelope.clarify)
    if provisional then
      add(out, unread(envelope.index, again))
      add(out, '')
    end
    verdict(out, envelope)
    body(out, envelope, width or math.huge)
    evidence(out, envelope)
    claims(out, envelope)
    if envelope.trace then ladder(out, envelope.trace) end
    add(out, '')
    add(out, foot(envelope))
    out.heads[#out.lines - 1] = { level = 0, closed = false }
    if not envelope.index.fresh and not provisional and again then add(out, 'The index is not whole yet; this is asked again when it is.') end
    find_marks(out, envelope)
  end
  return out
end

return M
