-- Take from a bucket that fills evenly. Stored until then is the instant when it will be full again,
-- and the instant at which that was written: the clock may have been set back since. A debt fills up
-- first.
-- What is kept here is not worth a disk write: a Redis that comes back forgives.
redis.set_repl(redis.REPL_NONE)
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local full, written = string.match(redis.call('GET', BUDGET) or '0 0', '^(%d+) (%d+)$')
full, written = tonumber(full), tonumber(written)

local function keep(lacking)
  if lacking <= 0 then return redis.call('DEL', BUDGET) end
  local instants = string.format('%.0f %.0f', now + lacking, now)
  redis.call('SET', BUDGET, instants, 'PX', math.ceil(lacking / 1000))
end

local lacking = full - math.max(now, written)
if written > now or lacking > fill + debt then -- or it holds less now
  lacking = math.min(lacking, fill + debt)
  keep(lacking)
end
lacking = math.max(0, lacking)
if owes then
  lacking = math.max(0, math.min(lacking + cost, fill + debt))
  keep(lacking)
  return { 'owed', string.format('%.0f', lacking) }
end
if lacking + cost > fill then return { 'empty', string.format('%.0f', lacking) } end
keep(lacking + cost)
return { 'taken', string.format('%.0f', lacking + cost) }
