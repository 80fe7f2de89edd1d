-- The arguments that are lists, one after the other: each comes as the number of its items, then
-- these. Items of several values become rows with the names of the values.
local lists_at

local function next_list(...)
  local names, items = { ... }, {}
  local count = tonumber(ARGV[lists_at])
  lists_at = lists_at + 1
  for i = 1, count do
    if #names == 0 then
      items[i], lists_at = ARGV[lists_at], lists_at + 1
    else
      items[i] = {}
      for _, name in ipairs(names) do
        items[i][name], lists_at = ARGV[lists_at], lists_at + 1
      end
    end
  end
  return items
end
