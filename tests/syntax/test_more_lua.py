"""Lua: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """-- Copyright (c) Someone

--- Orders of a shop.
local api = require('shop.api')
local M = {}
local H = {}

--- Default configuration.
M.config = {
  limit = 10,
  on_error = function(message) api.report(message) end,
}

--- Set up.
---@param config table
M.setup = function(config)
  local merged = H.merge(M.config, config)
  return merged
end

function M.find(id, ...)
  return M.store:get(id)
end

function M.Order:total(tax)
  self.sum = self.sum + tax
end

local function helper(x) return x end

H.merge = function(a, b)
  local function one(k) return a[k] or b[k] end
  return one
end

-- Tests
T['setup()']['keeps the limit'] = function() M.setup({}) end

MAX_LINES = 100
setmetatable(Order, { __index = Base })

return M
"""

EXPECTED = """-variable M
    local M = {}
    - | - | local M = {}
-variable H
    local H = {}
    - | - | local H = {}
field M.config
    M.config
    --- Default configuration. | { limit = 10, on_error = f…essage) end, } | M.config = { limit = 10, o…essage) end, }
function M.config.on_error
    on_error = function(message)
    - | api.report(message) | on_error = function(messag…t(message) end
method M.setup
    M.setup = function(config)
    --- Set up. ---@param config table | local merged = H.merge(M.c… return merged | M.setup = function(config)…urn merged end
method M.find
    function M.find(id, ...)
    - | return M.store:get(id) | function M.find(id, ...) r…re:get(id) end
method M.Order.total
    function M.Order:total(tax)
    - | self.sum = self.sum + tax | function M.Order:total(tax….sum + tax end
-function helper
    local function helper(x)
    - | return x | local function helper(x) return x end
method H.merge
    H.merge = function(a, b)
    - | local function one(k) retu…end return one | H.merge = function(a, b) l…return one end
-function H.merge.one
    local function one(k)
    - | return a[k] or b[k] | local function one(k) retu…k] or b[k] end
method T.setup.keeps the limit
    T['setup()']['keeps the limit'] = function()
    -- Tests | M.setup({}) | T['setup()']['keeps the li….setup({}) end
constant MAX_LINES
    MAX_LINES = 100
    - | - | MAX_LINES = 100
call api.report in M.config.on_error
call H.merge in M.setup
read M.config in M.setup
read M.store in M.find
call get in M.find
read M.Order in M.Order.total
read self.sum in M.Order.total
call M.setup in T.setup.keeps the limit
read Order in -
inherit Base in -
import shop.api >api
module --- Orders of a shop.
"""


def test_a_realistic_file() -> None:
    assert listed("sample.lua", SAMPLE) == EXPECTED
